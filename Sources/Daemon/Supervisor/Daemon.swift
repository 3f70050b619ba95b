// The daemon as a process: its directories, signals and sockets around one supervisor.
import AppLink
import ControlAPI
package import DaemonConfiguration
import Devices
import Glibc
import LifecycleModel
import Linux
import Logging
import MetricsServer
import Processes
import Push
import Settings
import SystemPackage
import Systemd
import VarlinkServer

/// Wires a supervisor to this process: what ends it, what reloads it, what it serves.
@MainActor package final class Daemon {
  private let supervisor: Supervisor
  private let loop: EventLoop
  private let control: ControlServer
  private var sources: DeviceSources
  private var calendar: CalendarWatch?
  private let push: PushBridge?
  private var metrics: MetricsSocket?
  private var signals: [SignalSource] = []
  /// The descriptors that an earlier daemon has left with the service manager, or in this process.
  private var inherited: InheritedDescriptors
  private let stopOrder: StopOrder
  private let starts: StartMarker
  private let stateLock: LifetimeLock

  /// Makes the directories and opens the control socket, or takes the one that the service manager hands over. `reread`
  /// reads the configuration again when somebody wants that. Throws when another daemon serves it, or a directory cannot
  /// be used.
  package init(_ configuration: Configuration, reread: ConfigurationReader? = nil) throws {
    MallocArena.useOne()
    SessionPriority.raise()
    StandardDescriptors.fill()
    IgnoredSignals.beCaught()
    let left = StateFolder(runtimeDirectory: configuration.runtimeDirectory)
    try left.refuseNewer(boot: StateFolder.boot(.live), reader: ControlService.version)
    // Which users the apps have that it may adopt, this daemon knows when it has adopted them.
    let directories = Directories(configuration, haveOtherUsers: left.mayHaveApps)
    // Before anything is taken that a process which does not become a daemon leaves to others (``ChannelKeeper``).
    try directories.prepare()
    try ControlSocket.refuseUnknown(configuration.controlGroup)
    OpenFiles.raiseLimit()
    // Before any is opened: one that is announced and was not handed over would be taken for it.
    inherited = InheritedDescriptors.take()
    LowDescriptors.keep()
    let earlierChildren = EarlierChildren(&inherited, kernel: .live)
    PrivateProc.prepare(inherited.remove(PrivateProc.name))
    ThreadStarter.prepare()
    CallGuard.prepare()
    FileGuard.prepare()
    try Orphans.becomeSubreaper(kernel: .live)
    FileMask.closeToOthers()
    let threshold = LogThreshold(configuration.logLevel)
    let log = Logger(label: "roostd") { _ in
      LogWriter(threshold: threshold, keptIn: configuration.runtimeDirectory)
    }
    loop = try EventLoop()
    // Before anything else is opened: a second daemon must not touch what belongs to the first.
    let socket = try ControlSocket(
      runtimeDirectory: configuration.runtimeDirectory, group: configuration.controlGroup,
      inherited: inherited.remove("control"), left: inherited.remove(ControlSocket.own))
    stateLock = try directories.lockState()
    directories.close(log)
    starts = StartMarker(runtimeDirectory: configuration.runtimeDirectory)
    if let caution = starts.caution { log.warning("\(caution)") }
    supervisor = try Supervisor(
      configuration: configuration, reread: reread, loop: loop, log: log, starts: starts,
      handingOn: socket.handedOn.merging(PrivateProc.handedOn) { socket, _ in socket },
      earlierChildren: earlierChildren)
    earlierChildren.watch(on: loop, log: log)
    supervisor.serviceManager.caution = starts.caution
    stopOrder = StopOrder(loop, log: log)
    control = ControlServer(supervisor, on: socket, loop: loop, log: log)
    sources = supervisor.deviceSources()
    push = try supervisor.pushBridge()
    supervisor.runtime.inForce.whenReplaced { [unowned self] in reconfigured($0, threshold) }
    try watchSignals()
    try loop.enableWatchdog()
  }

  /// The exit status of a process whose daemon could not begin for `error` (sysexits.h).
  package static func exitStatus(of error: any Error) -> Int32 {
    // Starting it again is of no use before somebody has done what the message says: EX_DATAERR, EX_CONFIG.
    if let problem = error as? StateProblem, !problem.mayPass { return 65 }
    if let problem = error as? OwnFolder.Problem, !problem.mayPass { return misconfigured }
    if let error = error as? ConfigurationError { return error.mayPass ? 1 : misconfigured }
    return error is UnknownControlGroup ? misconfigured : 1
  }

  /// EX_CONFIG
  static let misconfigured: Int32 = 78

  /// Serves until it is told to end, and every app has ended in order. Returns the exit status.
  package func run() throws -> Int32 {
    let isRestored = supervisor.restore(&inherited)
    inherited.closeRest()
    supervisor.restoreStateMode()
    followCalendar()
    supervisor.findApps()
    supervisor.launcher.users.writeRecords()
    // Before any app runs: what is plugged in already is no news to it.
    let isBatteryKnown = isRestored && !supervisor.model.lifecycle.isBatteryAwaited
    sources.start(supervisor.configuration.listenedSources, awaitsBattery: !isBatteryKnown)
    supervisor.memory.watchStalls()
    if isRestored {
      // The rest is in the state that was restored.
      supervisor.recallExits { [unowned self] in serve() }
    } else {
      supervisor.recall { [unowned self] in
        supervisor.hearAdopted()
        serve()
      }
    }
    let status = try loop.run()
    supervisor.launcher.cgroups?.end()
    LateRemoval.finish()
    finishNotifications()
    supervisor.leave()
    return Int32(status)
  }

  private func serve() {
    // Told to end before: the apps have been told as well, the socket is closed, and the loop ends after the last of them.
    guard !supervisor.isEnding else { return }
    supervisor.checkpoint()
    // Without the sandbox an app may run programs whose files have capabilities, which the kernel starts for no process
    // without them in its bounding set (execve(2)).
    if supervisor.configuration.sandbox != .off { BoundingCapabilities.giveUp() }
    do {
      try control.listen()
      supervisor.serviceManager.ready()
      starts.end()
      // A program that this one replaces leaves its helpers behind, with nobody to hear of their end.
      supervisor.orphanage.postSweep()
      supervisor.removeLostParts()
      LockedMemory.lock()
      // Only now: a push for an app that is not known yet would be refused, and lost.
      push?.start(after: starts.earlier.brokerPause)
      showMetrics(on: supervisor.configuration.metricsAddress)
    } catch {
      supervisor.log.critical("\(error)")
      loop.exit(1)
      return
    }
    let line = "listening on \(control.path)\n"
    _ = try? Sys.write(STDOUT_FILENO, Array(line.utf8))
  }

  /// BX4: whatever sources of the device are configured. Without the watch the model hears of a leap at the next event.
  private func followCalendar() {
    supervisor.model.followCalendar()
    do {
      calendar = try CalendarWatch(on: loop) { [unowned self] in supervisor.model.followCalendar() }
    } catch {
      supervisor.log.warning("planned notifications and background work may come late: \(error)")
    }
  }

  private func reconfigured(_ configuration: Configuration, _ threshold: LogThreshold) {
    threshold.level = configuration.logLevel
    sources.endWaiting()
    // A fact that they tell and that is known already is no news to anybody.
    sources = supervisor.deviceSources()
    sources.start(configuration.listenedSources)
    if metrics?.wanted != configuration.metricsAddress { showMetrics(on: configuration.metricsAddress) }
  }

  /// A daemon whose counters nobody can read does all the rest.
  private func showMetrics(on address: InternetAddress?) {
    metrics?.stop()
    metrics = nil
    guard let address else { return }
    do {
      metrics = try MetricsSocket(address, loop) { [unowned self] then in
        supervisor.metricFamilies {
          then(MetricsTexts(prometheus: $0.prometheusText, openMetrics: $0.openMetricsText))
        }
      }
    } catch {
      supervisor.log.error(
        "unable to show metrics on \(address): \(error); change [metrics] listen in roostd.toml(5), and reload")
    }
  }

  /// Every app ends in order, and then the daemon.
  private func end() {
    starts.end()
    let policy = supervisor.model.lifecycle.policy
    supervisor.serviceManager.stopping(within: policy.longestShutdown)
    control.stop()
    metrics?.stop()
    metrics = nil
    push?.stop()
    supervisor.end()
    // An app that hangs is killed when its time is over, and nobody else moves the clock any more.
    supervisor.runtime.time?.advance(by: policy.longestShutdown, patience: .seconds(1)) { _ in }
  }

  /// The next daemon adopts the apps. The state that a daemon of the same model needs is there at any time.
  private func handOver() {
    if let problem = supervisor.whyNextFails(isTriedAgain: true) {
      supervisor.log.error(
        "roostd ends its apps in order, since it would not start again: \(problem); correct that, and start roostd")
      return end()
    }
    if let change = supervisor.whyNextIsElsewhere() {
      supervisor.log.warning("roostd ends its apps in order, since the next one would not find them: \(change)")
      return end()
    }
    supervisor.handOver()
    // Before its first checkpoint the next daemon finds the state that this one has found.
    guard supervisor.survival.isWhole || !supervisor.survival.hasBegun else {
      supervisor.log.error(
        """
        roostd ends its apps in order, since it could not write their state to \(supervisor.survival.directory); look at \
        the space there, and start roostd
        """)
      return end()
    }
    starts.end()
    supervisor.log.notice("roostd is restarted: its \(supervisor.processes.all.count) apps keep running")
    supervisor.serviceManager.restarting()
    finishNotifications()
    exit(0)
  }

  private func watchSignals() throws {
    for number in [SIGTERM, SIGINT] {
      signals.append(
        try loop.signal(number, priority: .request) { [unowned self] _ in
          supervisor.isToldToStop = true
          stopOrder.ask { [unowned self] isRestart in isRestart ? handOver() : end() }
        })
    }
    signals.append(
      try loop.signal(SIGHUP, priority: .request) { [unowned self] _ in supervisor.reload { _ in } })
    // Of stops and continues, of which an app may make any number; the pidfds tell of ends.
    signals.append(
      try loop.signal(SIGCHLD, priority: .request) { [unowned self] in supervisor.children.childChanged($0.pid) })
  }
}
