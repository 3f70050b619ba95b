// The life of each scene: its delegate's calls, its notifications, and those of the app as a whole (LS2, LS3).

import AgentProtocol
import WireJSON

@MainActor final class SceneEvents {
  let application: UIApplication
  private let callbacks: Callbacks
  /// Notifications of the app as a whole that wait for the last step of a change (LS3).
  private var waiting: [Notification.Name] = []
  /// The state of the app once it has been told of the step under way: its notification sees what its callback saw
  /// (ST6).
  private var settled: UIApplication.State?
  /// The sessions whose scene has not yet been seen with the activity that it was restored from (SC5).
  private var restoring: Set<String> = []
  /// The scenes that have become active in the change under way.
  var arrived: [UIScene] = []
  /// The sessions whose scene has not been active since it was connected.
  var arriving: Set<String> = []
  /// When the first content of a scene appears (FG3).
  var firstAppearance = FirstAppearance.byStyle

  init(_ application: UIApplication, _ callbacks: Callbacks) {
    self.application = application
    self.callbacks = callbacks
  }

  // MARK: Connecting (SC1, SC2)

  /// - Parameter byCode: only if the app's delegate configures scenes itself; else nothing happens, and the answer is
  ///   ``AckResult/unsupported``.
  func connect(_ connection: SceneConnection, byCode: Bool = false) -> AckResult {
    application.isComingForward = true
    let session = application.session(connection.session)
    session.stateRestorationActivity =
      RestoringSessions.isHarmful(connection.session.id)
      ? nil : (connection.session.activity?.value).flatMap(NSUserActivity.init(json:))
    let options = UIScene.ConnectionOptions(connection.options, of: connection.session.id)
    let kept = connection.isNew ? nil : configuration(connection.session.configuration, of: session)
    guard let configuration = kept ?? askForConfiguration(of: session, options, byCode) else {
      application.sessions[connection.session.id] = nil
      return .unsupported
    }
    session.configuration = configuration
    if session.stateRestorationActivity != nil {
      restoring.insert(connection.session.id)
      RestoringSessions.insert(connection.session.id)
    }
    let sceneClass = configuration.sceneClass as? UIScene.Type ?? UIWindowScene.self
    let scene = sceneClass.init(session: session, connectionOptions: options)
    live[ObjectIdentifier(scene)] = scene
    scene.delegate = delegate(of: configuration)
    // A window that becomes visible in WC appears when the scene comes to the foreground.
    UIWindow.mayAppear = false
    arriving.insert(connection.session.id)
    let window = loadInterface(of: configuration, into: scene)
    callbacks.run("sceneWillConnect", of: scene) {
      scene.delegate?.scene(scene, willConnectTo: session, options: options)
      if let activity = session.stateRestorationActivity {
        scene.delegate?.scene(scene, restoreInteractionStateWith: activity)
      }
      scene.post(UIScene.willConnectNotification)
    }
    show(window, of: scene)
    return .connected(configuration: configuration.name)
  }

  /// The configuration of a session that an earlier process has left: of the manifest, or as the app made it in code. One
  /// without a name cannot be found again.
  private func configuration(_ name: String?, of session: UISceneSession) -> UISceneConfiguration? {
    guard let name else { return nil }
    let declared = UISceneConfiguration(name: name, sessionRole: session.role)
    return declared.entry != nil ? declared : KeptConfigurations.configuration(name, of: session)
  }

  private func askForConfiguration(
    of session: UISceneSession, _ options: UIScene.ConnectionOptions, _ byCode: Bool
  ) -> UISceneConfiguration? {
    let ask = { [application] in
      application.delegate?.application(application, configurationForConnecting: session, options: options)
        ?? .byDefault(session.role)
    }
    // The call that a delegate does not have is no callback of the app's.
    let answer = byCode ? ask() : callbacks.run("configurationForConnecting", ask)
    if byCode, answer.isDefault || (answer.delegateClass == nil && answer.storyboard == nil) { return nil }
    if byCode { callbacks.run("configurationForConnecting") {} }
    KeptConfigurations.keep(answer, of: session)
    return answer
  }

