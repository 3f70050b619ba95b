// The user's choices of how everything looks: light or dark, and the size of text (NQ7).

@MainActor enum UserAppearance {
  private(set) static var style = UIUserInterfaceStyle.light
  private(set) static var textSize = UIContentSizeCategory.large

  /// Nil where it is no such word; the value before stays.
  static func become(style word: String?) {
    switch word {
    case "light": style = .light
    case "dark": style = .dark
    default: break
    }
  }

  static func become(textSize word: String?) {
    if let size = UIContentSizeCategory(word: word) { textSize = size }
  }

  /// Makes a change, and tells those of it whose traits are others now: a view whose style is overridden stays as it is.
  static func change(_ application: UIApplication, _ change: () -> Void) {
    let (old, oldSize) = (UIScreen.main.traitCollection, textSize)
    for view in TraitChange.tell(of: change) {
      view.setNeedsLayout()
      view.setNeedsDisplay()
    }
    for case let scene as UIWindowScene in application.connectedScenes where old != scene.traitCollection {
      (scene.delegate as? any UIWindowSceneDelegate)?.windowScene(
        scene, didUpdate: scene.coordinateSpace, interfaceOrientation: InterfaceOrientation.current,
        traitCollection: old)
    }
    guard oldSize != textSize else { return }
    NotificationCenter.default.post(
      name: UIContentSizeCategory.didChangeNotification, object: application,
      userInfo: [UIContentSizeCategory.newValueUserInfoKey: textSize.rawValue])
  }
}
