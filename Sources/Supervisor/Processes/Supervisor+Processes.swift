// Starting apps, hearing of their ends, and of what outsiders do to them.
import AgentProtocol
import Glibc
import LifecycleModel
import Logging
import Systemd
import SystemPackage

extension Supervisor {
  // MARK: Start

  func spawn(_ serial: ProcessSerial, _ app: AppID, _ launch: LifecycleModel.Launch) {
    do {
      let process = try start(serial, app, launch)
      live[serial] = process
      serials[process.child.pid] = serial
      submit(.spawned(serial, pid: process.child.pid))
    } catch {
      log.error("unable to launch \(app): \(error)")
      submit(.spawnFailed(serial, "\(error)"))
    }
  }

  private func start(_ serial: ProcessSerial, _ app: AppID, _ launch: LifecycleModel.Launch) throws -> LiveProcess {
    let bundle = try catalog.launchable(app)
    let container = try Container.prepare(for: app.string, in: configuration.stateDirectory)
    var pipes = try ChannelPipes()
    let output = try AppOutput(app, configuration)
    let pressure = pressureFIFO(of: serial)
    let child = try ChildProcess.launch(
      LaunchRequest(
        executable: bundle.executable, arguments: [bundle.executable] + launch.arguments,
        environment: environment(bundle, container, pressure), directory: container,
        output: output.descriptor, error: output.descriptor,
        events: pipes.appEvents.rawValue, replies: pipes.appReplies.rawValue, openFiles: OpenFiles.inherited),
      kernel: kernel)
    do {
      let channel = try AppChannel(events: pipes.takeEvents(), replies: pipes.takeReplies(), loop: loop) {
        [unowned self] in arrived($0, from: serial)
      }
      return try LiveProcess(
        serial: serial, app: app, executable: bundle.executable, child: child, channel: channel, pressure: pressure,
        heldThings: HeldThings(container: container, sharedNodes: configuration.sharedNodes), loop: loop, kernel: kernel,
        submit: { [unowned self] in submit($0) }, exited: { [unowned self] in reap(serial) })
    } catch {
      Kill.tree(root: child, kernel: kernel)
      postOrphanSweep()
      throw error
    }
  }

  /// An app can do without.
  private func pressureFIFO(of serial: ProcessSerial) -> PressureFIFO? {
    let folder = configuration.runtimeDirectory + "/pressure"
    do throws(Errno) {
      guard mkdir(folder, 0o711) == 0 || errno == EEXIST else { throw Errno(rawValue: errno) }
      return try PressureFIFO("\(folder)/\(serial.number)")
    } catch {
      log.warning("unable to make a FIFO in \(folder) for memory pressure: \(error); an app does without it")
      return nil
    }
  }

  private func environment(_ bundle: AppBundle, _ container: String, _ pressure: PressureFIFO?) -> [String] {
    var environment = [
      "ROOST_PROTOCOL=1", "ROOST_EVENTS_FD=3", "ROOST_REPLIES_FD=4", "ROOST_BUNDLE=\(bundle.path)",
      "HOME=\(container)", "TMPDIR=\(container)/tmp", "PWD=\(container)",
    ]
    if let pressure { environment.append("MEMORY_PRESSURE_WATCH=\(pressure.path)") }
    let facts = lifecycle.device.facts.environment
    environment += facts.map { "\($0.key)=\($0.value)" }
    for name in Self.passedOn where facts[name] == nil {
      // They would count for more than LANG (locale(7)).
      if facts["LANG"] != nil, name == "LANGUAGE" || name == "LC_ALL" { continue }
      if let value = getenv(name) { environment.append("\(name)=\(String(cString: value))") }
    }
    return environment
  }

