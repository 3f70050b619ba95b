// The reasons why a report has no backtrace, and the decoding of roost-backtrace's output.
import Reports
import WireJSON

package nonisolated enum BacktraceError: Error, Equatable, Sendable, CustomStringConvertible {
  case notInstalled
  case notStarted(String)
  /// It was given so long, such as `3 s`.
  case late(String)
  /// In the helper's own words.
  case failed(String)
  /// The helper printed something that is not a backtrace.
  case unreadable(String)

  /// To be read after "there is no backtrace:".
  package var description: String {
    switch self {
    case .notInstalled:
      "no roost-backtrace is installed beside roostd or in ../libexec/roost; install it with make install"
    case .notStarted(let why): "unable to start roost-backtrace: \(why)"
    case .late(let limit): "roost-backtrace took more than \(limit)"
    case .failed(let words): words
    case .unreadable(let why): "unable to read what roost-backtrace printed: \(why)"
    }
  }
}

extension Backtrace {
  /// The output of `roost-backtrace`.
  nonisolated init(json: [UInt8]) throws { self = try WireDecoder.decode(Backtrace.self, from: json) }
}
