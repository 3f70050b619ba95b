// The one loop: kernel or socket → Input → Lifecycle.handle → [Effect] → kernel or socket.
import Settings
import AppLink
import Bundles
import ControlAPI
import DaemonConfiguration
import Glibc
import Keys
import LifecycleModel
import Linux
import Logging
import Processes
import Reporting
import Stores
import SystemPackage
import Systemd

/// Carries out what the model decides, and turns what the kernel, the apps and the clients say into its inputs. It knows
/// how; the model alone knows what. One thread, no locks: whatever would wait happens elsewhere and comes back as an input.
final class Supervisor {
  let loop: EventLoop
  let kernel: Kernel
  /// As it was read last.
  var configuration: Configuration
  let log: Logger
  let state: StateStore
  let snapshots: SnapshotStore
  let reports: ReportStore
  let seals: SealStore
  let backtracer: Backtracer
  let keyBag: KeyBag
  let monitor = Monitor()
  let survival: Survival
  let serviceManager: ServiceManager
  let mailbox: Mailbox
  var catalog: BundleCatalog

  var lifecycle: Lifecycle
  var live: [ProcessSerial: LiveProcess] = [:]
  /// Whose root process a pid is, for what the kernel reports by pid (SIGCHLD).
  var serials: [pid_t: ProcessSerial] = [:]
  /// The newest exit of each app, kept at hand because a launch must not wait for the store.
  var lastExits: [AppID: [ExitRow]] = [:]

  /// What is known of ends that are about to be recorded, for their reports (TE4).
  var reportContexts: [ProcessSerial: ReportContext] = [:]

  /// How much the next JetsamEvent may list (ME7).
  var jetsamPace = JetsamPace()

  /// Launches that wait until their bundles are verified.
  var awaitedSeals: [ProcessSerial: AwaitedSeal] = [:]
  /// Processes that an ended app left behind, until they are reaped.
  var orphans: [pid_t: Orphan] = [:]
  /// What processes held whose app has ended since the last look for orphans.
  var leftBehind = Footprints()
  /// When the next background work that only waits for its time may begin.
  var taskTimer: TimerSource?
  /// When the next notification is shown.
  var notificationTimer: TimerSource?
  /// When memory is looked at next.
  var memoryTimer: TimerSource?
  var stallTriggers: StallTriggers?
  /// Nil where apps get none of their own.
  let cgroups: Cgroups?
  let pageOut: PageOut
  /// Asked, and said if not, when the first app is launched.
  lazy var hasLandlock = findLandlock()
  /// As it was looked up last.
  var appUser: AppUser?
  /// Why nothing can be pushed out to swap here.
  var pageOutProblem: Errno?
  /// When the key of `complete` is discarded.
  var keyTimer: TimerSource?
  /// Asks all children whether they stopped or continued.
  var stopSweep: TimerSource?
  /// Reads the configuration again; nil if no source is set.
  var rereadsConfiguration: ConfigurationReader?
  /// Told when it has changed.
  var reconfigured: (Configuration) -> Void = { _ in }
  /// What besides the apps' descriptors a program that replaces this one needs, by its name.
  var handedOn: [String: CInt] = [:]
  var inputs: [Input] = []
  var isHandling = false
  private var answers: [RequestID: (Outcome) -> Void] = [:]
  var lastRequest: UInt64 = 0
  private(set) var orphanSweepIsPosted = false
  private(set) var isEnding = false

  init(configuration: Configuration, loop: EventLoop, kernel: Kernel = .live, log: Logger) throws(SystemCallError) {
    self.configuration = configuration
    self.loop = loop
    self.kernel = kernel
    self.log = log
    catalog = BundleCatalog(directories: configuration.appDirectories, desktop: configuration.desktop)
    mailbox = try Mailbox(loop)
    serviceManager = ServiceManager(loop, log: log)
    let note: @MainActor @Sendable (String) -> Void = { log.warning("\($0)") }
    state = StateStore(
      directory: configuration.stateDirectory, exits: configuration.exits, deliver: mailbox.deliver, note: note)
    reports = ReportStore(
      directory: configuration.stateDirectory, bounds: configuration.reports, deliver: mailbox.deliver, note: note)
    seals = SealStore(directory: configuration.stateDirectory, deliver: mailbox.deliver)
    backtracer = Backtracer(loop: loop, kernel: kernel, deliver: mailbox.deliver)
    survival = Survival(
      runtimeDirectory: configuration.runtimeDirectory, version: roostVersion, kernel: kernel, log: log,
      deliver: mailbox.deliver)
    cgroups =
      configuration.usesCgroups
      ? Cgroups(runtimeDirectory: configuration.runtimeDirectory, kernel: kernel, loop: loop, log: log) : nil
    pageOut = PageOut(deliver: mailbox.deliver)
    snapshots = SnapshotStore(directory: configuration.stateDirectory, deliver: mailbox.deliver)
    keyBag = KeyBag(stateDirectory: configuration.stateDirectory, deliver: mailbox.deliver)
    if let problem = keyBag.problem { log.error("\(problem)") }
    lifecycle = Lifecycle(policy: configuration.policy, seed: .random(in: .min ... .max))
    if keyBag.hasPasscode { submit(.recalled(.passcode)) }
  }

