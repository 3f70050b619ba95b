// The conductor: turns each event into an input of the model, and hands each decision of the model to the part that
// carries it out.
import AppLink
import ControlAPI
import DaemonConfiguration
import Keys
import LifecycleModel
import Linux
import Logging
import Processes
import Push
import Reporting
import Settings
import Stores
import SystemPackage
import Systemd
import Transfers

/// Carries out what the model decides, and turns what the kernel, the apps and the clients say into its inputs. It
/// knows how; the model alone knows what. One thread, no locks: anything that would wait happens elsewhere and comes
/// back as an input.
final class Supervisor {
  let runtime: Runtime
  let model: ModelLoop
  let survival: Survival
  let serviceManager: ServiceManager
  let monitor = Monitor()
  let history: History
  private(set) var metrics = Metrics()
  let processes = LiveProcesses()
  let launcher: Launcher
  let orphanage: Orphanage
  /// Those that speak with a broker, and with servers.
  let helpers = HelperProcesses()
  let transfers: TransferHelpers
  let autopsy: Autopsy
  let memory: MemoryWatch
  let children: ChildWatch
  let state: StateStore
  let notificationWrites: NotificationWrites
  let icons: IconReader
  let snapshots: SnapshotStore
  var badPictures = BadPictures()
  let erasing: Erasing
  let reloads = SharedAnswer<Result<[String], ConfigurationError>>()
  let keyBag: KeyBag
  var pushRefusals = PushRefusals()
  /// The look for strays that is under way.
  var strayLook: StrayLook?
  /// The keys that apps have asked for.
  let keysUnderWay = AnswersUnderWay(limit: 64)
  /// The next daemon gives those that this one has not.
  var owedReplies = OwedReplies()
  let answersInOrder = AnswersInOrder()
  /// How far this start has come; nil where nobody counts.
  let starts: StartMarker?
  /// The descriptors, besides the apps', that a program which replaces this one needs; by name.
  let handedOn: [String: CInt]
  /// Processes that are no app's.
  let earlierChildren: EarlierChildren
  let keptDescriptors: KeptDescriptors
  private let alarms: Alarms
  /// When the state is to be written that could not be.
  private var stateRetry: TimerSource?
  /// The apps that were adopted without detail, until their requests are heard.
  var unheard: Remnant?
  /// Whether this daemon has been told to end, and all apps with it.
  private(set) var isEnding = false
  /// Whether SIGTERM has come to this daemon. The signal is there no more, and no next program would hear of it, while the service
  /// manager is asked whether the apps are to end.
  var isToldToStop = false
  /// The state of the daemon before, until this one has restored it.
  private var earlierState: EarlierState

