// Background tasks and activities that keep a process running, and its use of the processor meanwhile (BX1, BX3, BG8).

public struct Wakefulness: Hashable, Codable, Sendable {
  public internal(set) var tasks = BackgroundTasks()
  /// The activities that keep it running (BX3).
  public private(set) var activities: [ActivityID: BackgroundMode] = [:]
  private var lastActivity = 0
  /// It was adopted behind the screen, and may have a background task that nobody knows of.
  var mayHaveTask = false
  /// BX9: it was launched behind the screen, and has not been on its way to it since.
  var isUnseen = false
  /// BG5: it has run on behind the screen, and was looked at for that.
  var wasInspected = false
  /// BG5: the device nodes that it kept open behind the screen at the last look, and whether it was told to close them.
  var mustClose: [String] = []
  var wasToldToClose = false
  /// The time that it has used for errands (BG10).
  var errands = Duration.zero
  /// The processor time it uses in the background (BG8); nil while that is not watched.
  var cpuWindow: CPUWindow?

  /// A stretch of time, and the processor time that had been used at its beginning; nil until that is known.
  struct CPUWindow: Hashable, Codable, Sendable {
    let began: Instant
    let used: Duration?
  }

  /// Whether a background task or an activity is open.
  var isHeld: Bool { !tasks.isEmpty || !activities.isEmpty }

  mutating func begin(_ mode: BackgroundMode) -> ActivityID {
    lastActivity &+= 1
    activities[ActivityID(number: lastActivity)] = mode
    return ActivityID(number: lastActivity)
  }

  /// Adopts a process that may have been given tasks and activities of numbers up to `number`.
  mutating func continueNumbers(after number: Int) {
    tasks.continueNumbers(after: number)
    lastActivity = number
  }

  /// Whether there was such an activity.
  mutating func end(_ activity: ActivityID) -> Bool { activities.removeValue(forKey: activity) != nil }
}
