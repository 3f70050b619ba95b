// Starting apps, hearing of their ends, and of what outsiders do to them.
import DaemonConfiguration
import AgentProtocol
import AppLink
import Bundles
import Glibc
import LifecycleModel
import Linux
import Logging
import Processes
import Reporting
import SystemPackage
import Systemd

extension Supervisor {
  // MARK: Start

  func spawnNow(_ serial: ProcessSerial, _ app: AppID, _ launch: LifecycleModel.Launch) {
    do {
      let process = try start(serial, app, launch)
      keepDescriptors(of: process)
      survival.spawned(process.identity)
      take([.kernel(serial, .spawned(pid: process.child.pid))])
      process.channel.begin()
    } catch {
      log.error("unable to launch \(app): \(error)")
      submit(.kernel(serial, .spawnFailed("\(error)")))
    }
  }

  private func start(_ serial: ProcessSerial, _ app: AppID, _ launch: LifecycleModel.Launch) throws -> LiveProcess {
    let bundle = try catalog.launchable(app)
    let user = try configuration.appUser.map { name throws(AppUser.Problem) in try self.user(named: name) }
    let container = try Container.prepare(for: app.string, in: configuration.stateDirectory, owner: user)
    if let program = bundle.program { return try start(serial, bundle, program, launch, in: container, as: user) }
    var pipes = try ChannelPipes()
    let output = try AppOutput(app, configuration)
    let pressure = pressureFIFO(of: serial)
    if let user, let pressure { chown(pressure.path, user.user, user.group) }
    let (child, cgroup) = try run(
      LaunchRequest(
        executable: bundle.executable, arguments: [bundle.executable] + launch.arguments,
        environment: environment(of: serial, bundle, container, pressure), directory: container,
        output: output.descriptor, error: output.descriptor,
        events: pipes.appEvents.rawValue, replies: pipes.appReplies.rawValue, openFiles: OpenFiles.inherited,
        sandbox: sandbox(bundle, container, pressure: pressure?.path, output: output.path), user: user),
      in: cgroups?.make(for: app, serial, lifecycle.apps[app]?.description.memory ?? MemoryTraits()))
    do {
      let channel = try AppChannel(
        serial, events: pipes.takeEvents(), replies: pipes.takeReplies(), survival: survival, loop: loop
      ) { [unowned self] in arrived($0, from: serial) }
      return try hold(
        ProcessIdentity(serial, app, child, channel, executable: bundle.executable), child, channel, pressure, cgroup)
    } catch {
      Kill.tree(root: child, kernel: kernel)
      if let cgroup { cgroups?.release(cgroup) }
      postOrphanSweep()
      throw error
    }
  }

  /// Holds a process, as new as it is or taken over from an earlier daemon.
  func hold(
    _ identity: ProcessIdentity, _ child: ChildProcess, _ channel: any Channel, _ pressure: PressureFIFO?,
    _ cgroup: AppCgroup?
  ) throws(SystemCallError) -> LiveProcess {
    let serial = identity.serial
    let container = Container.path(of: identity.app.string, in: configuration.stateDirectory)
    let process = try LiveProcess(
      identity, child: child, channel: channel, pressure: pressure,
      heldThings: HeldThings(container: container, sharedNodes: configuration.sharedNodes), loop: loop, kernel: kernel,
      submit: { [unowned self] in submit($0) }, exited: { [unowned self] in reap(serial) })
    process.cgroup = cgroup
    live[serial] = process
    serials[child.pid] = serial
    return process
  }

  /// An app that cannot be started in its cgroup is started without.
  func run(_ request: LaunchRequest, in cgroup: AppCgroup?) throws -> (ChildProcess, AppCgroup?) {
    guard let cgroup else { return (try ChildProcess.launch(request, kernel: kernel), nil) }
    var inside = request
    inside.cgroup = cgroup.path
    do {
      return (try ChildProcess.launch(inside, kernel: kernel), cgroup)
    } catch {
      cgroups?.release(cgroup)
      guard error.step == .clone || error.step == .cgroup else { throw error }
      let child = try ChildProcess.launch(request, kernel: kernel)
      log.warning("unable to start a process in the cgroup \(cgroup.path): \(error.errno); it runs without it")
      return (child, nil)
    }
  }

  /// An app can do without.
  func pressureFIFO(of serial: ProcessSerial) -> PressureFIFO? {
    let folder = configuration.runtimeDirectory + "/pressure"
    do throws(Errno) {
      try Folder.make(folder, mode: 0o711)
      return try PressureFIFO(pressurePath(of: serial))
    } catch {
      log.warning("unable to make a FIFO in \(folder) for memory pressure: \(error); the app runs without it")
      return nil
    }
  }

