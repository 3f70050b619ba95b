// Keeps the state that the next daemon restores, whenever and however this one ends.
import FoundationEssentials
package import LifecycleModel
import Linux
package import Logging
package import Processes
package import SystemPackage
package import Systemd
import WireJSON

/// Checkpoints and logs in `RUNTIME/state`, by number: `checkpoint-N` is where the records of `log-N` begin. A log that
/// has grown is followed by the next, which counts as soon as its checkpoint is whole; until then the one before leads
/// to where it begins.
///
/// When the runtime directory cannot be written the daemon runs on, says so and tries again each second: until then apps may
/// not survive its end.
@MainActor package final class Survival {
  package var directory: String { folder.path }
  let folder: StateFolder
  private let runtimeDirectory: String
  private(set) var era: String
  private(set) var eraBefore: String?
  private let log: Logger
  private let deliver: Deliver
  private var generation: UInt64
  private(set) var records: StateLog? { didSet { notedOffset = nil } }
  /// Where the records of the log begin: before, there are the lines that apps have not read.
  private var firstRecord = 0
  /// Whether a thread is writing the checkpoint of the log.
  private var isWriting = false
  /// Whether the log says what the next daemon is not to do any more: a checkpoint follows, one at a time.
  package var isOutdated = false
  /// Told before an app is heard whose clock is another than the daemon's than before.
  package var clocksLeapt: () -> Void = {}
  /// Between the clocks that the log was told last, in nanoseconds.
  private var notedOffset: Int64?
  /// To bring a clock nearer to others, the kernel has it go slower or faster by less (adjtimex(2)).
  private static let clockPrecision: Int64 = 1_000_000
  /// The name of the machine's run.
  package let boot: String
  private var hasComplained = false
  private var gap = StateGap()
  /// Called with the time at which ``wantsCheckpoint`` is to be asked again, where no turn does: something could not be written, or had
  /// to wait for the writing of another.
  package var triesAgain: (Instant) -> Void = { _ in }
  /// Has the stores write what they alone know before the logs go that would tell them again.
  package var carry: Carry = { _, _, then in then(false) }
  /// The same at once, and returns whether they have. For the daemon's end.
  package var carryNow: @MainActor (_ path: String, _ name: String) -> Bool = { _, _ in false }
  /// The checkpoint before which the files go when they have.
  var carrying: UInt64?
  /// A checkpoint before which the files go when all that the stores were told is on disk.
  var awaited: UInt64?
  /// The oldest checkpoint from which the logs lead to what the daemon knows.
  private(set) var base: UInt64 = 0
  /// The newest checkpoint that is known to be whole.
  private(set) var lastWhole: UInt64?
  /// Asks the stores whether they have all on disk; nil until a first checkpoint of this daemon has begun.
  private(set) var flush: Flush?
  /// Whether there is a state to write: not before the state of an earlier daemon is restored.
  package private(set) var hasBegun = false
  private let thread: CheckpointThread
  /// The next daemon answers those that this one has not.
  package var pastQuestions = PastQuestions()

  /// A log of this size is followed by another: a checkpoint costs more than a record, and a replay must be short.
  private static let longest = 1 << 20
  /// With a checkpoint under way it may be so long: half of what it may be at all, with room for the lines that apps have not read.
  private static let longestMeanwhile = 32 << 20

  /// The bytes that all apps together may leave unread.
  static let unreadLimit = 8 << 20

  /// The lines that apps have not read: all of them are written into each new log, whoever may have caused that.
  let unread = UnreadBytes(limit: unreadLimit, share: 1)

  /// - Parameter version: of this daemon, for a later one that cannot read what this one writes.
  package init(runtimeDirectory: String, version: String, kernel: Kernel, log: Logger, deliver: @escaping Deliver) {
    folder = StateFolder(runtimeDirectory: runtimeDirectory)
    self.runtimeDirectory = runtimeDirectory
    thread = CheckpointThread(version: version)
    self.log = log
    self.deliver = deliver
    era = UUID().uuidString
    generation = 0
    boot = StateFolder.boot(kernel)
    do { try Folder.make(directory) } catch { complain("\(error)") }
  }

  /// Whether the next daemon would restore all that this one knows, if this one ended now.
  package var isWhole: Bool { records != nil && !gap.isOpen }

  // MARK: Records

  /// An input that waits for its turn.
  package func record(_ input: Input) {
    guard let records else { return }
    do {
      append(.input, 0, try input.text(), to: records)
    } catch {
      complain("\(error)")
    }
  }

  /// The first input that waits has its turn.
  package func recordTurn(at time: Instant) { append(.turn, time.nanoseconds) }

  /// A line for an app, not written yet.
  package func line(_ bytes: [UInt8], to serial: ProcessSerial) -> OutgoingLine {
    let line = OutgoingLine(bytes)
    enter(line, .line, serial)
    return line
  }

  /// Writes a line of an earlier log, or of an earlier daemon, into this one; ``endRewrite()`` makes it count.
  func rewrite(_ line: OutgoingLine, to serial: ProcessSerial) { enter(line, .rewritten, serial) }

  /// To be followed by ``rewrite(_:to:)`` for every line that the pipes have not taken, and by ``endRewrite()``.
  func beginRewrite() { append(.rewriteBegan, 0) }

  package func endRewrite() { append(.rewriteEnded, 0) }

  private func enter(_ line: OutgoingLine, _ kind: LogRecord.Kind, _ serial: ProcessSerial) {
    guard let records else { return }
    line.enter(records, kind, serial.number)
    giveUp(records)
  }

  package func recordSpawn(_ process: ProcessIdentity) {
    append(.spawned, process.serial.number, (try? WireEncoder.encode(process)) ?? [])
  }

  /// The effect that must not be carried out twice has been.
  package func commit() { append(.committed, 0) }

  /// Reads some of what an app has sent, at most ``ChannelBudget/look`` bytes; `take` gets it. Returns how much that was: 0
  /// at the end. ``noteClocks()`` comes before.
  package func receive(
    from descriptor: CInt, _ serial: ProcessSerial, atMost most: Int, _ take: (UnsafeRawBufferPointer) -> Void
  ) throws(Errno) -> Int {
    if let bytes = try records?.receive(from: descriptor, serial.number, atMost: most) {
      take(bytes)
      return bytes.count
    }
    return try Self.buffer.withUnsafeMutableBufferPointer { buffer throws(Errno) in
      let bytes = UnsafeMutableRawBufferPointer(buffer).prefix(most)
      let count = try Sys.read(descriptor, UnsafeMutableRawBufferPointer(rebasing: bytes))
      take(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
      return count
    }
  }

  /// A date in what is read next is as far from now as it is for the app, also when it is replayed. Written down again when one
  /// clock was set or moved by command, and so in each log once. Turns of the model may come of it, which write to channels and close
  /// them.
  func noteClocks() {
    let (apps, own) = (calendarNow(), Instant.now)
    let offset = apps &- Int64(clamping: own.nanoseconds)
    guard notedOffset.map({ abs($0 &- offset) > Self.clockPrecision }) ?? true else { return }
    notedOffset = offset
    // Before the model's instants are made of what is read next: it would move them, too.
    clocksLeapt()
    ModelClock.hear(apps: apps, own: own)
    append(.clocks, UInt64(bitPattern: apps), withUnsafeBytes(of: own.nanoseconds.littleEndian) { Array($0) })
  }

  /// One for all channels: a daemon of a thousand apps does not keep a thousand buffers.
  private static var buffer = [UInt8](repeating: 0, count: ChannelBudget.look)

  private func append(_ kind: LogRecord.Kind, _ number: UInt64, _ bytes: some Collection<UInt8> = EmptyCollection()) {
    if let records { append(kind, number, bytes, to: records) }
  }

  private func append(_ kind: LogRecord.Kind, _ number: UInt64, _ bytes: some Collection<UInt8>, to records: StateLog) {
    records.append(kind, number, bytes)
    giveUp(records)
  }

  /// On a log that lacks a record.
  func giveUp(_ records: StateLog) {
    guard let failure = records.failure else { return }
    self.records = nil
    triesAgain(gap.open(after: generation, at: Self.now))
    complain("\(failure)")
  }

  private func complain(_ why: String) {
    guard !hasComplained else { return }
    hasComplained = true
    log.error(
      """
      unable to write the state to \(directory): \(why); check that the runtime directory is writable and has space: \
      until roostd can write there, apps may not survive a restart of it
      """)
  }

  // MARK: Checkpoints

  /// The kernel's clock: a device's that is moved by command may stand still.
  private static var now: Instant { Instant(nanoseconds: monotonicNow()) }

  /// Whether it is time for a checkpoint: only when nothing waits for its turn.
  package var wantsCheckpoint: Bool {
    guard gap.allowsAttempt(at: Self.now) else { return false }
    // Half as much as the lines that are written again: those cost twice the records at most, whatever apps leave unread.
    if let records {
      if isOutdated, !isWriting { return true }
      return records.end - firstRecord > max(isWriting ? Self.longestMeanwhile : Self.longest, firstRecord / 2)
    }
    return hasBegun
  }

  /// Begins the next log; `rewrite` writes every line into it that is not fully sent.
  package func begin(
    _ checkpoint: @autoclosure () -> Checkpoint, rewrite: () -> Void, flush: @escaping Flush
  ) {
    hasBegun = true
    self.flush = flush
    makeUpForRemoval()
    guard let next = beginLog(rewrite, failed: { makeRoom(isFull: $0 == .noSpace) }) else { return }
    let (path, deliver) = (folder.path(of: .checkpoint, next), deliver)
    (isWriting, isOutdated) = (true, false)
    let told = AnswerOnLoop { [weak self] (failure: String?) in
      self?.isWriting = false
      if let failure {
        self?.gaveUp(checkpoint: next, failure)
        self?.makeRoom(isFull: false)
        return
      }
      self?.isWhole(checkpoint: next)
      if self?.awaited == nil { self?.awaited = next }
      if self?.isOutdated == true { self?.triesAgain(Self.now) }
      flush { self?.forget(before: next, isOnDisk: $0) }
    }
    thread.write(signed(checkpoint()), to: path) { told.tell($0, by: deliver) }
  }

  /// Where no record is missing, the log before leads to the log of the checkpoint.
  private func gaveUp(checkpoint number: UInt64, _ why: String) {
    complain(why)
    // The next one has begun, and is told the same.
    guard gap.isBefore(number), number == generation else { return }
    records = nil
    // It leads nowhere, and takes the space that the next attempt needs.
    try? Sys.unlink(folder.path(of: .log, number))
    triesAgain(gap.attemptFailed(at: Self.now))
  }

  private func isWhole(checkpoint number: UInt64) {
    let wasOpen = gap.isOpen
    gap.close(by: number)
    if !gap.isOpen {
      hasComplained = false
      if wasOpen { base = number }
    }
    lastWhole = max(number, lastWhole ?? 0)
    dropCheckpoints(before: number)
  }

  /// The same for the next daemon, whatever its model is: when this returns all is in the checkpoint, and the log after
  /// it holds only what apps have not read yet.
  ///
  /// - Parameter isOnDisk: whether everything is that the stores were told.
  /// - Returns: whether the next daemon finds all of it, also the part that the stores could not write.
  @discardableResult
  package func handOver(_ checkpoint: Checkpoint, isOnDisk: Bool, rewrite: () -> Void) -> Bool {
    makeUpForRemoval()
    let wasWhole: Bool = isWhole
    // The next daemon writes where a thread of this one may be writing still.
    defer { thread.finish() }
    guard hasBegun else { return wasWhole }
    // What is written next may need their space.
    if isOnDisk, let lastWhole { folder.remove(before: lastWhole) }
    guard let next = beginLog(rewrite) else { return wasWhole }
    if let failure = thread.writeNow(signed(checkpoint), to: folder.path(of: .checkpoint, next)) {
      // The log before leads here, for a daemon that answers alike.
      gaveUp(checkpoint: next, failure)
      return isWhole
    }
    isWhole(checkpoint: next)
    if isOnDisk {
      folder.remove(before: next)
      return isWhole
    }
    // The logs before tell the stores nothing where one lacks a record, or where the next daemon's model is another.
    let isCarried = carryNow(carried.path, carried.name(with: next))
    return isWhole && (wasWhole || isCarried)
  }

  /// Root may remove the directory while the daemon runs. What the log says is lost to the next daemon then, and needs a checkpoint.
  private func makeUpForRemoval() {
    // Open to all to pass, as at the start.
    try? Folder.makeIfMissing(runtimeDirectory, mode: 0o711)
    try? Folder.makeIfMissing(directory)
    guard let records, !records.hasName else { return }
    self.records = nil
    _ = gap.open(after: generation, at: Self.now)
  }

  /// Returns its number; nil when it could not be begun, and the one before goes on.
  private func beginLog(_ rewrite: () -> Void, failed: (Errno) -> Void = { _ in }) -> UInt64? {
    let next = generation + 1
    do {
      records = try StateLog(folder.path(of: .log, next))
    } catch {
      triesAgain(records == nil ? gap.open(after: generation, at: Self.now) : gap.attemptFailed(at: Self.now))
      complain("\(error)")
      // It may be there, empty.
      try? Sys.unlink(folder.path(of: .log, next))
      failed(error.errno)
      return nil
    }
    generation = next
    gap.attemptBegan()
    beginRewrite()
    rewrite()
    endRewrite()
    firstRecord = records?.end ?? 0
    return next
  }

  /// All has ended in order: there is nothing to restore.
  package func forget() {
    records = nil
    hasBegun = false
    // A checkpoint that came after would be restored instead of what the stores were told since.
    thread.stop()
    folder.remove(before: .max)
  }

  /// Reads what the last daemon has left, since the machine started.
  ///
  /// - Parameter isWithoutDetail: whether only its processes are to be adopted: starts have ended at the rest.
  package func readEarlierState(withoutDetail isWithoutDetail: Bool = false) -> EarlierState {
    defer { generation = max(generation, folder.numbers(of: .log).last ?? 0) }
    let state = EarlierState(folder, boot: boot, withoutDetail: isWithoutDetail) { [log] in log.error("\($0)") }
    switch state {
    case .state(let replay):
      era = replay.era
      base = replay.checkpoint
      lastWhole = newestCheckpoint
    // Without a process to know by it, it would only name those twice that have ended.
    case .processes(let remnant):
      if !remnant.processes.isEmpty { era = remnant.era }
      eraBefore = remnant.era
      if !isWithoutDetail { lastWhole = newestCheckpoint }
    case .nothing: break
    }
    return state
  }

  /// Continues the last log, so that an end in the middle of restoring is no different from the one before.
  package func continueLog() {
    records = generation > 0 ? try? StateLog(continuing: folder.path(of: .log, generation)) : nil
    if records != nil { gap.close(by: generation) }
    beginRewrite()
  }
}
