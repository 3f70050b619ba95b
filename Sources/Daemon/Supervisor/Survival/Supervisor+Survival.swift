// Leaves to the next daemon this one's state, and the descriptors of its apps.
import AppLink
import DaemonConfiguration
import Glibc
import LifecycleModel
import Linux
import Logging
import Processes
import Reporting
import Settings
import Stores
import SystemPackage
import Systemd
import Transfers

extension Supervisor {
  /// From now on the next daemon can restore this one.
  func checkpoint() {
    survival.begin(asItIs, rewrite: rewriteLines) { [unowned self] then in
      whenStored { then($0 == .onDisk) }
    }
  }

  /// Says whether every change until now is on disk.
  private func whenStored(_ then: @escaping @MainActor @Sendable (Kept) -> Void) {
    notificationWrites.finish { [state] in state.whenWritten(then) }
  }

  // MARK: Answers

  // Where the log cannot be written, the stores alone tell the next daemon, and an answer waits for them. Where they fail as well,
  // the daemon has said so.

  func answer(_ request: RequestID, _ outcome: Outcome) {
    guard !survival.isWhole else { return model.answer(request, outcome) }
    whenStored { [model] _ in model.answer(request, outcome) }
  }

  func whenItSurvives(_ then: @escaping @MainActor @Sendable () -> Void) {
    guard !survival.isWhole else { return then() }
    whenStored { _ in then() }
  }

  func reply(_ answer: AppAnswer, to serial: ProcessSerial, id: UInt64) {
    guard !survival.isWhole || answersInOrder.hasWaiting(for: serial) else {
      return processes[serial]?.channel.reply(answer, to: id) ?? ()
    }
    let most = Limit.deferredRequests.number
    guard answersInOrder.answers(to: serial) < most else {
      return submit(.app(serial, .violated("more than \(most) of its requests waited for the disk")))
    }
    answersInOrder.hold(for: serial, answer: { [processes] in processes[serial]?.channel.reply(answer, to: id) })
    settleAnswers()
  }

  /// One question to the disk for all that wait by then: they come faster than it can be asked about each.
  private func settleAnswers() {
    guard let number = answersInOrder.beginSettling() else { return }
    whenStored { [weak self] _ in
      guard let self else { return }
      answersInOrder.give(to: number)
      settleAnswers()
      if model.isIdle { checkpointWhereWanted() }
    }
  }

  /// Tells the stores what the daemon before could not write, before they are read, and has them leave the same to the next.
  func takeUpUnwritten() {
    survival.carry = { [state] in state.carry(to: $0, as: $1, then: $2) }
    survival.carryNow = { [state] in state.carryNow(to: $0, as: $1) }
    // Nor is the rest of the state read when starts have ended at it.
    guard starts?.earlier.leftOut != .state else { return }
    let carried = survival.carried
    state.takeUp(from: carried.path) { carried.isOwed($0) }
  }

  /// To be called when nothing waits for its turn. A next daemon would take for told what waits to be told.
  func checkpointWhereWanted() { if survival.wantsCheckpoint, answersInOrder.isEmpty { checkpoint() } }

  /// The log still says that an app is to be erased.
  func checkpointAfterErasing() {
    survival.isOutdated = true
    if model.isIdle { checkpointWhereWanted() }
  }

  /// Leaves everything to the next daemon, whatever its version: this one ends in order, and is asked nothing any more.
  func handOver() {
    transfers.finishHandOvers()
    for process in processes.all { process.finishThaw() }
    // The next daemon may not be their parent, and could not learn how they ended.
    for process in processes.all { while process.isEnding { reap(process.serial) } }
    let kept = flushStores()
    answersInOrder.giveAll()
    guard model.isIdle else { return }
    survival.handOver(asItIs, isOnDisk: kept == .onDisk, rewrite: rewriteLines)
  }

  /// To be called when the loop has ended. After an orderly end nothing is left to the next daemon but what the stores could not
  /// write: the logs tell them again, as long as they are there. In the state that goes with them no app runs.
  func leave() {
    if isEnding { transfers.finishHandOvers() }
    let kept = flushStores()
    guard isEnding else { return }
    switch kept {
    case .onDisk: survival.forget()
    case .inMemory:
      let isLeft =
        model.isIdle ? survival.handOver(asItIs, isOnDisk: false, rewrite: rewriteLines) : survival.isWhole
      log.error("\(unwritten(isLeft: isLeft))")
    }
  }

  private func unwritten(isLeft: Bool) -> String {
    let (stores, logs) = (configuration.stateDirectory, survival.directory)
    return isLeft
      ? "unable to write to \(stores) all that apps and clients were told is kept; roostd leaves it in \(logs) "
        + "for the next roostd, until the machine is started anew: make space on the disk of \(stores), and start "
        + "roostd again"
      : "unable to write to \(stores) all that apps and clients were told is kept, nor to \(logs); the last of it is "
        + "lost: make space on both before roostd is started again"
  }

