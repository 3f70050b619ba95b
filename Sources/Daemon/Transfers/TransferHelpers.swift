// Carries out transfers: opens their files, starts roost-transfer for each, and tells what comes of it.
import Dispatch
package import LifecycleModel
package import Linux
package import Logging
package import Processes
import Synchronization
import SystemPackage
package import Systemd
import TransferProtocol

/// A file on the way to its app: the loop hears that it is there, or waits for it.
private nonisolated final class Landing: Sendable {
  typealias File = Result<(file: String, size: Int64), TransferFolder.Problem>

  private let file = Mutex<File?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func come(_ file: File) {
    self.file.withLock { $0 = file }
    isThere.signal()
  }

  /// To be called until it is there. Nil: it has not come by then.
  func wait(until deadline: DispatchTime) -> File? {
    guard isThere.wait(timeout: deadline) == .success else { return nil }
    return file.withLock { $0 }
  }
}

/// The transfers that run, by serial.
@MainActor package final class TransferHelpers {
  private let folder: TransferFolder
  private let program: String?
  private let loop: EventLoop
  private let kernel: Kernel
  private let log: Logger
  private let running: HelperProcesses
  private let deliver: Deliver
  private let starter: ThreadStarter
  /// For what is done at the start.
  let beginning: WorkQueue
  /// For each app's files: its container's folders may keep a thread waiting for as long as the app lists them.
  private var queues: [AppID: WorkQueue] = [:]
  /// Attempts whose files are on their way to be opened. Each holds its request until then.
  private var opening: [AppID: Int] = [:]
  private static let mostOpening = 2 * Limit.runningTransfers.number
  /// The transfers of which there may be a part.
  private var begun: Set<TransferSerial> = []
  private var runs: [TransferSerial: Run] = [:]
  /// The attempts that were stopped, by number, until their helpers have ended.
  private var ending: [UInt64: Run] = [:]
  /// The attempts that have brought everything, and whose files are on the way to their apps.
  private var handingOver: [TransferSerial: UInt64] = [:]
  /// The files that are on the way, also those that nobody waits for any more, by the number of the attempt.
  private var handOvers: [UInt64: HandOver] = [:]
  private static let handOverPatience = DispatchTimeInterval.seconds(2)
  private var lastRun: UInt64 = 0
  private var tell: (AppID, TransferSerial, TransferFact) -> Void = { _, _, _ in }

  /// One attempt; a later one of the same transfer has another number.
  private struct Run {
    let number: UInt64
    let serial: TransferSerial
    let app: AppID
    let container: String
    /// Nil while its files are being opened, and until it has its turn.
    var helper: TransferHelper?
    /// Whether nobody waits for its file any more.
    var isDiscarded = false
  }

  /// An attempt whose files are open.
  private struct Ready {
    let order: TransferOrder
    let serial: TransferSerial
    let number: UInt64
    let files: TransferFolder.Files
  }

  /// - Parameters:
  ///   - stateDirectory: which is there.
  ///   - program: roost-transfer; nil when it is not installed.
  ///   - running: where the daemon keeps count of its helpers.
  package init(
    stateDirectory: String, program: String? = HelperProgram.path(of: "roost-transfer"), on loop: EventLoop,
    kernel: Kernel, running: HelperProcesses, log: Logger, starter: ThreadStarter = .shared,
    deliver: @escaping Deliver
  ) {
    folder = TransferFolder(stateDirectory + "/transfers")
    self.program = program
    self.loop = loop
    self.kernel = kernel
    self.running = running
    self.log = log
    self.starter = starter
    beginning = WorkQueue(on: starter)
    self.deliver = deliver
  }

  /// - Parameter tell: hears of each transfer that was started what comes of it, on the loop's thread.
  package func connect(_ tell: @escaping (AppID, TransferSerial, TransferFact) -> Void) { self.tell = tell }

  /// Tells how many bytes there are of each transfer that an earlier daemon has begun.
  package func findParts(then: @escaping @MainActor @Sendable ([TransferSerial: Int64]) -> Void) {
    let told = AnswerOnLoop<[TransferSerial: Int64]> { [weak self] sizes in
      self?.begun.formUnion(sizes.keys)
      then(sizes)
    }
    beginning.async { [folder, deliver] in told.tell(folder.sizes(), by: deliver) }
  }

  /// Removes what earlier daemons have left and nobody knows any more.
  package func removeAll(except known: Set<TransferSerial>) {
    // Of a state that was restored, nobody has looked for the parts.
    begun.formUnion(known)
    beginning.async { [folder] in folder.removeAll(except: known) }
    // A transfer that begins from now on is not among those.
    for queue in queues.values { awaitBeginning(on: queue) }
  }

  /// No part is made before those are removed that nobody knows.
  private func awaitBeginning(on queue: WorkQueue) { queue.async { [beginning] in beginning.sync {} } }

  private func queue(of app: AppID) -> WorkQueue {
    if let queue = queues[app] { return queue }
    let queue = WorkQueue(on: starter)
    queues[app] = queue
    awaitBeginning(on: queue)
    return queue
  }

  /// Carries `transfer` out in place of an attempt that runs. Of one that has brought everything the end is told, and it is not
  /// carried out again.
  package func start(_ transfer: Transfer, of app: AppID, container: String, room: Int64, stall: Duration) {
    guard handingOver[transfer.serial] == nil else { return }
    hold(transfer.serial)
    guard program != nil else {
      return fail(
        transfer.serial, app, .helper,
        "no roost-transfer is installed beside roostd or in ../libexec/roost; install it with make install")
    }
    // An app that begins and cancels without end has no more processes than one that does not.
    guard ending.values.count(where: { $0.app == app }) < Limit.runningTransfers.number else {
      return fail(transfer.serial, app, .helper, "those that were cancelled just now have not ended yet")
    }
    guard opening[app, default: 0] < Self.mostOpening else {
      return fail(transfer.serial, app, .helper, "the files of the app's transfers before it are not open yet")
    }
    opening[app, default: 0] += 1
    begun.insert(transfer.serial)
    lastRun += 1
    let number = lastRun
    runs[transfer.serial] = Run(number: number, serial: transfer.serial, app: app, container: container)
    let request = transfer.request
    let order = TransferOrder(
      url: request.url, method: request.method, headers: request.headers, sends: request.file != nil,
      // One that is read from disk may be of a daemon that took any.
      validator: transfer.validator.flatMap { TransferNews.isValidator($0) ? $0 : nil },
      whole: transfer.expected, room: room, stall: Int(stall.components.seconds))
    queue(of: app).async { [folder, deliver, weak self] in
      let files = Result { () throws(TransferFolder.Problem) in try folder.open(transfer, in: container) }
      deliver {
        guard let self else { return _ = try? files.get().close() }
        self.opening[app] = self.opening[app].flatMap { $0 > 1 ? $0 - 1 : nil }
        self.opened(files, order, transfer.serial, number)
      }
    }
  }

  private func opened(
    _ files: Result<TransferFolder.Files, TransferFolder.Problem>, _ order: TransferOrder, _ serial: TransferSerial,
    _ number: UInt64
  ) {
    switch files {
    case .failure(let problem):
      guard let run = runs[serial], run.number == number else { return }
      runs[serial] = nil
      fail(serial, run.app, problem.failure, problem.words)
    case .success(let files):
      forgetVersion(of: serial, number, files, order)
      // The kernel keeps the loop waiting until the new process runs its program (clone(2), CLONE_VFORK), and the transfers of
      // many apps may be due at one moment.
      loop.helperStarts.take { [weak self] in
        guard let self else { return files.close() }
        launch(Ready(order: order, serial: serial, number: number, files: files))
      }
    }
  }

  /// A helper may have given the part up before roostd was killed, which has not read that. What comes into the part now may be of
  /// another version, of which nobody has heard yet where roostd is killed again.
  private func forgetVersion(
    of serial: TransferSerial, _ number: UInt64, _ files: TransferFolder.Files, _ order: TransferOrder
  ) {
    guard files.isEmpty, order.validator != nil, let run = runs[serial], run.number == number else { return }
    tell(run.app, serial, .began(validator: nil, expected: nil, received: 0))
  }

  private func launch(_ ready: Ready) {
    defer { ready.files.close() }
    let (serial, number) = (ready.serial, ready.number)
    guard let program, let run = runs[serial], run.number == number else { return }
    do {
      let helper = try TransferHelper.start(program, ready.order, ready.files, loop: loop, kernel: kernel) {
        [unowned self] in handle($0, serial, number)
      }
      running.began(helper.child)
      runs[serial]?.helper = helper
      // It changes the part of those before it, whose last words may not have been read.
      for (number, run) in ending where run.serial == serial { ending[number]?.isDiscarded = true }
    } catch {
      runs[serial] = nil
      fail(serial, run.app, .helper, "unable to start roost-transfer: \(error)")
    }
  }

  /// Stops an attempt; nothing more is told of it, but that it has brought everything already.
  package func hold(_ serial: TransferSerial) {
    guard let run = runs.removeValue(forKey: serial), let helper = run.helper else { return }
    // Reaped when it has ended.
    ending[run.number] = run
    helper.stop()
  }

  /// Stops an attempt, and removes its part; nothing more is told of it.
  package func discard(_ serial: TransferSerial, of app: AppID) {
    hold(serial)
    handingOver[serial] = nil
    for (number, run) in ending where run.serial == serial { ending[number]?.isDiscarded = true }
    guard begun.remove(serial) != nil else { return }
    // After what was asked of the folder before: a part that is being opened is made first.
    queue(of: app).async { [folder] in folder.remove(serial) }
  }

  // MARK: News

  private func handle(_ step: TransferHelper.Step, _ serial: TransferSerial, _ number: UInt64) {
    if let run = ending[number] {
      if case .ended(let cause) = step {
        ending[number] = nil
        stopped(cause, run)
      }
      return
    }
    guard let run = runs[serial], run.number == number else { return }
    switch step {
    case .answered: tell(run.app, serial, .answered)
    case .began(let beginning):
      tell(
        run.app, serial,
        .began(validator: beginning.validator, expected: beginning.expected, received: beginning.received))
    case .progressed(let received): tell(run.app, serial, .progressed(received: received))
    case .ended(let cause):
      if let helper = run.helper { running.ended(helper.child) }
      runs[serial] = nil
      if let answer = Self.answer(cause) { return handOver(run, answer) }
      let (failure, words) = TransferFailure.told(by: cause)
      fail(serial, run.app, failure, words)
    }
  }

  /// Its last word may have come before it was stopped: then a server that was asked again would do again what it has done.
  private func stopped(_ cause: TransferHelper.Cause, _ run: Run) {
    if let helper = run.helper { running.ended(helper.child) }
    guard let answer = Self.answer(cause), !run.isDiscarded else { return }
    // A later attempt whose helper is not started yet.
    runs[run.serial] = nil
    handOver(run, answer)
  }

  private func handOver(_ run: Run, _ answer: Answer) {
    let serial = run.serial
    handingOver[serial] = run.number
    var run = run
    // Its descriptors are closed on this thread, and do not wait for the disk.
    run.helper = nil
    let (landing, number, container) = (Landing(), run.number, run.container)
    handOvers[number] = HandOver(run: run, answer: answer, landing: landing)
    queue(of: run.app).async { [folder, deliver, weak self] in
      landing.come(Result { () throws(TransferFolder.Problem) in try folder.hand(over: serial, to: container) })
      deliver { self?.handedOver(number, by: .now()) }
    }
  }

  /// Tells of the files that are on the way to their apps, and waits for a moment until they are there: the next daemon knows nothing
  /// of the servers' answers, and would ask again.
  package func finishHandOvers() {
    let deadline = DispatchTime.now() + Self.handOverPatience
    for number in handOvers.keys.sorted() { handedOver(number, by: deadline) }
  }

  private func handedOver(_ number: UInt64, by deadline: DispatchTime) {
    guard let handOver = handOvers[number], let file = handOver.landing.wait(until: deadline) else { return }
    handOvers[number] = nil
    handedOver(file, handOver.run, handOver.answer)
  }

  private func handedOver(_ file: Landing.File, _ run: Run, _ answer: Answer) {
    let serial = run.serial
    guard handingOver[serial] == run.number else {
      // Discarded meanwhile: its app never learns the name of the file.
      guard case .success((let name, _)) = file else { return }
      return queue(of: run.app).async { [folder] in folder.take(back: name, from: run.container) }
    }
    handingOver[serial] = nil
    // A part that could not be moved is there for another attempt.
    if case .success = file { begun.remove(serial) }
    switch file {
    case .success((let file, let size)):
      log.debug("\(run.app): transfer \(serial.number) has ended: \(size) bytes")
      tell(run.app, serial, .ended(.done(status: answer.status, file: file, size: size, headers: answer.headers)))
    case .failure(let problem): fail(serial, run.app, problem.failure, problem.words)
    }
  }

  private struct HandOver {
    let run: Run
    let answer: Answer
    let landing: Landing
  }

  /// Of the server, where all of it is in the part.
  private struct Answer {
    let status: Int
    let headers: [String: String]?
  }

  private static func answer(_ cause: TransferHelper.Cause) -> Answer? {
    guard case .said(let ending) = cause, ending.kind == .done else { return nil }
    return ending.status.map { Answer(status: $0, headers: ending.headers) }
  }

  private func fail(_ serial: TransferSerial, _ app: AppID, _ failure: TransferFailure, _ words: String) {
    log.debug("\(app): an attempt at transfer \(serial.number) failed: \(words)")
    tell(app, serial, .ended(.failed(failure, words)))
  }
}