  /// - Parameters:
  ///   - reread: reads the configuration again; nil where it came from no file.
  ///   - starts: what earlier starts have ended at, this one does without.
  ///   - handedOn: see ``handedOn``.
  init(
    configuration: Configuration, reread: ConfigurationReader? = nil, loop: EventLoop, kernel: Kernel = .live,
    log: Logger, starts: StartMarker? = nil, handingOn handedOn: [String: CInt] = [:],
    earlierChildren: EarlierChildren = EarlierChildren()
  ) throws(SystemCallError) {
    starts?.moveStores(in: configuration.stateDirectory, log)
    let leftOut = starts?.earlier.leftOut
    self.starts = starts
    let runtime = Runtime(
      loop: loop, kernel: kernel, log: log, mailbox: try Mailbox(loop),
      inForce: ConfigurationInForce(configuration, reread: reread),
      time: configuration.virtualTime
        ? VirtualTime(loop, runtimeDirectory: configuration.runtimeDirectory, log: log) : nil)
    let deliver = runtime.deliver
    let note: @MainActor @Sendable (String) -> Void = { log.warning("\($0)") }
    self.runtime = runtime
    self.handedOn = handedOn
    self.earlierChildren = earlierChildren
    serviceManager = ServiceManager(loop, log: log)
    state = StateStore(
      directory: configuration.stateDirectory, exits: configuration.exits, deliver: deliver, note: note)
    notificationWrites = NotificationWrites(on: loop, state.notifications)
    icons = IconReader(deliver: deliver)
    snapshots = SnapshotStore(directory: configuration.stateDirectory, deliver: deliver)
    keyBag = KeyBag(stateDirectory: configuration.stateDirectory, deliver: deliver, now: { .now })
    if let problem = keyBag.problem { log.error("\(problem)") }
    erasing = Erasing(
      runtime, ErasedContainers(directory: configuration.stateDirectory, deliver: deliver, note: note), keyBag, state)
    survival = Survival(
      runtimeDirectory: configuration.runtimeDirectory, version: ControlService.version, kernel: kernel, log: log,
      deliver: deliver)
    earlierState = survival.readEarlierState(withoutDetail: leftOut == .state)
    let model: ModelLoop
    switch earlierState {
    case .state(let replay):
      // Nobody waits for the answers of requests before this one.
      model = ModelLoop(replay.lifecycle, lastRequest: replay.lastRequest &+ 1 << 32, survival: survival)
    case .processes, .nothing:
      model = ModelLoop(
        Lifecycle(policy: configuration.policy, seed: .random(in: .min ... .max)), survival: survival)
    }
    self.model = model
    ModelClock.follow(calendar: model.lifecycle.calendarOffset)
    let reports = ReportStore(
      directory: configuration.stateDirectory, bounds: configuration.reports, deliver: deliver, note: note)
    autopsy = Autopsy(
      runtime, model, processes, survival: survival, exits: state.exits, reports: reports, monitor: monitor)
    orphanage = Orphanage(runtime) { [autopsy, processes, helpers] in
      let own = autopsy.helpers.union(processes.pids).union(helpers.pids)
      return earlierChildren.isEmpty ? own : own.union(earlierChildren.pids)
    }
    keptDescriptors = KeptDescriptors(survival, processes, log: log)
    launcher = Launcher(
      runtime, model, processes, survival: survival, orphanage: orphanage, keptDescriptors: keptDescriptors,
      erasing: erasing)
    transfers = TransferHelpers(
      stateDirectory: configuration.stateDirectory, on: loop, kernel: kernel, running: helpers, log: log,
      deliver: deliver)
    memory = MemoryWatch(runtime, model, processes, orphanage: orphanage, reports: reports)
    children = ChildWatch(runtime, model, processes)
    alarms = Alarms(runtime, model)
    history = History(
      runtimeDirectory: configuration.runtimeDirectory, boot: survival.boot, version: ControlService.version, log: log
    ) { [processes] in processes[$0]?.app }
    model.connect(
      hear: { [unowned self] in
        history.takes($0, at: $1)
        metrics.takes($0, at: $1)
        if case .calendar(let offset) = $0 { ModelClock.follow(calendar: offset) }
      },
      perform: { [unowned self] in perform($0) },
      becameIdle: { [unowned self] in
        checkpointWhereWanted()
        runtime.time?.goOnSoon()
      })
    let retry = try loop.timer { [unowned self] in if model.isIdle { checkpointWhereWanted() } }
    stateRetry = retry
    erasing.ended = { [unowned self] in checkpointAfterErasing() }
    survival.clocksLeapt = { [unowned model] in model.followCalendar() }
    survival.triesAgain = { retry.rearm(at: $0.nanoseconds) }
    // Not at once: the look may be changing a value that the turns of the model which come of this use. Before the app's exit, which
    // is to have that reason.
    kernel.heldUp = { [processes] pid in
      guard let serial = processes[pid: pid]?.serial else { return }
      try? loop.post(priority: .exit) { processes[serial]?.heldUp("memory (proc_pid_stat(5))") }
    }
    runtime.time?.connect(isIdle: { model.isIdle }, awaited: { model.lifecycle.awaited })
    transfers.connect { [unowned self] in submit(.transfer($0, $1, $2)) }
    launcher.connect(
      arrived: { [unowned self] in arrived($0, from: $1) }, ended: { [unowned self] in reap($0) },
      refused: { [unowned self] in publish(.notice($0, $1)) },
      wrote: { [unowned self] in history.wrote($1, of: $0) })
  }

  var loop: EventLoop { runtime.loop }
  var kernel: Kernel { runtime.kernel }
  var log: Logger { runtime.log }
  /// As it was read last.
  var configuration: Configuration { runtime.configuration }

  /// The state of the daemon before, once.
  func takeEarlierState() -> EarlierState {
    defer { earlierState = .nothing }
    return earlierState
  }

  // MARK: The loop

