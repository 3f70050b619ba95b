// The source of the mail: a Maildir, as mail servers on Linux keep it (maildir(5)).

import Foundation

struct Maildir {
  private let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    .appending(path: "Maildir")

  /// The messages in `new`, which are then in `cur`: nobody takes one twice.
  func takeNew() -> [Message] {
    let files = FileManager.default
    let new = folder.appending(path: "new")
    let current = folder.appending(path: "cur")
    try? files.createDirectory(at: current, withIntermediateDirectories: true)
    let names = (try? files.contentsOfDirectory(atPath: new.path)) ?? []
    return names.sorted().compactMap { name in
      let seen = current.appending(path: name + ":2,")
      guard (try? files.moveItem(at: new.appending(path: name), to: seen)) != nil,
        let data = files.contents(atPath: seen.path)
      else { return nil }
      return Message(mail: String(decoding: data, as: UTF8.self))
    }
  }
}

extension Message {
  /// The header of a mail (RFC 5322), which an empty line ends.
  fileprivate init(mail: String) {
    var fields: [String: String] = [:]
    for line in mail.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if line.isEmpty { break }
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    self.init(from: fields["from"] ?? "somebody", subject: fields["subject"] ?? "")
  }
}