  /// The session knows its scene, but does not hold it.
  private var live: [ObjectIdentifier: UIScene] = [:]

  private func delegate(of configuration: UISceneConfiguration) -> (any UISceneDelegate)? {
    let declared = configuration.entry?.delegateClass
    guard let type = configuration.delegateClass as? NSObject.Type else {
      if let declared {
        let sentence =
          "unable to find the scene delegate class '\(declared)' that Info.plist names; "
          + "name it as Module.Class, as NSStringFromClass does\n"
        FileHandle.standardError.write(Data(sentence.utf8))
      }
      return nil
    }
    return type.makeDynamically() as? any UISceneDelegate
  }

  /// LA9: the scene's storyboard, before WC; in the delegate's own window, if it has one already.
  private func loadInterface(of configuration: UISceneConfiguration, into scene: UIScene) -> UIWindow? {
    guard let windowScene = scene as? UIWindowScene else { return nil }
    do {
      guard
        let controller = try configuration.storyboard?.instantiateInitialViewController()
          ?? configuration.entry?.storyboard.map({ try MainInterface.load(storyboard: $0, bundle: .main) })
      else { return nil }
      let delegate = scene.delegate as? any UIWindowSceneDelegate
      let window = delegate?.ownWindow ?? UIWindow(windowScene: windowScene)
      window.windowScene = windowScene
      window.rootViewController = controller
      delegate?.ownWindow = window
      return window
    } catch {
      complain("\(error)")
      return nil
    }
  }

  /// LA9: the storyboard's window is shown when WC has returned, unless it put another one in its place. A delegate
  /// without a property for it leaves it to the scene.
  private func show(_ window: UIWindow?, of scene: UIScene) {
    guard let window, window.isHidden else { return }
    let chosen = (scene.delegate as? any UIWindowSceneDelegate)?.ownWindow ?? window
    if chosen === window { window.makeKeyAndVisible() }
  }

  func disconnect(_ scene: UIScene) {
    application.hasComeForward()
    hasBeenSeen(scene)
    scene.activationState = .unattached
    callbacks.run("sceneDidDisconnect", of: scene) {
      scene.delegate?.sceneDidDisconnect(scene)
      scene.post(UIScene.didDisconnectNotification)
    }
    let windows = (scene as? UIWindowScene)?.windows ?? []
    // The key window last: none of the others is to become it on the way.
    for window in windows.filter({ !$0.isKeyWindow }) + windows.filter(\.isKeyWindow) { window.isHidden = true }
    scene.delegate = nil
    scene.session.scene = nil
    live[ObjectIdentifier(scene)] = nil
    stopsArriving(scene)
  }

  /// SC3.
  func discard(_ ids: [String]) {
    KeptConfigurations.forget(ids)
    RestoringSessions.remove(ids)
    let unknown = { (id: String) in
      UISceneSession(Session(id: id, role: UISceneSession.Role.windowApplication.rawValue))
    }
    let discarded = Set(ids.map { application.sessions.removeValue(forKey: $0) ?? unknown($0) })
    callbacks.run("didDiscardSceneSessions") {
      application.delegate?.application(application, didDiscardSceneSessions: discarded)
    }
  }

  // MARK: Between the states (ST4, ST6)

  func enterForeground(_ scene: UIScene) {
    application.ignoresNextSnapshot = false
    scene.ignoresNextSnapshot = false
    if firstAppearance != .afterActive { appear(scene, wholly: false) }
    step("sceneWillEnterForeground", scene, to: .foregroundInactive, UIScene.willEnterForegroundNotification) {
      $0.sceneWillEnterForeground(scene)
    }
    UpdateCycle.release()
  }

