// Answers the control server's questions that need no decision of the model.
import AppLink
import ControlAPI
import DaemonConfiguration
import FoundationEssentials
import Keys
import LifecycleModel
import Processes
import Reporting
import Stores
import Varlink

extension Supervisor {
  // MARK: Apps

  func app(_ id: AppID) -> App? { model.lifecycle.apps[id] }

  var appCount: Int { model.lifecycle.apps.count }
  var appDirectories: [String] { configuration.appDirectories }

  /// The app that a URL would open.
  func handler(of url: String) -> AppID? { model.lifecycle.handler(of: url) }

  /// So many of each app are in a list of all: forty apps may have 38,000 together.
  private static let mostListed = 64

  func appStatuses(_ then: @escaping ([AppStatus]) -> Void) {
    var uses: [ProcessSerial: MeasuredUse.Asked] = [:]
    lookAtEach {
      uses[$0.serial] = $0.use(in: $1)
    } then: { [unowned self] in
      then(
        model.lifecycle.apps.values.sorted { $0.description.id < $1.description.id }.map {
          status(of: $0, use: $0.process.flatMap { uses[$0.serial] }, assertions: Self.mostListed)
        })
    }
  }

  /// - Parameter use: of a look that was a moment ago; nil: it is looked at now.
  func status(of app: App, use: MeasuredUse.Asked? = nil, assertions most: Int = .max) -> AppStatus {
    let id = app.description.id
    let process = app.process.flatMap { processes[$0.serial] }
    let use = use ?? process?.use()
    let footprint = use?.footprint?.total
    if let process, let footprint { history.measured(footprint, of: process.serial) }
    return AppStatus(
      id: id.string, name: homeScreenName(of: id), state: AppStatus.State(app.state),
      pid: app.process?.pid.map(Int64.init),
      user: app.process?.pid.flatMap { kernel.user(of: $0) }.map { launcher.users.name(of: $0, running: id) },
      style: AppStatus.Style(app.description.style), footprint: Int64(clamping: footprint ?? 0),
      cpu: use?.processorTime.map { Int64(clamping: $0.wholeNanoseconds) } ?? 0,
      callback: callback(of: app),
      deadlines: deadlines(of: app),
      scenes: app.scenes.map { AppStatus.Scene(session: $0.session.string, state: AppStatus.Scene.State($0.state)) },
      assertions: assertions(of: app, atMost: most),
      lastExit: autopsy.lastExits[id]?.first.map { ControlAPI.ExitRecord($0) },
      heldBack: model.lifecycle.heldBack(id, at: .now).map {
        AppStatus.HeldBack(deaths: Int64($0.deaths), left: Int64(clamping: $0.left.wholeNanoseconds))
      }, saying: process?.channel.statusText, debugger: debugger(of: app),
      entitlements: entitlements(of: id),
      missing: missingEntitlements(of: id))
  }

  /// As it is now: the kernel tells nobody of one that attaches.
  private func debugger(of app: App) -> AppStatus.Debugger? {
    guard let process = app.process else { return nil }
    processes[process.serial]?.debuggerWatch.look()
    guard let now = model.lifecycle.apps[app.description.id]?.process else { return nil }
    return switch now.debugging {
    case .attached(let debugger): AppStatus.Debugger(pid: Int64(debugger.pid), name: debugger.name)
    case .awaited: AppStatus.Debugger(pid: nil, name: nil)
    case .none: nil
    }
  }

  private func callback(of app: App) -> AppStatus.Callback? {
    app.process?.activity(at: .now).map {
      AppStatus.Callback(name: $0.callback, elapsed: Int64(clamping: $0.age.wholeNanoseconds))
    }
  }

  private func deadlines(of app: App) -> [AppStatus.Deadline] {
    let now = Instant.now
    return (app.process?.deadlines.running ?? []).map { countdown in
      AppStatus.Deadline(
        step: countdown.step.rawValue, limit: Int64(clamping: countdown.limit.wholeNanoseconds),
        elapsed: Int64(clamping: countdown.elapsed(at: now).wholeNanoseconds))
    }
  }

