// The names that a daemon knows now: for completions of the shell, and for the name that a mistyped one was to be.
import ArgumentParser
import ControlAPI
import Glibc

/// The daemon is asked once and briefly: a shell waits for the answer. No answer is no names, and no message.
struct LiveNames {
  let socket: String

  private static let patience = Duration.milliseconds(500)

  var apps: [String] { (ask(AppsInterface.List())?.apps ?? []).map(\.id) }
  var reports: [String] { (ask(ReportsInterface.List(id: nil))?.reports ?? []).map(\.name) }
  func sessions(of app: String) -> [String] { (ask(ScenesInterface.List(id: app))?.scenes ?? []).map(\.session) }

  func notifications(of app: String) -> [String] {
    (ask(NotificationsInterface.List(id: app))?.notifications ?? []).map(\.identifier)
  }

  func tasks(of app: String) -> [String] {
    (ask(AppsInterface.ListTasks())?.tasks ?? []).filter { $0.app == app }.map(\.identifier)
  }

  private func ask<Request: ControlRequest>(_ request: Request) -> Request.Reply? {
    guard let client = try? ControlClient(socket: socket, timeout: Self.patience) else { return nil }
    return try? client.call(request, timeout: Self.patience)
  }
}

extension CompletionKind {
  static let apps = live { names, _ in names.apps }
  static let reports = live { names, _ in names.reports }
  static let sessions = live { $0.sessions(of: $1) }
  static let notifications = live { $0.notifications(of: $1) }
  static let tasks = live { $0.tasks(of: $1) }

  /// - Parameter find: gets the daemon's names, and the word before the one that is completed: the app of a session.
  private static func live(_ find: @escaping @Sendable (LiveNames, String) -> [String]) -> CompletionKind {
    .custom { words, index, _ in
      let before = words.prefix(max(0, index)).last { !$0.hasPrefix("-") } ?? ""
      return find(LiveNames(socket: socket(in: words)), before).filter(isPlain)
    }
  }

  /// Whether every shell takes a name as it is, and no program as an option. Apps and brokers choose names: bash expands what it
  /// is offered (compgen -W), commands in it as well, and puts it into the line without quotes.
  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, name == name.harmless else { return false }
    return !"-=".utf8.contains(first)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
          true
        default: ".-_:@%+,/=".utf8.contains(byte)
        }
      }
  }

  private static func socket(in words: [String]) -> String {
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      if word == "--socket", !next.isEmpty { return next }
      if word.hasPrefix("--socket=") { return String(word.dropFirst("--socket=".count)) }
    }
    return ConnectionOptions.usualSocket
  }
}