  func becomeActive(_ scene: UIScene) {
    scene.activationState = .foregroundActive
    UIWindow.userIs(in: scene)
    step(
      "sceneDidBecomeActive", scene, from: .foregroundInactive, to: .foregroundActive, UIScene.didActivateNotification
    ) {
      $0.sceneDidBecomeActive(scene)
    }
    if firstAppearance == .afterActive {
      postWhatWaits()
      appear(scene, wholly: true)
    }
    arrived.append(scene)
    arriving.remove(scene.session.persistentIdentifier)
    UIWindow.mayAppear = true
    application.hasBeenActive = true
    application.hasComeForward()
  }

  func resignActive(_ scene: UIScene) {
    step("sceneWillResignActive", scene, to: .foregroundInactive, UIScene.willDeactivateNotification) {
      $0.sceneWillResignActive(scene)
    }
  }

  func enterBackground(_ scene: UIScene) -> AckResult {
    application.hasComeForward()
    scene.activationState = .background
    step(
      "sceneDidEnterBackground", scene, from: .foregroundInactive, to: .background,
      UIScene.didEnterBackgroundNotification
    ) {
      $0.sceneDidEnterBackground(scene)
    }
    stopsArriving(scene)
    let isLast = application.connectedScenes.allSatisfy { $0.activationState == .background }
    if isLast { postWhatWaits() }
    let activity = scene.activityToKeep()
    // Also where it was not restored from the activity before: this one takes that one's place.
    restoring.remove(scene.session.persistentIdentifier)
    RestoringSessions.remove([scene.session.persistentIdentifier])
    if isLast {
      Caches.drop()
      UpdateCycle.hold()
    }
    let sent = activity?.sent
    if activity != nil, case .none = sent {
      complain(
        "unable to keep the restoration activity of the scene \(scene.session.persistentIdentifier): \(NSUserActivity.bounds); "
          + "put less into its userInfo")
    }
    return .restorable(activity: sent)
  }

  /// SC5: its activity does no harm; the next process may have it too.
  func hasBeenSeen(_ scene: UIScene) {
    let id = scene.session.persistentIdentifier
    if restoring.remove(id) != nil { RestoringSessions.hasBeenSeen(id) }
  }

  /// Delegate, then the scene's notification; the scene is then in `state`, and the app where its scenes put it (ST3).
  private func step(
    _ name: String, _ scene: UIScene, from old: UIScene.ActivationState? = nil, to state: UIScene.ActivationState,
    _ notification: Notification.Name, _ body: (any UISceneDelegate) -> Void
  ) {
    let before = derivedState(with: scene, in: old ?? scene.activationState)
    callbacks.run(name, of: scene) {
      if let delegate = scene.delegate { body(delegate) }
      scene.post(notification)
    }
    scene.activationState = state
    let after = derivedState(with: scene, in: state)
    settled = after
    wait(from: before, to: after)
  }

  private func derivedState(with scene: UIScene, in state: UIScene.ActivationState) -> UIApplication.State {
    let states = application.connectedScenes.map { $0 === scene ? state : $0.activationState }
    if states.contains(.foregroundActive) { return .active }
    return states.contains(.foregroundInactive) ? .inactive : .background
  }

  // MARK: The app as a whole (LS3)

  private func wait(from old: UIApplication.State, to new: UIApplication.State) {
    switch (old, new) {
    case (.active, .inactive): waiting.append(UIApplication.willResignActiveNotification)
    case (.inactive, .background): waiting.append(UIApplication.didEnterBackgroundNotification)
    case (.background, .inactive): waiting.append(UIApplication.willEnterForegroundNotification)
    case (.inactive, .active): waiting.append(UIApplication.didBecomeActiveNotification)
    case (.active, .background):
      waiting += [UIApplication.willResignActiveNotification, UIApplication.didEnterBackgroundNotification]
    case (.background, .active):
      waiting += [UIApplication.willEnterForegroundNotification, UIApplication.didBecomeActiveNotification]
    case (.active, .active), (.inactive, .inactive), (.background, .background): break
    }
  }

  /// The last step of a change has been taken.
  func postWhatWaits() {
    let names = waiting
    waiting = []
    for name in names { application.post(name) }
  }

  func settle() {
    if let settled { application.applicationState = settled }
    settled = nil
  }
}