  func assertions() -> [Assertion] {
    model.lifecycle.apps.values.sorted { $0.description.id < $1.description.id }.flatMap {
      assertions(of: $0, atMost: Self.mostListed)
    }
  }

  private func assertions(of app: App, atMost most: Int) -> [Assertion] {
    guard let process = app.process else { return [] }
    let id = app.description.id.string
    let now = Instant.now
    func left(_ step: Step) -> Int64? {
      process.timeLeft(of: step, at: now).map { Int64(clamping: $0.wholeNanoseconds) }
    }
    let tasks = process.tasks.open
    let all =
      tasks.keys.sorted().prefix(most).map { task in
        Assertion(
          app: id, id: Int64(task.number), kind: "backgroundTask", name: tasks[task] ?? "", left: left(.backgroundTasks)
        )
      }
      + process.activities.sorted { $0.key < $1.key }.map { activity, mode in
        Assertion(app: id, id: Int64(activity.number), kind: "activity", name: mode.rawValue, left: nil)
      }
      + process.wakes.sorted { $0.key < $1.key }.map { sequence, wake in
        Assertion(app: id, id: Int64(sequence.number), kind: "wake", name: wake.kind, left: left(.wake))
      }
    return Array(all.prefix(most))
  }

  func output(of app: AppID, then: @escaping @MainActor @Sendable (AppsInterface.GetOutput.Reply) -> Void) {
    switch AppOutput.Place(of: app, configuration) {
    case .journal:
      launcher.users.known(app) { user in
        then(AppsInterface.GetOutput.Reply(identifier: app.string, user: user.map(Int64.init), path: nil))
      }
    case .file(let path): then(AppsInterface.GetOutput.Reply(identifier: nil, user: nil, path: path))
    }
  }

  func running(_ app: AppID) -> AppsInterface.Running {
    let entry = model.lifecycle.apps[app]
    // A launch that waits for the end of the process before it has none yet.
    let pid = entry?.process.flatMap { $0.isEnding ? nil : $0.pid }
    return AppsInterface.Running(
      pid: pid.map(Int64.init), state: AppStatus.State(entry?.state ?? .notRunning))
  }

  func ended(_ app: AppID, waited: Bool) -> AppsInterface.Ended {
    AppsInterface.Ended(exit: waited ? autopsy.lastExits[app]?.first.map { ControlAPI.ExitRecord($0) } : nil)
  }

  func scenes(of app: App) -> [SceneStatus] {
    zip(app.estate.sessions.all, app.scenes).map { session, scene in
      SceneStatus(
        session: session.id.string, state: AppStatus.Scene.State(scene.state), role: session.role,
        configuration: session.configuration, activity: session.activity,
        front: model.lifecycle.device.places.contains(Place(app: app.description.id, session: session.id)))
    }
  }

  /// The reply with the scene's picture; nil when none was taken. A thread puts it together: 4 MB of control characters take 80 ms.
  func snapshot(
    of app: App, _ scene: String,
    then: @escaping @MainActor @Sendable (Result<EncodedReply?, SnapshotError>) -> Void
  ) {
    snapshots.read(
      app.description.id.string, scene,
      as: { picture in
        let time = Date(timeIntervalSince1970: Double(picture.time) / 1e9)
          .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        return EncodedReply(ScenesInterface.Snapshot.Reply(scene: scene, time: time, svg: picture.svg))
      }, then: then)
  }

  /// The processes of the apps that a person sees.
  func processesInFront() -> [AppID: ProcessSerial] {
    let apps = Set(model.lifecycle.device.front)
    return Dictionary(
      uniqueKeysWithValues: apps.compactMap { app in
        model.lifecycle.apps[app]?.process.map { (app, $0.serial) }
      })
  }