  // MARK: The loop

  /// Hands `input` to the model and carries out what it answers. Inputs that arise while effects are carried out are
  /// handled after them, in order.
  func submit(_ input: Input) {
    survival.happened(input)
    take([input])
  }

  /// The same for what is in the log already.
  func take(_ new: [Input]) {
    inputs += new
    guard !isHandling else { return }
    isHandling = true
    while !inputs.isEmpty {
      let batch = inputs
      inputs = []
      for input in batch {
        let now = Instant.now
        survival.handling(at: now)
        for effect in lifecycle.handle(input, at: now) { carryOut(effect) }
      }
    }
    isHandling = false
    if survival.wantsCheckpoint { checkpoint() }
  }

  func carryOut(_ effect: Effect) {
    perform(effect)
    if effect.mayHappenOnlyOnce { survival.kept() }
  }

  /// Asks the model for something on behalf of a client; `answer` is called once, perhaps before this returns.
  func request(
    _ wish: Wish, _ when: Request.Answer = .whenDone, answer: @escaping (Outcome) -> Void
  ) {
    lastRequest += 1
    let request = Request(id: RequestID(number: lastRequest), answer: when)
    answers[request.id] = answer
    submit(.wish(wish, request))
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .spawn(let serial, let app, let launch): spawn(serial, app, launch)
    case .send(let serial, let sequence, let event): send(event, sequence, to: serial)
    case .reply(let serial, let id, let answer): live[serial]?.channel.reply(answer, to: id)
    case .freeze(let serial): live[serial]?.freeze()
    case .thaw(let serial): live[serial]?.thaw()
    case .inspect(let serial): inspect(serial)
    case .sampleCPU(let serial): sampleCPU(serial)
    case .kill(let serial): kill(serial)
    case .arm(let alarm, let due): arm(alarm, at: due)
    case .store(let change): perform(change)
    case .keepPicture(_, let app, let scene, let file): keepPicture(file, of: scene, app)
    case .forgetPicture(let app, let scene): forgetPicture(of: scene, app)
    case .keys(let effect): perform(effect)
    case .memory(let effect): perform(effect)
    case .answer(let request, let outcome): answers.removeValue(forKey: request)?(outcome)
    case .report(let report): publish(report)
    case .shutdownComplete: endOrphans()
    }
  }

  private func arm(_ alarm: Alarm, at due: Instant?) {
    switch alarm {
    case .step(let serial, let step): if let due { arm(serial, step, at: due) } else { disarm(serial, step) }
    case .tasks: armTasks(at: due)
    case .notifications: armNotifications(at: due)
    case .keys: armKeys(at: due)
    case .memory: armMemory(at: due)
    }
  }

  private func perform(_ change: StoreChange) {
    switch change {
    case .keepSession(let app, let session): keep(session, of: app)
    case .discardSession(let app, let session): state.sessions.discarded(app: app.string, session: session.string)
    case .discardsReported(let app): state.sessions.reported(app: app.string)
    case .keepTask(let app, let task): keep(task, of: app)
    case .dropTask(let app, let identifier): state.tasks.drop(app: app.string, identifier: identifier)
    case .keepNotifications(let app, let kept): keep(kept, of: app)
    case .keepFact(let fact): keep(fact)
    case .record(let record): keep(record)
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
      serviceManager.appsChanged { [unowned self] in lifecycle.apps.values.map(\.state) }
    case .memory(let memory): log.notice("\(memory.sentence)")
    case .callback, .device: break
    }
  }

  // MARK: Orphans

  /// The last thing a supervisor does: what ended apps left behind must not outlive it.
  private func endOrphans() {
    isEnding = true
    sweepOrphans()
    guard orphans.isEmpty else { return }
    survival.forget()
    loop.exit(0)
  }

  /// What an ended app leaves behind is ours to end: each app's root is a subreaper while it lives (prctl(2)), so a
  /// child of ours that is no app's root is an orphan of an app that is gone. Off the path of any app's transition,
  /// since looking costs with the number of our children.
  func postOrphanSweep() {
    guard !orphanSweepIsPosted else { return }
    orphanSweepIsPosted = true
    do {
      try loop.post(priority: .idle) { [unowned self] in
        orphanSweepIsPosted = false
        if isEnding { endOrphans() } else { sweepOrphans() }
      }
    } catch {
      orphanSweepIsPosted = false
      log.error("\(error)")
    }
  }
}