  /// What apps see of the daemon's own environment, where nobody has set the device otherwise: the language, the clock
  /// and where programs are.
  private static let passedOn = ["PATH", "LANG", "LANGUAGE", "LC_ALL", "TZ", "XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "DISPLAY"]

  // MARK: Words of the app

  func send(_ event: LifecycleModel.Event, _ sequence: EventSequence, to serial: ProcessSerial) {
    guard let process = live[serial] else { return }
    if event == .aside(.memoryWarning) { process.pressure?.warn() }
    let device = lifecycle.device
    process.channel.send(
      event, sequence, to: lifecycle.apps[process.app],
      LaunchFacts(
        orientation: device.facts.orientation, statusBar: StatusBar(isTall: device.call == .underWay),
        firstAppearance: configuration.firstAppearance, exits: lastExits[process.app] ?? [],
        settings: device.facts.settings(for: process.app), device: device.facts.device(for: process.app)))
  }

  private func arrived(_ arrival: AppChannel.Arrival, from serial: ProcessSerial) {
    switch arrival {
    case .message(.crashing(let signal, let thread)): crashing(serial, signal, thread: thread)
    case .message(let message):
      if !answerOfThePast(message, from: serial), let input = Input(message, from: serial) { submit(input) }
    case .violation(let how): submit(.violated(serial, how))
    case .hangUp: submit(.hungUp(serial))
    }
  }

  // MARK: What it holds and uses

  func inspect(_ serial: ProcessSerial) {
    guard let process = live[serial] else { return }
    submit(.inspected(serial, process.holdings()))
  }

  func sampleCPU(_ serial: ProcessSerial) {
    guard let used = live[serial]?.processorTime() else { return }
    submit(.sampledCPU(serial, used))
  }

  // MARK: End

  private func reap(_ serial: ProcessSerial) {
    guard let process = live[serial] else { return }
    process.channel.drain()
    let end: ProcessEnd
    do {
      guard let reaped = try process.child.reap() else { return }
      end = reaped
    } catch {
      // It is gone all the same, and its record must not be lost with its status.
      log.error("unable to learn how \(process.app) (pid \(process.child.pid)) ended: \(error)")
      end = ProcessEnd(status: .exited(code: 0), cpuTime: 0, peakResident: 0)
    }
    if reportContexts[serial] == nil { reportContexts[serial] = ReportContext(executable: process.executable) }
    process.close()
    live[serial] = nil
    serials[process.child.pid] = nil
    submit(.exited(serial, end.status, Usage(cpu: end.cpuTime, footprint: process.lastFootprint ?? end.peakResident)))
    postOrphanSweep()
  }

  func sweepOrphans() {
    do {
      let found = try Orphans.find(knownRoots: backtracer.helpers.union(serials.keys), kernel: kernel)
      for orphan in found where orphans[orphan.pid] == nil {
        log.info("ending pid \(orphan.pid), left behind by an app that has ended")
        orphans[orphan.pid] = try loop.watch(orphan.pidfd.descriptor, for: .readable, priority: .exit) {
          [unowned self] _ in reapOrphan(orphan)
        }
        Kill.tree(root: orphan, kernel: kernel)
      }
    } catch {
      log.error("unable to end what ended apps left behind: \(error)")
    }
  }

  /// The children of an orphan come to us in turn.
  private func reapOrphan(_ orphan: ChildProcess) {
    if (try? orphan.reap()) == .some(nil) { return }
    orphans[orphan.pid] = nil
    postOrphanSweep()
  }

  // MARK: Outsiders

  /// SIGCHLD names one child that stopped or continued; how, waitid(2) says, and never takes an exit from the pidfds.
  ///
  /// Of two signals at once only the first arrives (signal(7)). So all are asked as well, but a little later: waitid(2)
  /// looks at every child there is, and no app's transition is to take longer because there are others.
  func childChanged(_ child: pid_t) {
    take(stopChanges(of: child, kernel: kernel))
    do {
      let sweep = try stopSweep ?? loop.timer(priority: .idle) { [unowned self] in take(stopChanges(kernel: kernel)) }
      stopSweep = sweep
      if !sweep.isEnabled { sweep.rearm(at: monotonicNow() + Self.stopSweepDelay) }
    } catch {
      take(stopChanges(kernel: kernel))
    }
  }

  /// Nanoseconds until a stop or continue is noticed whose signal was lost.
  private static let stopSweepDelay: UInt64 = 100_000_000

  private func take(_ changes: [StopChange]) {
    for change in changes {
      guard let serial = serials[change.pid], let process = live[serial] else { continue }
      switch change.change {
      case .stopped: submit(.stoppedFromOutside(serial))
      case .continued: if process.isContinued { submit(.continuedFromOutside(serial)) }
      }
    }
  }
}
