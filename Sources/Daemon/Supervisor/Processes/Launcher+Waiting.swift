// Launches that wait: until an old container is gone, the bundle verified, the user settled, all paths open, a cgroup made, programs
// elsewhere looked at, and until it is their turn.
import AppLink
import Bundles
import DaemonConfiguration
import Keys
import LifecycleModel
import Linux
import Processes
import Systemd

extension Launcher {
  /// A launch that waits: what the model has asked of the process meanwhile.
  struct AwaitedLaunch {
    let since: Instant
    var deadlines: [Step: Instant] = [:]
    var isKilled = false
  }

  /// Starts a process of `app` when its old container is gone, its user is settled, and its paths are open; of a sealed bundle when
  /// it is known to be what was installed.
  func spawn(_ serial: ProcessSerial, _ app: AppID, _ launch: LifecycleModel.Launch) {
    // A daemon that restores a state may be asked twice.
    guard processes[serial] == nil, awaited[serial] == nil else { return }
    if uninstalls.isUnderWay(app) { return fail(serial, app, "\(UninstallUnderWay())") }
    if !isSealed(app), users.settled(app) != nil, needsNoPath(of: app), erasing.isIdle, isContainerKnown(app),
      hasSurroundings(app), runtime.loop.starts.isFree
    {
      return runtime.loop.starts.take { [unowned self] in spawnNow(serial, app, launch) }
    }
    awaited[serial] = AwaitedLaunch(since: .now)
    erasing.whenTaken(app) { [weak self] in
      self?.fillContainer(of: app) { [weak self] error in
        guard let self else { return }
        if let error { return giveUp(serial, app, error) }
        prepare(serial, app, launch)
      }
    }
  }

  private func container(of app: AppID) -> String { Container.path(of: app.string, in: configuration.stateDirectory) }

  /// Whether nothing was made or removed in it since all was there.
  private func isContainerKnown(_ app: AppID) -> Bool {
    guard let known = containers[app] else { return false }
    return known == Container.Moment(of: container(of: app))
  }

  /// On a thread: an app may have handed its folder to another one, which lists it without end, and the kernel finds and makes nothing
  /// in it meanwhile.
  private func fillContainer(of app: AppID, then: @escaping @MainActor @Sendable ((any Error)?) -> Void) {
    let (state, path) = (configuration.stateDirectory, container(of: app))
    // Where the user is not settled, the container is made when it is.
    guard let user = users.settled(app), catalog.bundles[app] != nil, !isContainerKnown(app) else { return then(nil) }
    let told = AnswerOnLoop { [weak self] (outcome: (moment: Container.Moment?, failure: (any Error)?)) in
      self?.containers[app] = outcome.failure == nil ? outcome.moment : nil
      if outcome.failure != nil { self?.users.forget(app) }
      then(outcome.failure)
    }
    let deliver = runtime.deliver
    ThreadStarter.shared.start {
      // Before the look, so that what is removed meanwhile is missed by the next launch.
      var moment = Container.Moment(of: path)
      var failure: (any Error)?
      do throws(Container.ContainerError) {
        _ = try Container.prepare(for: app.string, in: state, owner: user.user)
        if moment == nil { moment = Container.Moment(of: path) }
      } catch {
        failure = error
      }
      told.tell((moment, failure), by: deliver)
    } refused: {
      told.tell((nil, UnlookedContainer(path: path)), by: deliver)
    }
  }

  /// Puts a launch off once more.
  func prepareAgain(_ serial: ProcessSerial, _ app: AppID, _ launch: LifecycleModel.Launch) {
    awaited[serial] = AwaitedLaunch(since: .now)
    prepare(serial, app, launch)
  }

  private func prepare(_ serial: ProcessSerial, _ app: AppID, _ launch: LifecycleModel.Launch) {
    verify(app) { [weak self] result in
      guard let self else { return }
      switch result {
      case .failure(let error): giveUp(serial, app, error)
      case .success(let verified):
        settle(app) { [weak self] error in
          guard let self else { return }
          if let error { return giveUp(serial, app, error) }
          let folder = catalog.bundles[app]?.program?.directory
          openPlaces(of: app) { [weak self] result in
            switch result {
            case .failure(let error): self?.giveUp(serial, app, error)
            case .success(let places):
              let findings = Findings(places: places, verified: verified, startFolder: folder)
              self?.surround(serial, app, launch, findings)
            }
          }
        }
      }
    }
  }

