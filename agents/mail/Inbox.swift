// The messages that have come, in Documents/inbox.

import Foundation

struct Message: Codable {
  let from: String
  let subject: String
  var isRead = false

  init(from: String, subject: String) {
    self.from = from
    self.subject = subject
  }

  /// As a push carries it; nil when there is no sender.
  init?(_ payload: [String: Any]) {
    guard let from = payload["from"] as? String else { return nil }
    self.init(from: from, subject: payload["subject"] as? String ?? "")
  }
}

struct Inbox {
  private let file = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0].appending(path: "inbox")
  private var messages: [Message]

  var unread: Int { messages.count { !$0.isRead } }

  init() {
    messages = (try? JSONDecoder().decode([Message].self, from: Data(contentsOf: file))) ?? []
  }

  mutating func append(_ message: Message) throws {
    messages.append(message)
    try save()
  }

  mutating func markAllRead() throws {
    for index in messages.indices { messages[index].isRead = true }
    try save()
  }

  private func save() throws { try JSONEncoder().encode(messages).write(to: file, options: .atomic) }
}
