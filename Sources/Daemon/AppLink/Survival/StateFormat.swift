// The format and the writer of a checkpoint or a log, by which a daemon decides to read it.
import FoundationEssentials
import LifecycleModel
package import SystemPackage

/// The head of everything in `RUNTIME/state`. A checkpoint has it as its first line, `{"roost":{"format":2, ...}}`; a log
/// has the two numbers in its first 16 bytes. Both stay as they are for ever: this is how any daemon recognises what it
/// cannot read. The names in the service manager's store (``Survival/name(_:of:)``) are the same in all formats.
nonisolated struct StateFormat: Hashable, Codable, Sendable {
  /// To be raised when a daemon of the format before could not restore what this one writes: that daemon then
  /// refuses to start. A stored property more is no reason (``DefaultingDecoder``).
  ///
  /// 1 had no head. 2 has one. 3 tells of a process whose cgroup was another's before (``ProcessIdentity/cgroup``): a daemon of
  /// format 2 would take it for one without, and end what is in it.
  static let current: UInt32 = 3

  /// Those that are read as a whole.
  static let readable: ClosedRange<UInt32> = 2...current

  /// Of the format that has no head.
  static let headless = StateFormat(format: 1, model: 0, version: "0.1.0", boot: nil)

  var format: UInt32
  /// ``LifecycleModel/Lifecycle/revision`` of the model that wrote it: a log is replayed by one that answers alike.
  var model: UInt32
  /// Of the daemon that wrote it, for people to read.
  var version: String
  /// A state of another boot is void, as its processes are gone (proc(5), /proc/sys/kernel/random/boot_id).
  var boot: String?

  private struct Line: Codable {
    let roost: StateFormat
  }

  init(format: UInt32 = current, model: UInt32 = Lifecycle.revision, version: String, boot: String?) {
    self.format = format
    self.model = model
    self.version = version
    self.boot = boot
  }

  /// The first line of a checkpoint, with its newline.
  func line() throws -> Data { try JSONEncoder().encode(Line(roost: self)) + [UInt8(ascii: "\n")] }

  /// The format of a checkpoint, and where its content begins.
  static func head(of checkpoint: Data) -> (format: StateFormat, body: Data.SubSequence) {
    guard let end = checkpoint.firstIndex(of: UInt8(ascii: "\n")),
      let line = try? JSONDecoder().decode(Line.self, from: checkpoint[..<end])
    else { return (headless, checkpoint[...]) }
    return (line.roost, checkpoint[checkpoint.index(after: end)...])
  }
}

/// The reason why a daemon does not touch the state that it found.
package nonisolated enum StateProblem: Error, Equatable, CustomStringConvertible {
  case newer(directory: String, by: String?, format: UInt32, reader: String)
  /// A folder that cannot be listed must not be taken for an empty one, and written over.
  case unreadable(directory: String, Errno)

  /// Whether another start of the same daemon finds it otherwise.
  package var mayPass: Bool {
    switch self {
    case .newer: false
    case .unreadable: true
    }
  }

  package var description: String {
    switch self {
    case .newer(let directory, let writer, let format, let reader):
      let newer = writer.map { "roostd \($0)" } ?? "a newer roostd"
      return """
        unable to adopt the apps that run: \(newer) wrote \(directory) in format \(format), and this is roostd \
        \(reader), which reads formats up to \(StateFormat.current). The apps and their state are left as they are. \
        Install \(newer) or a later one and start it again; to go back to roostd \(reader), run `systemctl stop roostd` \
        there first, which ends the apps in order
        """
    case .unreadable(let directory, let errno):
      return "unable to read \(directory): \(errno). The apps and their state are left as they are; start roostd again"
    }
  }
}
