// The words of a service to its manager that mean something here (sd_notify(3)).
import StreamSafeText

/// A line of a message, which any process of the program may have written.
nonisolated enum ServiceWord: Equatable {
  case ready
  case isAlive
  case isBroken
  case isStopping
  /// As a terminal may show text of unknown origin; nil to take it back.
  case status(String?)

  static func all(in text: String) -> [ServiceWord] {
    text.streamSafe.split(separator: "\n").compactMap(ServiceWord.init(line:))
  }

  private init?(line: Substring) {
    switch line {
    case "READY=1": self = .ready
    case "WATCHDOG=1": self = .isAlive
    case "WATCHDOG=trigger": self = .isBroken
    case "STOPPING=1": self = .isStopping
    default:
      guard line.hasPrefix("STATUS=") else { return nil }
      self = .status(Self.shown(line.dropFirst("STATUS=".count)))
    }
  }

  private static func shown(_ text: Substring) -> String? {
    let scalars = text.unicodeScalars.prefix(256).map { $0.properties.generalCategory == .control ? "?" : String($0) }
    return scalars.isEmpty ? nil : scalars.joined()
  }
}
