// The reasons for the end of a process, in the words and codes of iOS (docs/lifecycle.md, "Exit reasons").

/// The end of a process, in the kernel's words (waitid(2)).
public enum ExitStatus: Hashable, Codable, Sendable {
  case exited(code: Int32)
  case signaled(Int32)
  /// Nobody was there to learn it.
  case unknown
}

/// The reason why it ended, as far as policy is concerned.
public enum ExitReason: Hashable, Codable, Sendable {
  /// It missed a deadline; `callback` is what it was in (0x8badf00d).
  case watchdog(Step, limit: Duration)
  /// It kept a shared device open behind the screen (BG5).
  case heldResource(String)
  /// It was to be suspended with locks on these files (0xdead10cc, BG6).
  case lockHeld([String])
  /// It used too much of the processor behind the screen (0xd00d2bad, BG8).
  case cpuLimit(percent: Int, window: Duration)
  /// It held too many assertions (0xbada5e47, BX2).
  case tooManyTasks(Int)
  /// The user swiped it away (0xdeadfa11, TE2).
  case forceQuit
  /// Its memory was taken back (ME3, ME5).
  case jetsam(JetsamCause)
  /// It broke the protocol, or its sealed bundle was changed while it was launched (0x2bad45ec).
  case violation(String)
  /// It asked for a service that its Info.plist does not explain (PR5).
  case missingPurpose(PrivacyService)
  /// The user changed its permission for a service (PR4).
  case permissionChanged(PrivacyService)
  /// The system ended it in order (TE1).
  case terminatedBySystem
  /// The supervisor went down in order.
  case shutdown
  /// It was never able to run: exec(2) failed.
  case failedToStart(String)
  /// A signal that nobody here sent (TE5).
  case crashed(signal: Int32)
  /// It called exit, or returned from main.
  case exited(code: Int32)
  /// Nothing tells how it ended: no supervisor ran at the time, or the kernel did not say.
  case unobserved

  /// The ender of the process, as `.ips` reports name it.
  public var namespace: String {
    switch self {
    case .watchdog, .forceQuit: "SPRINGBOARD"
    case .tooManyTasks, .heldResource, .lockHeld, .cpuLimit, .terminatedBySystem: "RUNNINGBOARD"
    case .jetsam: "JETSAM"
    case .violation: "SECURITY"
    case .missingPurpose, .permissionChanged: "TCC"
    case .shutdown, .unobserved: "ROOSTD"
    case .failedToStart: "EXEC"
    case .crashed: "SIGNAL"
    case .exited: "EXIT"
    }
  }

  /// The number that iOS developers know it by; nil where iOS has none.
  public var code: UInt64? {
    switch self {
    case .watchdog: 0x8bad_f00d
    case .tooManyTasks: 0xbada_5e47
    case .lockHeld: 0xdead_10cc
    case .heldResource, .cpuLimit: 0xd00d_2bad
    case .forceQuit: 0xdead_fa11
    case .violation: 0x2bad_45ec
    case .jetsam(let cause): cause.code
    case .missingPurpose, .permissionChanged, .terminatedBySystem, .shutdown, .failedToStart, .crashed, .exited,
      .unobserved:
      nil
    }
  }
}