  /// Hands `input` to the model and carries out what it answers.
  func submit(_ input: Input) { model.submit(input) }

  /// Every app ends in order, and then the loop, with status 0.
  func end() {
    isEnding = true
    submit(.shutdown)
  }

  /// Asks the model for something on behalf of a client; `answer` is called once, perhaps before this returns.
  func request(
    _ wish: Wish, _ when: Request.Answer = .whenDone, answer: @escaping (Outcome) -> Void
  ) {
    model.request(wish, when, answer: answer)
  }

  private func perform(_ effect: Effect) {
    history.does(effect)
    metrics.does(effect)
    owedReplies.note(effect)
    switch effect {
    case .spawn(let serial, let app, let launch): launcher.spawn(serial, app, launch)
    case .send(let serial, let sequence, let event): send(event, sequence, to: serial)
    case .reply(let serial, let id, let answer): reply(answer, to: serial, id: id)
    case .replyWhenStored(let serial, let id, let answer): replyWhenStored(answer, to: serial, id: id)
    case .freeze(let serial): processes[serial]?.freeze()
    case .thaw(let serial): thaw(serial)
    case .unseal(let serial): processes[serial]?.unseal()
    case .inspect(let serial): inspect(serial)
    case .sampleCPU(let serial): sampleCPU(serial)
    case .kill(let serial):
      launcher.cancel(serial)
      autopsy.kill(serial)
      endUnbegun(serial)
    case .arm(.step(let serial, let step), let due): arm(serial, step, at: due)
    case .arm(let alarm, let due): alarms.set(alarm, at: due)
    case .store(let change): perform(change)
    case .keepPicture(let serial, let app, let scene, let file): keepPicture(file, of: scene, app, from: serial)
    case .forgetPicture(let app, let scene): forgetPicture(of: scene, app)
    case .eraseData(let app): erasing.eraseData(of: app)
    case .keys(let effect): perform(effect)
    case .memory(let effect): memory.perform(effect)
    case .transfers(let effect): perform(effect)
    case .answer(let request, let outcome): answer(request, outcome)
    case .report(let report): publish(report)
    case .shutdownComplete:
      // A daemon that was told to end may have left this undone; the one that restores its state has been told nothing.
      guard isEnding else { return }
      endLeftBehind { [unowned self] in loop.exit(0) }
    }
  }

  private func perform(_ change: StoreChange) {
    switch change {
    case .keepSession(let app, let session): keep(session, of: app)
    case .discardSession(let app, let session): state.sessions.discarded(app: app.string, session: session.string)
    case .discardsReported(let app): state.sessions.reported(app: app.string)
    case .keepTask(let app, let task): keep(task, of: app)
    case .dropTask(let app, let identifier): state.tasks.drop(app: app.string, identifier: identifier)
    case .keepTransfer(let app, let transfer): keep(transfer, of: app)
    case .dropTransfer(_, let serial): state.transfers.drop(serial: Int64(clamping: serial.number))
    case .keepNotifications(let app, let kept): notificationWrites.keep(kept, of: app)
    case .keepFact(let fact): keep(fact)
    case .record(let record): autopsy.keep(record)
    }
  }

  private func perform(_ effect: KeyEffect) {
    switch effect {
    case .discard: keyBag.discard()
    // Unlocking has opened them: the model hears of it afterwards.
    case .open: break
    case .give(let serial, let id, let app, let kind): giveKey(kind, to: app, serial, id: id)
    case .givePublic(let serial, let id, let app): givePublicKey(to: app, serial, id: id)
    }
  }

  // MARK: Reports

  private func publish(_ report: Report) {
    let now = Instant.now
    monitor.publish { MonitorEvent(report, at: now) }
    switch report {
    case .notice(let app, let text): log.warning("\(text)", metadata: Logger.Metadata(app: app))
    case .deadline(let app, let step, let limit, _):
      log.warning(
        "\(app): \(step.overrun(limit))",
        metadata: Logger.Metadata(app: app))
    case .state(let app, let from, let to):
      log.debug("\(app): \(from.rawValue) → \(to.rawValue)", metadata: Logger.Metadata(app: app, state: to))
      serviceManager.appsChanged { [model] in model.lifecycle.apps.values.map(\.state) }
    case .memory(let memory): log.notice("\(memory.sentence)")
    case .callback, .device: break
    }
  }
}
