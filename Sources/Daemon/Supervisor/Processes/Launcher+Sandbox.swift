// Builds the sandbox of an app from the configuration, and says what is missing of it here.
import Bundles
import DaemonConfiguration
import Glibc
import LifecycleModel
import Linux
import Logging
import Processes
import Settings
import SystemPackage

extension Launcher {
  /// Nil where apps are not closed in, or cannot be.
  func sandbox(_ target: Target, pressure: String?, output: String?) -> Sandbox? {
    guard closesIn else { return nil }
    let folders = folders
    return Sandbox(
      bundle: target.bundle, container: target.container, pressure: pressure, output: output, nodes: target.nodes,
      programs: target.programs, installed: folders.installed, far: target.findings.places, closed: folders.own,
      places: systemPlaces)
  }

  /// PATH is that of the daemon's start.
  private static let installed = Sandbox.programs(on: getenv("PATH").map { String(cString: $0) } ?? "", homes: homes)

  /// A daemon of root may have been started in another user's session, and a service without HOME.
  private static let homes = ["/root"] + (getenv("HOME").map { [String(cString: $0)] } ?? [])

  private var folders: SystemPlaces.Folders {
    systemPlaces.folders(
      state: configuration.stateDirectory, runtime: configuration.runtimeDirectory, cgroups: cgroups?.tree,
      installed: Self.installed)
  }

  var closesIn: Bool { configuration.sandbox != .off && support.hasLandlock }

  /// The mounts of an app whose user others have too; nil for one with a user of its own, and where the machine allows none.
  func mounts(_ target: Target, _ sandbox: Sandbox) throws -> PrivateMounts? {
    guard !hasOwnUsers else { return nil }
    do throws(Errno) {
      _ = try sharedUserMounts.enter(as: target.user)
    } catch {
      say(.sharedMounts(error))
      return nil
    }
    let bundle = target.bundle
    do throws(Errno) {
      return try sharedUserMounts.mounts(
        for: target.user, hasSessionBus: bundle.entitlements.hasSessionBus, sandbox
      ) { [log = runtime.log] count in
        log.warning(
          """
          \(bundle.app.id) cannot change the last \(count) paths of its RoostFileAccess, or does not see them: an app whose user \
          others have too has \(AppView.mostPlaces) places; name the folders that they are in
          """, metadata: Logger.Metadata(app: bundle.app.id))
      }
    } catch {
      throw ViewFailure(errno: error)
    }
  }

  private struct ViewFailure: Error, CustomStringConvertible {
    let errno: Errno

    var description: String { "unable to look at the runtime directory of its session: \(errno); see /run/user" }
  }

  /// The paths that are to be opened before a launch.
  func farRules(of app: AppID) -> [Sandbox.Rule] {
    guard closesIn, let bundle = catalog.bundles[app] else { return [] }
    return Sandbox.farRules(of: bundle, given: configuration.fileAccess)
  }

  /// Whether a launch waits for no path of the app's.
  func needsNoPath(of app: AppID) -> Bool {
    farRules(of: app).isEmpty && catalog.bundles[app]?.program?.directory == nil
  }

  /// As chdir(2) looks at it: a link is followed, and what is mounted there when somebody enters is.
  nonisolated static func canEnter(_ directory: String) -> Bool { (try? Sys.access(directory + "/.", X_OK)) != nil }

  /// Those of ``farRules(of:)``, but for the ones that cannot be had for now. A program that is to start in a folder that does not answer
  /// cannot be had either: the kernel would keep the loop waiting until it has entered it.
  func openPlaces(
    of app: AppID, then: @escaping (Result<Sandbox.FarPlaces, UnansweredDirectory>) -> Void
  ) {
    guard let directory = catalog.bundles[app]?.program?.directory else { return openFarPlaces(of: app, then: then) }
    startFolders.ask([directory], of: app) { [weak self] _, unanswered in
      if let why = unanswered[directory] {
        return then(.failure(UnansweredDirectory(path: directory, why: why)))
      }
      self?.openFarPlaces(of: app, then: then)
    }
  }

  private func openFarPlaces(
    of app: AppID, then: @escaping (Result<Sandbox.FarPlaces, UnansweredDirectory>) -> Void
  ) {
    let rules = farRules(of: app)
    for rule in rules where !Sandbox.agrees(to: rule, at: rule.path, closed: folders.own) {
      runtime.log.warning(
        "\(app) runs without \(rule.path): no app may have files of roostd's own; take it out of RoostFileAccess",
        metadata: Logger.Metadata(app: app))
    }
    let directory = catalog.bundles[app]?.program?.directory
    places.ask(rules, of: app) { [log = runtime.log] opened, unanswered in
      if let directory, let why = unanswered.first(where: { $0.key.path == directory })?.value {
        return then(.failure(UnansweredDirectory(path: directory, why: why)))
      }
      for sentence in Self.sentences(app, without: unanswered) {
        log.warning("\(sentence)", metadata: Logger.Metadata(app: app))
      }
      then(.success(opened))
    }
  }

