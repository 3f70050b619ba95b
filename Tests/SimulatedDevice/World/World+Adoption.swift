// The daemon is replaced by one that cannot read its state: the processes run on, and are adopted as they look.

import LifecycleModel

extension World {
  /// In the order of the supervisor, what is installed, the passcode, the processes, and then what the stores have; but for what was
  /// under way in the pipes, which comes with each process: the last words of one that ends meanwhile do.
  mutating func adoptAll(_ apps: [AppDescription]) {
    guard !laws.isShuttingDown else { return }
    // No daemon begins in no time.
    wait(until: now + .milliseconds(10))
    let (before, kept, living) = (laws, lifecycle, living)
    var policy = before.policy
    policy.hasPasscode = before.hasPasscode
    // One that has not been started has left nothing.
    let adopted = living.filter { processes[$0].isForked }
    let seed = now.nanoseconds
    begin(with: Lifecycle(policy: policy, seed: seed), before.ofTheNextDaemon(policy), adopting: adopted)
    for app in apps { feed(.installed(app)) }
    if before.hasPasscode { feed(.recalled(.passcode)) }
    for place in adopted { adopt(place, before) }
    for app in apps.map(\.id) {
      if records.last(where: { $0.app == app })?.reason == .forceQuit { feed(.recalled(.forceQuit(app))) }
      // One that its app has not been told of is not on disk.
      if let sessions = kept.apps[app]?.estate.sessions {
        feed(.recalled(.sessions(app, Sessions(sessions.all.filter { !$0.isNew }, discarded: sessions.discarded))))
      }
      let tasks = before.scheduled[app, default: [:]].values.sorted { $0.identifier < $1.identifier }
      feed(.recalled(.tasks(app, tasks)))
    }
    for change in Self.factsKept { feed(.recalled(.fact(change))) }
  }

  /// As if somebody had set the device up.
  private static let factsKept: [FactChange] = [.locale("ko_KR"), .orientation(.landscapeLeft)]

  private mutating func adopt(_ place: Int, _ before: Laws) {
    let process = processes[place]
    let serial = process.serial
    let isStopped = process.freeze != .none || process.isStoppedFromOutside
    let adoption = process.adoption(isStopped: isStopped)
    change(serial) {
      ($0.timers, $0.looks, $0.freeze) = ([:], [], adoption.state == .suspended ? .done : .none)
      if adoption.state == .suspended { $0.isStoppedFromOutside = false }
    }
    feed(.kernel(serial, .adopted(process.app, adoption)))
    // It ended while no daemon ran.
    if process.isKilled { return _ = feed(.kernel(serial, .exited(.unknown, Usage()))) }
    if isStopped, adoption.state != .suspended { feed(.kernel(serial, .stoppedFromOutside)) }
    if process.hasHungUp { feed(.app(serial, .hungUp)) }
    for (id, request) in before.unanswered(place).sorted(by: { $0.key < $1.key }) {
      feed(.app(serial, .requested(id: id, request)))
    }
  }
}

extension Laws {
  fileprivate func unanswered(_ place: Int) -> [UInt64: AppRequest] { tracks[place].unanswered }
}

extension SimulatedProcess {
  /// As all that it was sent tells, and the kernel.
  fileprivate func adoption(isStopped: Bool) -> Adoption {
    var state = AppState.notRunning
    var scenes: [SessionID: SceneState] = [:]
    for event in told {
      switch event {
      case .launch(_, _, let launched): state = launched
      case .willResignActive, .willEnterForeground: state = .inactive
      case .didBecomeActive: state = .active
      case .didEnterBackground: state = .background
      case .scene(let session, let event, _, _):
        switch event {
        case .connect: scenes[session] = .unattached
        case .willEnterForeground, .willResignActive: scenes[session] = .foregroundInactive
        case .didBecomeActive: scenes[session] = .foregroundActive
        case .didEnterBackground: scenes[session] = .background
        case .disconnect: scenes[session] = nil
        case .open, .snapshot: break
        }
        state = AppState(scenes: Array(scenes.values), isFrozen: false)
      case .willTerminate, .aside, .input, .present, .wake, .expireWake, .progress, .expireTasks: break
      }
    }
    if state == .background, isStopped { state = .suspended }
    return Adoption(
      pid: 1000 + Int32(serial.number), state: state,
      scenes: scenes.sorted { $0.key < $1.key }.map { Scene(session: $0.key, state: $0.value) })
  }
}