  /// A sentence for each of `processes` that has been killed or has crashed since.
  func sudden(endsOf processes: [AppID: ProcessSerial]) -> [String] {
    processes.sorted { $0.key < $1.key }.compactMap { app, serial in
      guard model.lifecycle.apps[app]?.process?.serial != serial, let row = autopsy.lastExits[app]?.first,
        row.incident != nil
      else { return nil }
      return "\(app) ended: \(row.text); `roostctl exits \(app)` has the record"
    }
  }

  /// Every app's requests, in the order they were submitted.
  func scheduledTasks() -> [ScheduledTask] {
    model.lifecycle.apps.values.sorted { $0.description.id < $1.description.id }.flatMap { app in
      app.estate.tasks.pending.map { task in
        let id = app.description.id
        return ScheduledTask(task, of: id, earliest: model.lifecycle.earliestBegin(of: task, by: id))
      }
    }
  }

  /// Nil: of every app, as many of each as a list of all has room for.
  func shownNotifications(of id: String?) -> [ControlAPI.ShownNotification] {
    if let id { return app(AppID(id)).map { replies(about: $0.estate.notifications.shown, of: $0) } ?? [] }
    return model.lifecycle.apps.values.sorted { $0.description.id < $1.description.id }.flatMap {
      replies(about: ShownShare.newest(of: $0.estate.notifications.shown), of: $0)
    }
  }

  private func replies(
    about shown: [LifecycleModel.ShownNotification], of app: App
  ) -> [ControlAPI.ShownNotification] {
    shown.map {
      ControlAPI.ShownNotification(
        app: app.description.id.string, identifier: $0.notification.identifier, title: $0.notification.title,
        body: $0.notification.body,
        time: Date(timeIntervalSince1970: $0.time.secondsSince1970)
          .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }
  }

  // MARK: The past

  /// The last exits of an app, or with nil of all, the newest first.
  func exits(of app: String?, then: @escaping @MainActor @Sendable ([ExitRow]) -> Void) {
    state.exits.last(Self.exitsShown, of: app, then: then)
  }

  /// The number of exits that are listed; `roostctl exits ID` reaches further back for one app.
  private static let exitsShown = 1000

  func listReports(then: @escaping @MainActor @Sendable ([ReportEntry]) -> Void) { autopsy.reports.list(then: then) }

  func readReport(_ name: String, then: @escaping @MainActor @Sendable (Result<[UInt8], ReportError>) -> Void) {
    autopsy.reports.read(name, then: then)
  }

  // MARK: The device

  var isLocked: Bool { model.lifecycle.device.isLocked }

  func deviceState() -> DeviceInterface.GetState.Reply {
    let device = model.lifecycle.device
    return DeviceInterface.GetState.Reply(
      locked: device.isLocked, passcode: keyBag.hasPasscode, call: DeviceInterface.CallState(device.call),
      alerts: Int64(device.alerts),
      panels: Panel.allCases.filter(device.panels.contains).map(DeviceInterface.Overlay.Name.init),
      front: device.front.map(\.string), orientation: device.facts.orientation.rawValue,
      level: device.facts.battery.level, charging: device.facts.battery.state.rawValue,
      appearance: device.facts.appearance.rawValue, contentSize: device.facts.contentSize.rawValue,
      volume: device.facts.volume ?? 1)
  }

  func memoryStatus(_ then: @escaping (MemoryInterface.Get.Reply) -> Void) {
    var pool: UInt64 = 0
    lookAtEach {
      pool += $0.footprint(in: $1)?.total ?? 0
    } then: { [unowned self] in
      let status = model.lifecycle.memory
      then(
        MemoryInterface.Get.Reply(
          level: ControlAPI.MemoryLevel(status.level), pool: Int64(clamping: pool),
          budget: status.budget.map { Int64(clamping: $0) }))
    }
  }

  /// Says where the facts of the device are, once the disk has taken them or is known not to.
  func whenKept(_ then: @escaping @MainActor @Sendable (Kept) -> Void) { state.facts.whenKept(then) }

  /// The sentences about protection that apps do without, and about what the daemon leaves out after starts that have failed.
  var gaps: [String] { launcher.gaps.map(\.sentence) + (serviceManager.caution.map { [$0] } ?? []) }
}
