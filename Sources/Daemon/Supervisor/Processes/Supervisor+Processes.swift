// Carries events to running apps, takes in their messages, and deals with their ends.
import AgentProtocol
import AppLink
import DaemonConfiguration
import LifecycleModel
import Linux
import Logging
import Processes
import Stores
import Systemd

extension Supervisor {
  // MARK: Words of the app

  func send(_ event: LifecycleModel.Event, _ sequence: EventSequence, to serial: ProcessSerial) {
    guard answersInOrder.hasWaiting(for: serial) else { return write(event, sequence, to: serial) }
    answersInOrder.hold(for: serial, event: { [unowned self] in write(event, sequence, to: serial) })
  }

  /// Sets a deadline, or takes it back. That for an event which waits counts from the moment at which the app is told.
  func arm(_ serial: ProcessSerial, _ step: Step, at due: Instant?) {
    guard answersInOrder.hasWaiting(for: serial) else { return launcher.arm(serial, step, at: due) }
    // One that was set before is taken back at once.
    launcher.arm(serial, step, at: nil)
    let since = Instant.now
    answersInOrder.hold(
      for: serial,
      event: { [launcher] in launcher.arm(serial, step, at: due.map { $0 + Instant.now.since(since) }) })
  }

  private func write(_ event: LifecycleModel.Event, _ sequence: EventSequence, to serial: ProcessSerial) {
    guard let process = processes[serial] else { return }
    process.letGo()
    if event == .aside(.memoryWarning) {
      process.pressure?.warn(process.suspect) { process.heldUp("FIFO of memory pressure (fifo(7))") }
    }
    let device = model.lifecycle.device
    process.channel.send(event, sequence, to: model.lifecycle.apps[process.app]) {
      LaunchFacts(
        orientation: device.facts.orientation, statusBar: StatusBar(isTall: device.call == .underWay),
        firstAppearance: configuration.firstAppearance, exits: (autopsy.lastExits[process.app] ?? []).map(\.json),
        settings: device.facts.settings(for: process.app),
        device: device.facts.device(for: process.app, hasMultitasking: configuration.policy.multitasking))
    }
  }

  /// The effects that the supervisor carries out itself.
  private func lookInto(_ message: AppMessage, from serial: ProcessSerial) {
    switch message {
    case .crashing(let signal, let thread): autopsy.crashing(serial, signal, thread: thread)
    case .request(let request): autopsy.answerOfThePast(request, from: serial)
    case .hello, .ack, .entering, .took: break
    }
  }

  func arrived(_ arrival: AppChannel.Arrival, from serial: ProcessSerial) {
    switch arrival {
    case .messages(let messages):
      // Before the turns, which may bring about a checkpoint.
      for case .request(let request) in messages {
        if let question = PastQuestion(request, from: serial) { survival.pastQuestions.note(question) }
      }
      // The log has them as they came.
      if monitor.isWatched, let app = processes[serial]?.app {
        model.take(messages, from: serial, of: app, telling: monitor)
      } else {
        model.take(messages.compactMap { Input($0, from: serial) })
      }
      for message in messages { lookInto(message, from: serial) }
    case .violation(let how): submit(.app(serial, .violated(how)))
    case .hangUp: submit(.app(serial, .hungUp))
    }
  }

  // MARK: Suspension

  func thaw(_ serial: ProcessSerial) {
    guard let process = processes[serial] else { return }
    // First: an app that runs ends with its channel.
    keptDescriptors.keep(process)
    process.thaw()
  }

  // MARK: Things that it holds and uses

  func inspect(_ serial: ProcessSerial) {
    processes[serial]?.inspect { [unowned self] holdings in submit(.kernel(serial, .inspected(holdings))) }
  }

  /// Of one that runs on behind the screen, at the beginning and then as often as its processor time is averaged over
  /// (BG8). The model has had it looked at in the beginning; what it opens later is seen here (BG5).
  func sampleCPU(_ serial: ProcessSerial) {
    loop.crowds.take { [weak self] in self?.sample(serial) }
  }

  private func sample(_ serial: ProcessSerial) {
    guard let process = processes[serial] else { return }
    submit(.kernel(serial, process.processorTimeOfNow().map(KernelFact.sampledCPU) ?? .sampleFailed))
    if Instant.now.since(process.lookedAt) > model.lifecycle.policy.cpuWindow / 2 { inspect(serial) }
  }

  // MARK: End

  func reap(_ serial: ProcessSerial) {
    guard let process = processes[serial] else { return }
    // One that the kernel does not end has been read ever since it was killed.
    guard process.hasSaidAll() || process.isOverdue else { return }
    let end: ProcessEnd
    do {
      if let reaped = try process.child.end() {
        end = reaped
      } else {
        guard process.isOverdue else { return process.waitForReaping() }
        let seconds = OverdueEnd.patience / 1_000_000_000
        log.error(
          "\(process.app) (pid \(process.child.pid)) is still there \(seconds) s after roostd killed it; it counts as ended"
        )
        end = .unknown
      }
    } catch {
      // It is gone all the same, and its record must not be lost with its status.
      log.error("unable to learn how \(process.app) (pid \(process.child.pid)) ended: \(error)")
      end = .unknown
    }
    autopsy.ended(process)
    keptDescriptors.drop(process)
    process.close()
    let isEmpty =
      process.cgroup.flatMap {
        launcher.cgroups?.release($0, of: process.app, mayBeKilled: !end.hasExited)
      } ?? false
    processes.remove(process)
    launcher.sweep(after: process.app)
    let footprint = process.measured.lastFootprint?.total ?? 0
    // First: a look at memory from now on must know that some of it may still be held.
    if isEmpty { orphanage.sweepLater() } else { orphanage.postSweep(for: process.measured.leaving) }
    if process.child.isAdopted, process.cgroup == nil || launcher.cgroups == nil { postEndOfStrays() }
    submit(.kernel(serial, .exited(end.status, Usage(cpu: end.cpuTime, footprint: footprint))))
  }

  /// One that was killed while its launch waited with a daemon before this one, in which nobody can say any more that it has not begun.
  func endUnbegun(_ serial: ProcessSerial) {
    guard processes[serial] == nil, !launcher.isAwaited(serial), let app = model.lifecycle.app(of: serial),
      model.lifecycle.apps[app]?.process?.pid == nil
    else { return }
    submit(.kernel(serial, .spawnFailed(Launcher.endedBefore)))
  }

  /// What an adopted app leaves behind does not come to this daemon, which did not start it.
  private func postEndOfStrays() {
    do {
      try loop.post(priority: .idle) { [weak self] in self?.endStrays() }
    } catch {
      log.error("\(error)")
    }
  }
}