  private var asItIs: Checkpoint {
    let prompts = model.lifecycle.device.prompts
    return Checkpoint(
      lifecycle: model.lifecycle, lastRequest: model.lastRequest, channels: processes.all.map(\.channel.state),
      processes: processes.all.map(\.identity),
      standings: processes.all.compactMap {
        model.lifecycle.apps[$0.app]?.process.map { Standing($0, asking: prompts) }
      }, owed: owedReplies.all, erased: erasing.appsUnderWay)
  }

  private func rewriteLines() {
    for process in processes.all { process.channel.rewriteLines() }
  }

  /// Becomes the program that is installed now in this process, which then adopts the apps (execve(2)). Returns only
  /// when it could not, and says why.
  func becomeAnew() -> String {
    let path = Self.program
    if isEnding {
      return "unable to run \(path): roostd ends, and its apps with it; start it again when it has ended"
    }
    if isToldToStop {
      return
        "unable to run \(path): roostd has been told to stop, and asks the service manager whether that is a restart; "
        + "start roostd if it is not there in a moment"
    }
    if let error = whyStateIsClosed {
      return
        "unable to run \(path): it could not write to \(configuration.stateDirectory): \(error); roostd keeps running the old "
        + "program: look at the disk, and try again"
    }
    // The kernel ends all other threads first, and one in such a file system may hear of no signal (execve(2), signal(7)).
    if let waitedFor = launcher.pathWaitedFor {
      return
        "unable to run \(path): a thread waits for the file system of \(waitedFor), and everybody would wait with it; roostd "
        + "keeps running the old program: mount that again or unmount it, and try again"
    }
    if let problem = whyNextFails(isTriedAgain: false) {
      return
        "unable to run \(path): it would not start: \(problem); roostd keeps running the old program: correct that, and "
        + "try again"
    }
    if let change = whyNextIsElsewhere() {
      return
        "unable to run \(path): it would not find the apps, and they would all be ended: \(change); roostd keeps running the old "
        + "program: change that back, or restart roostd, which ends the apps in order"
    }
    // The next program takes for told all that this one has.
    guard finishNotifications() else {
      return
        "unable to run \(path): the service manager takes no messages at the moment; roostd keeps running the old program: "
        + "try again"
    }
    handOver()
    guard survival.isWhole else {
      return
        "unable to run \(path): the state of the apps could not be written to \(survival.directory), and they would all be ended; "
        + "roostd keeps running the old program: look at the space there, and try again"
    }
    let kept = keptDescriptors.handedOn(besides: handedOn.merging(earlierChildren.handedOn) { own, _ in own })
    for descriptor in kept.values { _ = try? Sys.fcntl(descriptor, F_SETFD, 0) }
    defer { for descriptor in kept.values { _ = try? Sys.fcntl(descriptor, F_SETFD, FD_CLOEXEC) } }
    let assignment = InheritedDescriptors.assignment(kept)
    var argv = CommandLine.arguments.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = [strdup(assignment)]
    var variable = environ
    while let entry = variable.pointee {
      environment.append(strdup(entry))
      variable += 1
    }
    environment.append(nil)
    defer { for text in argv + environment { free(text) } }
    // Signals that the loop blocks would stay blocked in the new program until it blocks them again: none is lost.
    JournalThread.shared.finish()
    let error = FileMask.givenBack { OpenFiles.givenBack { Sys.become(path, &argv, &environment) } }
    return "unable to run \(path): \(error); roostd keeps running the old program"
  }

  /// The reason why the next daemon could not lock the state; it makes the file where there is none.
  private var whyStateIsClosed: Errno? {
    do throws(Errno) {
      // access(2) asks the kernel's memory, which knows nothing of a file system that has shut down.
      let lock = "\(configuration.stateDirectory)/\(StateLockError.file)"
      try Sys.close(try Sys.open(lock, O_RDWR | O_NOFOLLOW | O_CLOEXEC))
      return nil
    } catch {
      return error == .noSuchFileOrDirectory ? nil : error
    }
  }

  /// The path that this program was started from; the file there now may be another (proc(5), /proc/PID/exe).
  static let program: String = {
    let text = (try? Sys.readlink("/proc/self/exe")) ?? ""
    return text.hasSuffix(" (deleted)") ? String(text.dropLast(" (deleted)".count)) : text
  }()

  /// Waits until every change is on disk, or known not to get there. For the daemon's end only.
  @discardableResult
  func flushStores() -> Kept {
    autopsy.reports.flush()
    notificationWrites.finish()
    return state.flush()
  }
}
