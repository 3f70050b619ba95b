// Keeps the state from which the next daemon continues, whenever and however this one ends.
import FoundationEssentials
import Glibc
package import LifecycleModel
import Linux
package import Logging
package import Processes
import SystemPackage
package import Systemd

/// Checkpoints and logs in `RUNTIME/state`, by number: `checkpoint-N` is where the records of `log-N` begin. A log that
/// has grown is followed by the next, which counts as soon as its checkpoint is whole; until then the one before leads
/// to where it begins.
///
/// When the runtime directory cannot be written the daemon goes on, and would not survive its end; it says so.
@MainActor package final class Survival {
  package var directory: String { folder.path }
  private let folder: StateFolder
  private(set) var era: String
  private let log: Logger
  private let deliver: Deliver
  private var generation: UInt64
  private var records: StateLog?
  private let encoder = JSONEncoder()
  private let boot: String
  private var hasComplained = false
  /// When a log that could not be begun is tried again.
  private var retry: Instant?
  /// Whether there is a state worth keeping: not before everything has been recalled.
  private var hasBegun = false
  private let thread: CheckpointThread

  /// A log of this size is followed by another: a checkpoint costs more than a record, and a replay must be short.
  private static let longest = 1 << 20

  /// - Parameter version: of this daemon, for a later one that cannot read what this one writes.
  package init(runtimeDirectory: String, version: String, kernel: Kernel, log: Logger, deliver: @escaping Deliver) {
    folder = StateFolder(runtimeDirectory: runtimeDirectory)
    thread = CheckpointThread(version: version)
    self.log = log
    self.deliver = deliver
    era = UUID().uuidString
    generation = 0
    boot = StateFolder.boot(kernel)
    do { try Folder.make(directory) } catch { complain("\(error)") }
  }

  // MARK: Records

  package func happened(_ input: Input) {
    guard let records else { return }
    do {
      append(.input, 0, try encoder.encode(input), to: records)
    } catch {
      complain("\(error)")
    }
  }

  package func handling(at time: Instant) { append(.handled, time.nanoseconds) }

  /// A line for an app, not written yet.
  package func line(_ bytes: [UInt8], to serial: ProcessSerial) -> OutgoingLine {
    let line = OutgoingLine(bytes)
    enter(line, .line, serial)
    return line
  }

  /// A line that an earlier log has, or an earlier daemon; ``restated()`` makes it count.
  package func carryOver(_ line: OutgoingLine, to serial: ProcessSerial) { enter(line, .carriedOver, serial) }

  /// To be followed by ``carryOver(_:to:)`` for every line that has not been written, and ``restated()``.
  func restating() { append(.restating, 0) }

  package func restated() { append(.restated, 0) }

  private func enter(_ line: OutgoingLine, _ kind: LogRecord.Kind, _ serial: ProcessSerial) {
    guard let records else { return }
    line.enter(records, kind, serial.number)
    giveUp(records)
  }

  package func spawned(_ process: ProcessIdentity) {
    append(.spawned, process.serial.number, (try? encoder.encode(process)) ?? Data())
  }

  /// An effect that must not be done twice has been.
  package func kept() { append(.kept, 0) }

  /// Reads what an app has sent; `take` gets it.
  package func receive(from descriptor: CInt, _ serial: ProcessSerial, _ take: (UnsafeRawBufferPointer) -> Void) -> Int
  {
    if let received = records?.receive(from: descriptor, serial.number, atMost: Self.buffer.count) {
      take(received.bytes)
      return received.count
    }
    return Self.buffer.withUnsafeMutableBytes { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      take(UnsafeRawBufferPointer(rebasing: buffer[..<max(0, count)]))
      return count
    }
  }

  /// One for all channels: a daemon of a thousand apps does not keep a thousand buffers.
  private static var buffer = [UInt8](repeating: 0, count: 65_536)

  private func append(_ kind: LogRecord.Kind, _ number: UInt64, _ bytes: some Collection<UInt8> = EmptyCollection()) {
    if let records { append(kind, number, bytes, to: records) }
  }

  private func append(_ kind: LogRecord.Kind, _ number: UInt64, _ bytes: some Collection<UInt8>, to records: StateLog) {
    records.append(kind, number, bytes)
    giveUp(records)
  }

  /// On a log that lacks a record.
  private func giveUp(_ records: StateLog) {
    guard let failure = records.failure else { return }
    self.records = nil
    retry = .now + Self.pause
    complain("\(failure)")
  }

  private func complain(_ why: String) {
    guard !hasComplained else { return }
    hasComplained = true
    log.error(
      "unable to write the state to \(directory): \(why); until roostd can, no app survives a restart of it")
  }

  // MARK: Checkpoints

  /// Whether it is time for a checkpoint: only when nothing waits for its turn.
  package var wantsCheckpoint: Bool {
    if let records { return records.end > Self.longest }
    return hasBegun && retry.map { $0 <= .now } ?? true
  }

  private static let pause = Duration.seconds(1)

  /// Begins the next log; `carryOver` is to carry over what has not been written. `flush` calls back when what the
  /// stores were told until now is on disk.
  package func begin(
    _ checkpoint: Checkpoint, carryOver: () -> Void,
    flush: @escaping @MainActor @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
  ) {
    hasBegun = true
    guard let next = beginLog(carryOver) else { return }
    let (path, deliver) = (folder.path(of: .checkpoint, next), deliver)
    thread.write(signed(checkpoint), to: path) { [weak self] failure in
      deliver {
        if let failure { return self?.complain(failure) ?? () }
        // What led to it is needed no more.
        flush { self?.folder.remove(before: next) }
      }
    }
  }

  /// The same for the next daemon, whatever its model is: when this returns all is in the checkpoint, and the log after
  /// it holds only what apps have not read yet. The stores must have been flushed.
  package func handOver(_ checkpoint: Checkpoint, carryOver: () -> Void) {
    guard hasBegun, let next = beginLog(carryOver) else { return }
    if let failure = thread.writeNow(signed(checkpoint), to: folder.path(of: .checkpoint, next)) {
      // The log before leads here, for a daemon that answers alike.
      return complain(failure)
    }
    folder.remove(before: next)
  }

  /// Returns its number; nil when it could not be begun.
  private func beginLog(_ carryOver: () -> Void) -> UInt64? {
    let next = generation + 1
    do {
      records = try StateLog(folder.path(of: .log, next))
    } catch {
      records = nil
      retry = .now + Self.pause
      complain("\(error)")
      return nil
    }
    generation = next
    retry = nil
    hasComplained = false
    restating()
    carryOver()
    restated()
    return next
  }

  private func signed(_ checkpoint: Checkpoint) -> Checkpoint {
    var checkpoint = checkpoint
    checkpoint.boot = boot
    checkpoint.era = era
    return checkpoint
  }

  /// All has ended in order: there is nothing to go on with.
  package func forget() {
    records = nil
    hasBegun = false
    folder.remove(before: .max)
  }

  /// What the last daemon has left, since the machine started.
  package func recall() -> Recollection {
    defer { generation = max(generation, folder.numbers(of: .log).last ?? 0) }
    let recollection = Recollection(folder, boot: boot) { [log] in log.error("\($0)") }
    switch recollection {
    case .state(let replay): era = replay.era
    // Without a process to know by it, it would only name those twice that have ended.
    case .processes(let remnant): if !remnant.processes.isEmpty { era = remnant.era }
    case .nothing: break
    }
    return recollection
  }

  /// Goes on with the last log, so that an end in the middle of the take-up is no different from the one before.
  package func goOn() {
    records = generation > 0 ? try? StateLog(goingOnWith: folder.path(of: .log, generation)) : nil
    restating()
  }
}
