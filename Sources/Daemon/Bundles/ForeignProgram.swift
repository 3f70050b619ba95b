// A program that knows nothing of roostd: how to start it, when it is ready, and which signal it gets for which event.
import Glibc
package import LifecycleModel

/// `RoostProgram` of an Info.plist, or a desktop entry.
package nonisolated struct ForeignProgram: Hashable, Codable, Sendable {
  /// When its launch is done.
  package enum Readiness: String, CaseIterable, Hashable, Codable, Sendable {
    /// As soon as it runs.
    case exec
    /// When it says READY=1 (sd_notify(3)).
    case notify
  }

  /// The moments that a signal can be chosen for; named as the delegate calls are.
  package enum Moment: String, CaseIterable, Hashable, Codable, Sendable {
    case willResignActive, didEnterBackground, willEnterForeground, didBecomeActive, didReceiveMemoryWarning
    case willTerminate
  }

  /// The arguments after the program's own name.
  package var arguments: [ProgramArgument] = []
  package var readiness = Readiness.exec
  var signals: [Moment: CInt] = [:]
  /// It says WATCHDOG=1 at least as often, or is killed.
  package var watchdog: Duration?
  /// The folder that it starts in; its container when nil.
  package var directory: String?
  /// `user`: the home directory is that of the user whose daemon this is, and not the container.
  private(set) var home: String?

  package var usesOwnHome: Bool { home != nil }

  /// The signal that it is sent for `event`: SIGTERM for the end, and nothing else, unless it has chosen.
  package func signal(for event: LifecycleModel.Event) -> CInt? {
    switch event {
    case .willResignActive: signals[.willResignActive]
    case .didEnterBackground: signals[.didEnterBackground]
    case .willEnterForeground: signals[.willEnterForeground]
    case .didBecomeActive: signals[.didBecomeActive]
    case .aside(.memoryWarning): signals[.didReceiveMemoryWarning]
    case .willTerminate: signals[.willTerminate] ?? SIGTERM
    case .launch, .aside, .scene, .input, .present, .wake, .expireWake, .progress, .expireTasks: nil
    }
  }

  // MARK: As it is written

  /// The mistake in the value of a key.
  package struct Mistake: Error {
    package let key: String
    let why: String
  }

  mutating func setReadiness(_ word: String?, key: String) throws(Mistake) {
    guard let word else { return }
    guard let readiness = Readiness(rawValue: word) else {
      throw Mistake(key: key, why: "must be one of \(Self.words(Readiness.allCases))")
    }
    self.readiness = readiness
  }

  mutating func setSignal(_ name: String, for moment: String, key: String) throws(Mistake) {
    guard let moment = Moment(rawValue: moment) else {
      throw Mistake(key: key, why: "names an unknown event; it must be one of \(Self.words(Moment.allCases))")
    }
    guard let signal = Self.signals[name] else {
      throw Mistake(key: key, why: "must be one of \(Self.signals.keys.sorted().joined(separator: ", "))")
    }
    signals[moment] = signal
  }

  mutating func setWatchdog(_ seconds: Double?, key: String) throws(Mistake) {
    guard let seconds else { return }
    guard seconds >= 0.1, seconds <= 86_400 else {
      throw Mistake(key: key, why: "must be a number of seconds from 0.1 to 86400")
    }
    watchdog = .nanoseconds(Int64(seconds * 1e9))
  }

  /// - Returns: the home directory that it may use, if it asks for one.
  mutating func setHome(_ word: String?, key: String) throws(Mistake) -> String? {
    guard let word else { return nil }
    guard word == "user" else { throw Mistake(key: key, why: "must be user, or not be there") }
    guard geteuid() != 0, let own = getenv("HOME") else {
      throw Mistake(key: key, why: "has no meaning for the machine's daemon; run roostd as the user (systemctl --user)")
    }
    home = word
    return String(cString: own)
  }

  private static func words(_ cases: [some RawRepresentable<String>]) -> String {
    cases.map(\.rawValue).joined(separator: ", ")
  }

  /// Those that a program can catch and nobody else sends it for reasons of their own.
  private static let signals = [
    "SIGHUP": SIGHUP, "SIGINT": SIGINT, "SIGQUIT": SIGQUIT, "SIGTERM": SIGTERM, "SIGUSR1": SIGUSR1, "SIGUSR2": SIGUSR2,
    "SIGWINCH": SIGWINCH,
  ]
}

/// One argument, with a place in it for what a launch opens (Desktop Entry Specification, "The Exec key").
package nonisolated enum ProgramArgument: Hashable, Codable, Sendable {
  case text(String)
  /// `%u` and `%U`: the URL.
  case url(before: String, after: String)
  /// `%f` and `%F`: the path of a `file:` URL.
  case file(before: String, after: String)

  var isOpened: Bool {
    switch self {
    case .text: false
    case .url, .file: true
    }
  }

  /// Nil when it stands for nothing else than what is not there.
  package func expanded(opening url: String?) -> String? {
    switch self {
    case .text(let text): text
    case .url(let before, let after): Self.join(before, url, after)
    case .file(let before, let after): Self.join(before, url.flatMap(Self.path), after)
    }
  }

  private static func join(_ before: String, _ value: String?, _ after: String) -> String? {
    let text = before + (value ?? "") + after
    return text.isEmpty ? nil : text
  }

  private static func path(of url: String) -> String? {
    guard url.hasPrefix("file:///") else { return nil }
    var bytes: [UInt8] = []
    var rest = url.utf8.dropFirst("file://".utf8.count)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), value != 0 else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension InfoPlist {
  /// `RoostProgram`.
  package nonisolated struct Program: Decodable {
    var arguments: [String]?
    var ready: String?
    var signals: [String: String]?
    /// Seconds.
    var watchdog: Double?

    enum CodingKeys: String, CodingKey {
      case arguments = "Arguments"
      case ready = "Ready"
      case signals = "Signals"
      case watchdog = "Watchdog"
    }

    package func program() throws(ForeignProgram.Mistake) -> ForeignProgram {
      guard arguments?.contains(where: { $0.utf8.contains(0) }) != true else {
        throw ForeignProgram.Mistake(key: "RoostProgram.Arguments", why: "contains a NUL byte, which ends an argument")
      }
      var program = ForeignProgram(arguments: (arguments ?? []).map(ProgramArgument.text))
      try program.setReadiness(ready, key: "RoostProgram.Ready")
      for (moment, signal) in (signals ?? [:]).sorted(by: { $0.key < $1.key }) {
        try program.setSignal(signal, for: moment, key: "RoostProgram.Signals.\(moment)")
      }
      try program.setWatchdog(watchdog, key: "RoostProgram.Watchdog")
      return program
    }
  }
}

/// Its defaults, for what an earlier version has stored of it.
extension ForeignProgram: Restorable {
  package static var blank: ForeignProgram { ForeignProgram() }
}
