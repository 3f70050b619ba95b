// Starting apps, and programs that know nothing of Roost.
import AppLink
import Bundles
import DaemonConfiguration
import Glibc
import Keys
import LifecycleModel
import Linux
import Logging
import Processes
import Settings
import SystemPackage
import Systemd

/// Owns what a launch needs: the installed bundles and their seals, cgroups, and the users that apps run as.
final class Launcher {
  let runtime: Runtime
  let model: ModelLoop
  let processes: LiveProcesses
  let survival: Survival
  let seals: SealStore
  /// Nil where apps get none of their own.
  let cgroups: Cgroups?
  private(set) var catalog: BundleCatalog
  private let orphanage: Orphanage
  private let keptDescriptors: KeptDescriptors
  /// Launches that wait until their bundles are verified and their users settled.
  var awaited: [ProcessSerial: AwaitedLaunch] = [:]
  /// The containers in which all was there that an app needs, as they were then.
  var containers: [AppID: Container.Moment] = [:]
  /// The users that have folders of their own in the runtime directory.
  var usersWithFolders: Set<uid_t> = []
  let users: AppUsers
  private let outputs: OutputBound
  let ipcSweeps = IPCSweeps()
  /// The paths of sandboxes that may lie on mounts which do not answer.
  let places: FarQuestions<Sandbox.Rule, Result<OpenPlace, OpenPlace.Problem>>
  let refusals: RefusalWatch
  /// The programs that bundles and desktop entries name, which may lie on such mounts too.
  let programs: FarQuestions<ProgramQuestion, Result<FoundPrograms, Executable.Problem>>
  /// The folders that programs start in, by way of any link and with any sandbox, which may as well.
  let startFolders: FarQuestions<String, Bool>
  /// Prepared once for all launches.
  let support = SandboxSupport.find()
  let systemPlaces = SystemPlaces()
  let sharedUserMounts: SharedUserMounts
  let nodePaths = SharedNodePaths()
  private(set) var arrived: (AppChannel.Arrival, ProcessSerial) -> Void = { _, _ in }
  private(set) var ended: (ProcessSerial) -> Void = { _ in }
  let erasing: Erasing
  let uninstalls = Uninstalls()
  /// Read once: no launch is to cost another system call.
  private static let daemonUser = geteuid()

  init(
    _ runtime: Runtime, _ model: ModelLoop, _ processes: LiveProcesses, survival: Survival, orphanage: Orphanage,
    keptDescriptors: KeptDescriptors, erasing: Erasing
  ) {
    self.runtime = runtime
    self.model = model
    self.processes = processes
    self.survival = survival
    self.orphanage = orphanage
    self.keptDescriptors = keptDescriptors
    self.erasing = erasing
    let configuration = runtime.configuration
    catalog = BundleCatalog(directories: configuration.appDirectories, desktop: configuration.desktop)
    seals = SealStore(directory: configuration.stateDirectory, deliver: runtime.deliver)
    users = AppUsers(runtime)
    sharedUserMounts = SharedUserMounts(configuration)
    outputs = OutputBound(
      folder: AppOutput.folder(in: configuration), loop: runtime.loop, log: runtime.log, deliver: runtime.deliver)
    places = FarQuestions(loop: runtime.loop, deliver: runtime.deliver, isEverybodys: { !$0.isByBundle }) { rule in
      Result { () throws(OpenPlace.Problem) in try OpenPlace(rule, isFar: true) }
    }
    programs = FarQuestions(loop: runtime.loop, deliver: runtime.deliver) { $0.ask() }
    startFolders = FarQuestions(loop: runtime.loop, deliver: runtime.deliver) { Launcher.canEnter($0) }
    refusals = RefusalWatch(runtime, processes)
    cgroups =
      configuration.usesCgroups
      ? Cgroups(
        runtimeDirectory: configuration.runtimeDirectory, kernel: runtime.kernel, loop: runtime.loop, log: runtime.log,
        deliver: runtime.deliver)
      : nil
    if let problem = seals.problem {
      runtime.log.error("\(problem); until it can be listed, each app is launched as one that has a seal")
    }
    sayGaps()
  }

  var configuration: Configuration { runtime.configuration }