  /// One for each path that was asked for in vain, and one for all that were not.
  private static func sentences(_ app: AppID, without unanswered: [Sandbox.Rule: Unanswered]) -> [String] {
    func paths(_ why: Unanswered) -> [String] { Set(unanswered.filter { $0.value == why }.map(\.key.path)).sorted() }
    func together(_ why: Unanswered, _ sentence: String) -> [String] {
      let paths = paths(why)
      guard let first = paths.first else { return [] }
      let others = paths.count > 1 ? " and \(paths.count - 1) more of its paths" : ""
      return ["\(app) runs without \(first)\(others): \(sentence), and launch the app again"]
    }
    let silent = paths(.silent).map {
      "\(app) runs without \($0): \(Unanswered.silent.sentence), and launch the app again"
    }
    return silent + together(.crowded, Unanswered.crowded.sentence) + together(.noThread, Unanswered.noThread.sentence)
  }

  /// Nil where apps are not restricted.
  func confinement(of bundle: AppBundle, isSealed: Bool) -> Confinement? {
    configuration.sandbox == .off
      ? nil : support.confinement(of: bundle.entitlements, isSealed: isSealed, hasOwnUser: hasOwnUsers)
  }

  func checkSandbox() throws(SandboxMissing) {
    switch configuration.sandbox {
    case .off, .on: return
    case .required: if let gap = sandboxGaps.first(where: \.isOfSandbox) { throw SandboxMissing(gap) }
    }
  }

  /// Whether each app has a user that is nobody else's.
  var hasOwnUsers: Bool { geteuid() == 0 && configuration.appUser == .own }

  /// The promises about the sandbox that this machine does not keep.
  private var sandboxGaps: [Gap] { support.gaps + (mountGap.map { [$0] } ?? []) }

  /// Nil without Landlock as well, for want of which an app can do more.
  private var mountGap: Gap? {
    guard closesIn, !hasOwnUsers else { return nil }
    do throws(Errno) {
      // To look up the user that a name stands for may take long, and the machine treats all alike.
      _ = try sharedUserMounts.enter(as: configuration.appUser == .root ? nil : Self.anybody)
      return nil
    } catch {
      return .sharedMounts(error)
    }
  }

  /// Some user that is not root, where the daemon is; nil is the daemon's own.
  private static var anybody: AppUser? { geteuid() == 0 ? AppUser(own: "anybody", id: 1) : nil }

  /// The promises of docs/security.md that do not hold for the apps of this daemon.
  var gaps: [Gap] {
    let isOff = configuration.sandbox == .off
    var gaps = isOff ? [.sandboxOff] : sandboxGaps
    if cgroups == nil {
      gaps.append(.noCgroups)
      if isOff || !support.hasFilter { gaps.append(.escape) }
    }
    if cgroups?.countsTasks != true, isOff || !hasOwnUsers { gaps.append(.noTaskLimit) }
    if hasOwnUsers, !PrivateProc.isThere { gaps.append(.sharedProc) }
    return gaps
  }

  /// Says what the kernel lacks; the rest is as the administrator has it, and `roostctl status` shows it.
  func sayGaps() {
    guard configuration.sandbox != .off else { return }
    for gap in sandboxGaps { say(gap) }
  }

  /// That a shared user has no mounts is found at the start, and again at each launch: it is said once.
  private func say(_ gap: Gap) {
    if case .sharedMounts = gap {
      if sharedUserMounts.isGapSaid { return }
      sharedUserMounts.isGapSaid = true
    }
    runtime.log.warning("\(gap.sentence)")
  }

  /// The device nodes that are for the app in front (BG5), those that there are, that the bundle asks for, and that are not denied to
  /// it (PR4).
  func sharedNodes(for bundle: AppBundle) -> [String] {
    var kinds = bundle.entitlements.devices
    if model.lifecycle.isDenied(.camera, to: bundle.app.id) { kinds.remove(.camera) }
    let nodes = configuration.sharedNodes.filter { kinds.contains($0.kind) }.flatMap { nodePaths.matching($0.pattern) }
    guard model.lifecycle.isDenied(.microphone, to: bundle.app.id) else { return nodes }
    return nodes.filter { !SharedNode.isForRecording($0) }
  }

  /// The groups that may use these nodes, such as `audio`: a user of an app's own is in no other.
  static func groups(of nodes: [String]) -> [gid_t] {
    let groups = nodes.compactMap { path -> gid_t? in
      guard let status = try? FileStatus(of: path), status.kind == .device, status.permissions & 0o060 == 0o060 else {
        return nil
      }
      return status.group == 0 ? nil : status.group
    }
    return Set(groups).sorted()
  }
}

/// The folder that a program is to start in cannot be entered without a long wait.
nonisolated struct UnansweredDirectory: Error, CustomStringConvertible {
  let path: String
  let why: Unanswered

  var description: String {
    "its directory \(path) cannot be entered: \(why.sentence), or name another Path= in its desktop entry, and launch it again"
  }
}