  func pressurePath(of serial: ProcessSerial) -> String {
    "\(configuration.runtimeDirectory)/pressure/\(serial.number)"
  }

  func environment(
    of serial: ProcessSerial, _ bundle: AppBundle, _ container: String, _ pressure: PressureFIFO?
  ) -> [String] {
    let channel = ["ROOST_PROTOCOL=1", "ROOST_EVENTS_FD=3", "ROOST_REPLIES_FD=4"]
    var environment = (bundle.program == nil ? channel : []) + [
      "ROOST_BUNDLE=\(bundle.path)", "ROOST_RUNTIME=\(configuration.runtimeDirectory)",
      "ROOST_PROCESS=\(survival.mark(of: serial))",
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
        firstAppearance: configuration.firstAppearance, exits: (lastExits[process.app] ?? []).map(\.json),
        settings: device.facts.settings(for: process.app), device: device.facts.device(for: process.app)))
  }

  /// What the supervisor sees to itself.
  private func lookInto(_ message: AppMessage, from serial: ProcessSerial) {
    switch message {
    case .crashing(let signal, let thread): crashing(serial, signal, thread: thread)
    case .request(let request): answerOfThePast(request, from: serial)
    case .hello, .ack, .entering, .took: break
    }
  }

  func arrived(_ arrival: AppChannel.Arrival, from serial: ProcessSerial) {
    switch arrival {
    case .messages(let messages):
      // The log has them as they came.
      take(messages.compactMap { Input($0, from: serial) })
      for message in messages { lookInto(message, from: serial) }
    case .violation(let how): submit(.app(serial, .violated(how)))
    case .hangUp: submit(.app(serial, .hungUp))
    }
  }

  // MARK: What it holds and uses

  func inspect(_ serial: ProcessSerial) {
    guard let process = live[serial] else { return }
    submit(.kernel(serial, .inspected(process.holdings())))
  }

  func sampleCPU(_ serial: ProcessSerial) {
    guard let used = live[serial]?.processorTime() else { return }
    submit(.kernel(serial, .sampledCPU(used)))
  }

  // MARK: End

  private func reap(_ serial: ProcessSerial) {
    guard let process = live[serial] else { return }
    process.channel.drain()
    let end: ProcessEnd
    do {
      guard let reaped = try process.child.reap() else { return process.waitForReaping() }
      end = reaped
    } catch {
      // It is gone all the same, and its record must not be lost with its status.
      log.error("unable to learn how \(process.app) (pid \(process.child.pid)) ended: \(error)")
      end = .unknown
    }
    if reportContexts[serial] == nil { reportContexts[serial] = ReportContext(executable: process.executable) }
    dropDescriptors(of: process)
    process.close()
    if let cgroup = process.cgroup { cgroups?.release(cgroup) }
    live[serial] = nil
    serials[process.child.pid] = nil
    if let leaving = process.leaving { leftBehind.merge(leaving) }
    let footprint = process.lastFootprint?.total ?? end.peakResident
    // First: whoever looks at memory now must know that some of it may still be held.
    postOrphanSweep()
    submit(.kernel(serial, .exited(end.status, Usage(cpu: end.cpuTime, footprint: footprint))))
  }

  func sweepOrphans() {
    do {
      let found = try Orphans.find(knownRoots: backtracer.helpers.union(serials.keys), kernel: kernel)
      for orphan in found where orphans[orphan.pid] == nil {
        log.info("ending pid \(orphan.pid), left behind by an app that has ended")
        let watch = try loop.watch(orphan.pidfd.descriptor, for: .readable, priority: .exit) {
          [unowned self] _ in reapOrphan(orphan)
        }
        orphans[orphan.pid] = Orphan(orphan, watch: watch, before: leftBehind, kernel: kernel)
        Kill.tree(root: orphan, kernel: kernel)
      }
      leftBehind = Footprints()
    } catch {
      log.error("unable to end what ended apps left behind: \(error)")
    }
  }

  /// The children of an orphan come to us in turn.
  private func reapOrphan(_ orphan: ChildProcess) {
    if (try? orphan.reap()) == .some(nil) { return }
    if let leaving = orphans.removeValue(forKey: orphan.pid)?.footprints { leftBehind.merge(leaving) }
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
      case .stopped: if !process.isStoppedByUs { submit(.kernel(serial, .stoppedFromOutside)) }
      case .continued: if process.isContinued { submit(.kernel(serial, .continuedFromOutside)) }
      }
    }
  }
}
