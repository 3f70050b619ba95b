// Leaves word of how far this start has come, for the next one, until the daemon serves.
import Glibc
import Linux
import Settings
import SystemPackage

/// `RUNTIME/starting`. It is there while a daemon starts, and afterwards when that has come to nothing; with
/// `RUNTIME/crashed` beside it when a signal of the daemon's own making has ended it.
nonisolated struct StartMarker: Sendable {
  private let path: String
  let earlier: EarlierStarts
  /// When this start puts aside what it leaves out, in nanoseconds since 1970.
  let time = calendarNow()

  /// Reads what earlier starts have left, and marks this one. A runtime directory that cannot be written costs the
  /// caution, and nothing else.
  init(runtimeDirectory: String) {
    path = runtimeDirectory + "/starting"
    let crashed = runtimeDirectory + "/crashed"
    let left = (try? SmallFile.read(path, limit: 256)).map { String(decoding: $0, as: UTF8.self) }
    let isCrash = (try? Sys.access(crashed, F_OK)) != nil
    earlier = left.flatMap { EarlierStarts(text: $0) }?.ended(byCrash: isCrash) ?? .none
    try? Sys.unlink(crashed)
    // A start that takes a store back leaves the word of the one before until it has: if it is killed meanwhile, the next does that.
    if earlier.takenBack == nil { begin(.state) }
    CrashMark.leave(at: crashed)
  }

  /// From now on this start is busy with `stage`. On any thread.
  func begin(_ stage: EarlierStarts.Stage) {
    try? AtomicFile.write(Array(earlier.ending(at: stage, time: time).text.utf8), to: path, isSynced: false)
  }

  /// The daemon serves, or ends because it was told to.
  func end() {
    CrashMark.leaveNone()
    try? Sys.unlink(path)
  }

  /// What this start does without, in one line; nil when earlier ones were well.
  var caution: String? {
    guard earlier.count > 0 else { return nil }
    let times = earlier.count == 1 ? "The last start" : "The last \(earlier.count) starts"
    var lines = ["\(times) of roostd came to nothing, the last while it took up \(earlier.stage.contents)"]
    lines.append("it connects to the broker of pushes in \(earlier.brokerPause.components.seconds) s")
    if let leftOut = earlier.leftOut { lines.append("and does without \(leftOut.contents)") }
    if let back = earlier.takenBack { lines.append("and takes back its \(back.stage.contents)") }
    return lines.joined(separator: "; ")
  }
}

extension EarlierStarts.Stage {
  /// As messages call it.
  nonisolated var contents: String {
    switch self {
    case .state: "the state of the daemon before"
    case .exits: "exit records"
    case .sessions: "scene sessions"
    case .facts: "settings"
    case .tasks: "background tasks"
    case .notifications: "notifications"
    case .transfers: "background transfers"
    case .rest: "its work"
    }
  }
}