  /// - Parameters:
  ///   - arrived: what an app says.
  ///   - ended: its pidfd is readable.
  ///   - refused: what an app was refused for want of an entitlement.
  ///   - wrote: the file of an app's output has another length.
  func connect(
    arrived: @escaping (AppChannel.Arrival, ProcessSerial) -> Void, ended: @escaping (ProcessSerial) -> Void,
    refused: @escaping (AppID, String) -> Void, wrote: @escaping (AppID, Int64) -> Void
  ) {
    self.arrived = arrived
    self.ended = ended
    outputs.noted = wrote
    refusals.begin(
      bundle: { [unowned self] in catalog.bundles[$0] },
      user: { [unowned self] in configuration.appUser == .own ? users.settled($0)?.user?.user : nil }, report: refused)
  }

  // MARK: Bundles

  /// Looks through the app directories again.
  func scan() -> BundleCatalog.Changes { FileGuard.shared.work(on: FileGuard.loop) { catalog.scan() } }

  /// See ``BundleCatalog/note(_:isThere:)``.
  func note(_ program: String, isThere: Bool) -> Bool { catalog.note(program, isThere: isThere) }

  /// From the next look on, others are looked through.
  func look(in configuration: Configuration) {
    catalog.directories = configuration.appDirectories
    catalog.desktop = configuration.desktop
    users.look(in: configuration)
  }

  // MARK: Launches

  func spawnNow(
    _ serial: ProcessSerial, _ app: AppID, _ launch: LifecycleModel.Launch, _ findings: Findings = Findings()
  ) {
    do {
      let (bundle, look) = try FileGuard.shared.work(on: FileGuard.loop) { try catalog.launchable(app) }
      // A desktop entry may name another one since.
      guard findings.startFolder == bundle.program?.directory else { return prepareAgain(serial, app, launch) }
      var findings = findings
      if look == .elsewhere {
        guard findings.looked?.question == bundle.programQuestion else {
          return lookElsewhere(serial, bundle, launch, findings)
        }
      } else {
        findings.looked = nil
      }
      let process = try start(serial, bundle, isTrusted: look == .trusted, launch, findings)
      keptDescriptors.keep(process)
      survival.recordSpawn(process.identity)
      model.take([.kernel(serial, .spawned(pid: process.child.pid))])
      process.channel.begin()
    } catch {
      fail(serial, app, "\(error)")
    }
  }

  func fail(_ serial: ProcessSerial, _ app: AppID, _ why: String) {
    runtime.log.error("unable to launch \(app): \(why)")
    model.submit(.kernel(serial, .spawnFailed(why)))
  }

  private func start(
    _ serial: ProcessSerial, _ bundle: AppBundle, isTrusted: Bool, _ launch: LifecycleModel.Launch, _ findings: Findings
  ) throws -> LiveProcess {
    let app = bundle.app.id
    try checkSandbox()
    guard let settled = users.settled(app) else { throw BundleError(bundle: app.string, .notInstalled) }
    var user = settled.user
    let hasOwn = user != nil && configuration.appUser == .own
    let nodes = hasOwn || configuration.sandbox != .off ? sharedNodes(for: bundle) : []
    if hasOwn { user?.groups = Self.groups(of: nodes) }
    if hasOwn, let user { ipcSweeps.stop(of: user.user) }
    let container = Container.path(of: app.string, in: configuration.stateDirectory)
    let target = Target(
      serial: serial, bundle: bundle, launch: launch, isTrusted: isTrusted,
      container: container, nodes: nodes, user: user, findings: findings)
    if let program = bundle.program {
      let socket = try notifySocket(of: serial, for: user)
      let arguments = program.arguments.compactMap { $0.expanded(opening: launch.options.url) } + launch.arguments
      return try start(
        target, arguments, [notifyVariable(socket)] + watchdogVariable(program),
        directory: program.directory ?? container, events: -1, replies: -1
      ) { child in
        (
          try ProcessIdentity(serial, app, child, program, executable: bundle.executable),
          try foreignChannel(serial, program, child, socket)
        )
      }
    }
    var pipes = try ChannelPipes()
    return try start(
      target, launch.arguments, Self.channelVariables, directory: container, events: pipes.appEvents,
      replies: pipes.appReplies
    ) { child in
      let channel = try AppChannel(
        serial, events: pipes.takeEvents(), replies: pipes.takeReplies(), survival: survival, loop: runtime.loop
      ) { [unowned self] in arrived($0, serial) }
      return (try ProcessIdentity(serial, app, child, channel, executable: bundle.executable), channel)
    }
  }

  /// A process, its app, and the place where it may be.
  struct Target {
    let serial: ProcessSerial
    let bundle: AppBundle
    let launch: LifecycleModel.Launch
    /// Whether its executable and what the kernel opens with it are root's or the daemon's own: others may keep the kernel from reading
    /// theirs.
    let isTrusted: Bool
    let container: String
    /// The device nodes that are for the app in front (BG5), those that there are and that it asks for.
    let nodes: [String]
    let user: AppUser?
    let findings: Findings

