// Reads the files that an earlier daemon has left, as far as this one can.
import FoundationEssentials
import LifecycleModel

package nonisolated enum EarlierState {
  /// There was no daemon since the machine started, or it has ended in order.
  case nothing
  /// All it knew.
  case state(Replay)
  /// Its processes, but not what it made of them: it was of another format, or was killed and had another model.
  case processes(Remnant)

  /// - Parameters:
  ///   - isWithoutDetail: whether not to try and read more than the processes.
  ///   - say: is told what could not be read, and what follows.
  init(_ folder: StateFolder, boot: String, withoutDetail isWithoutDetail: Bool = false, say: (String) -> Void) {
    self = .nothing
    var unread: (format: StateFormat, why: Unreadable, remnant: Remnant)?
    for number in folder.numbers(of: .checkpoint) {
      guard let file = folder.read(.checkpoint, number) else { continue }
      let (format, body) = StateFormat.head(of: file)
      guard let anchor = try? Anchor(body: body) else {
        say("unable to read \(folder.path(of: .checkpoint, number)); the state in it is lost")
        continue
      }
      guard anchor.boot == boot else { continue }
      let logs = folder.numbers(of: .log).filter { $0 >= number }.compactMap { folder.read(.log, $0).map { Array($0) } }
      do throws(Unreadable) {
        if isWithoutDetail { throw .fatal }
        var replay = try Self.replay(format, body, logs)
        replay.checkpoint = number
        self = .state(replay)
        return
      } catch {
        if unread != nil { continue }
        var remnant = Remnant(anchor)
        for log in logs { for record in RawLogRecord.readable(in: log) { remnant.play(record) } }
        // A later checkpoint, where there is one, may need no model. It lacks what the stores could not take before it.
        unread = (format, error, remnant)
      }
    }
    guard let unread else { return }
    say(
      "roostd \(unread.format.version) left its state in \(folder.path), but \(unread.why); roostd adopts its "
        + "\(unread.remnant.processes.count) processes, and forgets the requests of their apps")
    self = .processes(unread.remnant)
  }

  /// The reason why the model of an earlier daemon cannot be restored.
  enum Unreadable: Error, CustomStringConvertible {
    case format(UInt32)
    case checkpoint(String)
    case anotherModel
    case log
    case fatal

    var description: String {
      switch self {
      case .format(let format): "this roostd cannot read its format \(format)"
      case .checkpoint(let why): "its checkpoint cannot be read: \(why)"
      case .anotherModel: "that roostd did not end in order, and this one decides otherwise"
      case .log: "its log lacks a record"
      case .fatal: "the last starts have ended while they read it"
      }
    }
  }

  private static func replay(_ format: StateFormat, _ body: Data, _ logs: [[UInt8]]) throws(Unreadable) -> Replay {
    guard StateFormat.readable.contains(format.format) else { throw .format(format.format) }
    let checkpoint: Checkpoint
    do {
      checkpoint = try Checkpoint(body: body)
    } catch {
      throw .checkpoint("\(error)")
    }
    var replay = Replay(checkpoint)
    for log in logs {
      guard let raw = RawLogRecord.all(in: log) else { throw .log }
      let head = LogHead(of: log)
      let isAlike = StateFormat.readable.contains(head.format) && head.model == Lifecycle.revision
      guard isAlike || raw.allSatisfy(\.isOfEveryModel) else { throw .anotherModel }
      guard let records = LogRecord.all(in: log) else { throw .log }
      for record in records { replay.play(record) }
    }
    return replay
  }
}
