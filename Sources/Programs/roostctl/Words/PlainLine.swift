// The lines that scripts and fingers write most, read without ArgumentParser, which takes nine tenths of a short command's time.
import ControlAPI

/// A line of one command and its plainest options. All other lines, help and mistakes among them, are ArgumentParser's, which
/// would read this one the same.
struct PlainLine: DaemonConnection {
  private enum Command {
    case version
    case apps
    case status(String)
    case launch(String, background: Bool)
    case activate(String)
    case quit(String)
    case terminate(String)
    case home
    case lock
  }

  private let command: Command
  let socket: String?
  let json: Bool
  private let noWait: Bool

  /// Nil for a line that is not of these.
  init?(_ words: [String]) {
    var (socket, json, noWait, background) = (String?.none, false, false, false)
    var names: [String] = []
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      switch word {
      case "--json" where !json: json = true
      case "--no-wait" where !noWait: noWait = true
      case "--background" where !background: background = true
      case "--socket" where socket == nil:
        guard let path = rest.popFirst(), Self.isName(path) else { return nil }
        socket = path
      default:
        guard Self.isName(word) else { return nil }
        names.append(word)
      }
    }
    guard let command = Self.command(words.first ?? "", names, noWait: noWait, background: background) else {
      return nil
    }
    if case .version = command, words.count > 1 { return nil }
    (self.command, self.socket, self.json, self.noWait) = (command, socket, json, noWait)
  }

  private static func isName(_ word: String) -> Bool { !word.isEmpty && !word.hasPrefix("-") && word != "help" }

  /// - Parameter noWait: only a command that changes something may have it.
  private static func command(_ word: String, _ names: [String], noWait: Bool, background: Bool) -> Command? {
    switch (word, names.count) {
    case ("launch", 1): return .launch(names[0], background: background)
    case _ where background: return nil
    case ("activate", 1): return .activate(names[0])
    case ("quit", 1): return .quit(names[0])
    case ("terminate", 1): return .terminate(names[0])
    case ("home", 0): return .home
    case ("lock", 0): return .lock
    case _ where noWait: return nil
    case ("--version", 0): return .version
    case ("apps", 0): return .apps
    case ("status", 1): return .status(names[0])
    default: return nil
    }
  }

  func run() throws {
    switch command {
    case .version: Terminal.say("\(ControlService.version)")
    case .apps: try showApps()
    case .status(let id): try showApp(id)
    case .launch(let id, let background):
      _ = try make(AppsInterface.Launch(id: id, background: background ? true : nil))
    case .activate(let id): _ = try make(AppsInterface.Activate(id: id))
    case .quit(let id): _ = try make(AppsInterface.Quit(id: id))
    case .terminate(let id): _ = try make(AppsInterface.Terminate(id: id))
    case .home: Terminal.complain(ended: try make(DeviceInterface.Home()).ended)
    case .lock: Terminal.complain(ended: try make(DeviceInterface.Lock()).ended)
    }
  }

  private func make<Request: ChangeRequest>(_ change: Request) throws -> Request.Reply {
    let reply = try self.change(change, noWait: noWait)
    if json { try JSONOutput.say(reply) }
    return reply
  }
}