    /// The files that it may run besides those in its bundle and those elsewhere; nil where it may run all that it can read.
    var programs: [String]? {
      guard let looked = findings.looked else { return bundle.programs }
      return looked.found.near
    }
  }

  /// - Parameters:
  ///   - variables: of the environment, besides those that every process has.
  ///   - events: what becomes its fd 3, and `replies` its fd 4; -1 for none.
  ///   - connect: makes the daemon's side of it, when it runs.
  private func start(
    _ target: Target, _ arguments: [String], _ variables: [String], directory: String, events: CInt, replies: CInt,
    connect: (ChildProcess) throws -> (ProcessIdentity, any Channel)
  ) throws -> LiveProcess {
    let (bundle, serial) = (target.bundle, target.serial)
    let app = bundle.app.id
    let output = try AppOutput(app, configuration) { [log = runtime.log] in
      log.warning("\(app) runs without its output: \($0)")
    }
    if output.path != nil { outputs.begin() }
    let pressure = pressureFIFO(of: serial, for: target.user)
    if let user = target.user {
      if let pressure { try? Sys.chown(pressure.path, user.user, user.group) }
      // It opens /dev/stdout by this file's permissions (proc_pid_fd(5)).
      // An earlier process of it may have handed the file to another app, which writes to it without end: to change the owner, the kernel
      // waits for that, and to tell it does not.
      if output.path != nil, (try? FileStatus(of: output.descriptor))?.user != user.user {
        try? Sys.fchown(output.descriptor, user.user, user.group)
      }
    }
    let sandbox = sandbox(target, pressure: pressure?.path, output: output.path)
    let (child, cgroup) = try run(
      LaunchRequest(
        executable: bundle.executable, arguments: [bundle.executable] + arguments,
        environment: variables + environment(of: target, pressure), directory: directory, output: output.descriptor,
        error: output.descriptor, events: events, replies: replies, openFiles: OpenFiles.inherited,
        sandbox: sandbox, mounts: try sandbox.flatMap { try mounts(target, $0) }, logsRefusals: refusals.isListening,
        user: target.user,
        confinement: confinement(of: bundle, isSealed: false),
        tasks: target.user != nil && configuration.appUser == .own ? configuration.appTasks : nil,
        limitsExec: !target.isTrusted, limitsDirectory: directory != target.container,
        waitsForDebugger: target.launch.waitsForDebugger,
        warn: { [log = runtime.log] in log.warning("\(app): \($0)") }),
      of: bundle, in: cgroupLimits(of: app, target.user).flatMap { cgroups?.takeSpare(of: app, $0) })
    do {
      var (identity, channel) = try connect(child)
      if let made = cgroup?.serial, made != serial { identity.cgroup = made }
      let process = try hold(identity, child, channel, pressure, cgroup)
      process.hasOtherUser = target.user.map { $0.user != Self.daemonUser } ?? false
      return process
    } catch {
      Kill.tree(root: child, kernel: runtime.kernel)
      if let cgroup { cgroups?.release(cgroup, of: app) }
      orphanage.postSweep()
      throw error
    }
  }

  /// An app that cannot be started in its cgroup is started without.
  private func run(
    _ request: LaunchRequest, of bundle: AppBundle, in cgroup: AppCgroup?
  ) throws -> (ChildProcess, AppCgroup?) {
    let kernel = runtime.kernel
    guard let cgroup else { return (try ChildProcess.launch(request, kernel: kernel), nil) }
    var inside = request
    inside.cgroup = cgroup.path
    inside.confinement = confinement(of: bundle, isSealed: true)
    do {
      return (try ChildProcess.launch(inside, kernel: kernel), cgroup)
    } catch {
      cgroups?.release(cgroup, of: bundle.app.id)
      guard error.step == .child(.clone) || error.step == .cgroup else { throw error }
      let child = try ChildProcess.launch(request, kernel: kernel)
      runtime.log.warning("unable to start a process in the cgroup \(cgroup.path): \(error.errno); it runs without it")
      return (child, nil)
    }
  }

  /// Removes the objects that an ended app has left in the kernel, where it has a user of its own: that of its container.
  func sweep(after app: AppID) {
    guard configuration.appUser == .own, geteuid() == 0,
      let user = try? FileStatus(of: Container.path(of: app.string, in: configuration.stateDirectory)).user,
      configuration.appUserRange.ids.contains(user)
    else { return }
    ipcSweeps.begin(of: user)
  }
}
