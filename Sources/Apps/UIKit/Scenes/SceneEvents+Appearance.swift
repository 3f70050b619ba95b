// The moments at which the windows of scenes appear (FG3).

extension SceneEvents {
  /// LA8: turned as the device is, before anything shows.
  func appear(_ scene: UIScene, wholly: Bool) {
    InterfaceOrientation.followDevice(application)
    for window in (scene as? UIWindowScene)?.windows ?? [] { window.contentAppears(wholly: wholly) }
  }

  /// FG3: the app has heard that it is active. A window that was first shown in F or A appears now.
  func endAppearances() {
    let scenes = arrived
    arrived = []
    for scene in scenes where scene.activationState == .foregroundActive {
      for window in (scene as? UIWindowScene)?.windows ?? [] {
        window.contentHasAppeared()
        window.contentAppears()
      }
      hasBeenSeen(scene)
    }
    if !scenes.isEmpty { showWaitingWindows() }
  }

  /// A scene that leaves before it was active no longer keeps the windows of the others waiting.
  func stopsArriving(_ scene: UIScene) {
    guard arriving.remove(scene.session.persistentIdentifier) != nil, arriving.isEmpty, application.hasBeenActive else {
      return
    }
    UIWindow.mayAppear = true
    showWaitingWindows()
  }

  /// Those that an active scene has shown while another one was to come.
  private func showWaitingWindows() {
    for scene in application.connectedScenes where scene.activationState == .foregroundActive {
      for window in (scene as? UIWindowScene)?.windows ?? [] { window.contentAppears() }
    }
  }
}