  func surround(
    _ serial: ProcessSerial, _ app: AppID, _ launch: LifecycleModel.Launch, _ findings: Findings
  ) {
    makeSurroundings(of: app, serial) { [weak self] in
      // The kernel keeps the loop waiting until the process runs its program, and many apps may be woken at one moment.
      self?.runtime.loop.starts.take {
        // It has been installed meanwhile. Where the seals cannot be listed, another look would find no more than this one.
        if findings.verified == nil, self?.isSealed(app) == true, self?.seals.isKnown(app.string) == true {
          self?.prepare(serial, app, launch)
          return
        }
        if let error = findings.verified.flatMap({ self?.otherInfoPlist(of: app, than: $0) }) {
          self?.giveUp(serial, app, error)
          return
        }
        if self?.users.settled(app) == nil {
          self?.settleAgain(serial, app, launch, findings)
          return
        }
        self?.spawnAwaited(serial, app, launch, findings)
        if let verified = findings.verified { self?.verifyAgain(serial, app, verified) }
      }
    }
  }

  /// While the launch waited, a configuration has come into force by which the app has another user.
  private func settleAgain(
    _ serial: ProcessSerial, _ app: AppID, _ launch: LifecycleModel.Launch, _ findings: Findings
  ) {
    settle(app) { [weak self] error in
      guard let self else { return }
      if let error { return giveUp(serial, app, error) }
      surround(serial, app, launch, findings)
    }
  }

  private func isSealed(_ app: AppID) -> Bool { seals.isSealed(app.string) && catalog.bundles[app] != nil }

  /// Somebody who may write to the bundle may have put another Info.plist there for the moment in which the daemon read it.
  func otherInfoPlist(of app: AppID, than verified: BundleMoment) -> SealError? {
    guard let bundle = catalog.bundles[app], bundle.infoPlistHash != verified.infoPlist else { return nil }
    return SealError(bundle: bundle.path, .otherInfoPlist)
  }

  /// `then` is told the moment for which that holds; nil: it has no seal.
  private func verify(
    _ app: AppID, then: @escaping @MainActor @Sendable (Result<BundleMoment?, SealError>) -> Void
  ) {
    guard isSealed(app), let bundle = catalog.bundles[app] else { return then(.success(nil)) }
    seals.verifyIfSealed(app.string, at: bundle.path, then: then)
  }

  /// A user who may write to the bundle may have put something else in the place of its executable after the first look, and taken
  /// it away again. The process has run some milliseconds of that then, and is ended.
  private func verifyAgain(_ serial: ProcessSerial, _ app: AppID, _ verified: BundleMoment) {
    guard processes[serial] != nil, let bundle = catalog.bundles[app] else { return }
    seals.verify(app.string, at: bundle.path) { [weak self] result in
      let problem: String
      switch result {
      case .success(let now):
        if now == verified { return }
        problem = "\(bundle.path) was changed while it was launched; launch it again"
      case .failure(let error): problem = "\(error)"
      }
      self?.model.submit(.app(serial, .violated(problem)))
    }
  }

  private func settle(_ app: AppID, then: @escaping @MainActor @Sendable ((any Error)?) -> Void) {
    guard users.settled(app) == nil else { return then(nil) }
    // An app that is not installed is given nothing.
    guard catalog.bundles[app] != nil else { return then(BundleError(bundle: app.string, .notInstalled)) }
    users.settle(app, then: then)
  }

  func giveUp(_ serial: ProcessSerial, _ app: AppID, _ error: any Error) {
    if awaited.removeValue(forKey: serial) != nil { fail(serial, app, "\(error)") }
  }

  private func spawnAwaited(
    _ serial: ProcessSerial, _ app: AppID, _ launch: LifecycleModel.Launch, _ findings: Findings
  ) {
    guard let launchAwaited = awaited.removeValue(forKey: serial) else { return }
    guard !launchAwaited.isKilled else {
      return model.submit(.kernel(serial, .spawnFailed(Self.endedBefore)))
    }
    spawnNow(serial, app, launch, findings)
    if awaited[serial] != nil {
      // It is put off once more.
      awaited[serial] = launchAwaited
      return
    }
    // Its deadlines count from its fork (FG2): to hand over a large container takes its time.
    let waited = Instant.now.since(launchAwaited.since)
    for (step, due) in launchAwaited.deadlines { processes[serial]?.deadlines.arm(step, at: due + waited) }
  }

  /// The reason why a process that was killed has not begun.
  static let endedBefore = "it was ended before it began"

  func isAwaited(_ serial: ProcessSerial) -> Bool { awaited[serial] != nil }

  /// A launch that waits comes to nothing.
  func cancel(_ serial: ProcessSerial) { awaited[serial]?.isKilled = true }

  /// Sets a deadline of a process, or with nil takes it back; of one that is still to be launched, for when it runs.
  func arm(_ serial: ProcessSerial, _ step: Step, at due: Instant?) {
    awaited[serial]?.deadlines[step] = due
    let deadlines = processes[serial]?.deadlines
    if let due { deadlines?.arm(step, at: due) } else { deadlines?.disarm(step) }
  }
}

/// An app may keep everybody waiting who looks at its container, and there is no thread that could wait.
nonisolated struct UnlookedContainer: Error, CustomStringConvertible {
  let path: String

  var description: String {
    "its container \(path) cannot be looked at: \(Unanswered.noThread.sentence), and launch it again"
  }
}
