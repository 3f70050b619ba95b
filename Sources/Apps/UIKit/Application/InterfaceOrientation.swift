// The orientation of the app's interface: as it starts, and as the device is turned (LA8).

import AgentProtocol
import WireJSON

@MainActor enum InterfaceOrientation {
  static var current = UIInterfaceOrientation.portrait { didSet { UIScreen.setLandscape(current.isLandscape) } }

  /// `UISupportedInterfaceOrientations` of Info.plist, or all but upside down.
  static var declared: UIInterfaceOrientationMask {
    guard let names = AppInfo.current.supportedOrientations, !names.isEmpty else { return .allButUpsideDown }
    return names.compactMap(UIInterfaceOrientation.init(plist:)).reduce(into: []) { $0.formUnion($1.mask) }
  }

  /// An app starts in portrait unless its Info.plist says landscape, and is told to turn as the device is when there is
  /// something on the screen that can be turned.
  static func begin(_ application: UIApplication, device word: String) {
    let asked = AppInfo.current.initialOrientation.flatMap(UIInterfaceOrientation.init(plist:))
    let only = declared.contains(.portrait) ? nil : first(of: declared)
    if let start = asked ?? only { current = start }
    guard let device = UIDeviceOrientation(word: .string(word)) else { return }
    UIDevice.current.begin(as: device)
    follows = nil
    awaited = device
  }

  /// The orientation of the device at launch.
  private static var awaited: UIDeviceOrientation?
  /// The orientation that the interface would have if everybody allowed it.
  private static var follows: UIInterfaceOrientation?

  static func followDevice(_ application: UIApplication) {
    guard let device = awaited else { return }
    awaited = nil
    follow(device, application)
  }

  /// Turns the interface with the device where Info.plist, the delegate and the content that is shown allow it.
  static func follow(_ device: UIDeviceOrientation, _ application: UIApplication) {
    guard let new = UIInterfaceOrientation(device) else { return }
    follows = new
    turn(to: new, application)
  }

  /// Turns the interface again, because the content that is shown now allows other orientations than before.
  static func update(_ application: UIApplication) {
    guard let follows, !turn(to: follows, application), !isSupported(current, application) else { return }
    for other in UIInterfaceOrientation.all where turn(to: other, application) { return }
  }

  /// Returns whether the interface is turned so now.
  @discardableResult
  static func turn(to new: UIInterfaceOrientation, _ application: UIApplication) -> Bool {
    guard isSupported(new, application) else { return false }
    guard new != current else { return true }
    let delegate = application.delegate
    let old = current
    delegate?.application(application, willChangeStatusBarOrientation: new, duration: 0)
    application.post(
      UIApplication.willChangeStatusBarOrientationNotification,
      [UIApplication.statusBarOrientationUserInfoKey: new.rawValue])
    let turns = old.isLandscape != new.isLandscape
    let oldTraits = UIScreen.main.traitCollection
    let roots = UIWindow.all.filter { turns && !$0.isHidden }.compactMap(\.rootViewController)
    // One that waits for its presenter to appear is made in the new size.
    let shown = roots.filter(\.isViewLoaded).flatMap { root in
      [root] + root.coverings.filter { $0.viewIfLoaded?.window != nil }.reversed()
    }
    turn(shown[...], UIScreen.main.traits(landscape: new.isLandscape)) {
      _ = TraitChange.tell { current = new }
    }
    for scene in application.connectedScenes {
      guard let scene = scene as? UIWindowScene else { continue }
      (scene.delegate as? any UIWindowSceneDelegate)?.windowScene(
        scene, didUpdate: scene.coordinateSpace, interfaceOrientation: old, traitCollection: oldTraits)
    }
    delegate?.application(application, didChangeStatusBarOrientation: old)
    application.post(
      UIApplication.didChangeStatusBarOrientationNotification,
      [UIApplication.statusBarOrientationUserInfoKey: old.rawValue])
    return true
  }

  /// All are told before the change, and end their animations after it.
  private static func turn(
    _ controllers: ArraySlice<UIViewController>, _ traits: UITraitCollection, _ change: () -> Void
  ) {
    guard let first = controllers.first else { return change() }
    let old = UIScreen.main.bounds.size
    first.turn(to: CGSize(width: old.height, height: old.width), traits) {
      turn(controllers.dropFirst(), traits, change)
    }
  }

  private static func isSupported(_ orientation: UIInterfaceOrientation, _ application: UIApplication) -> Bool {
    let window = application.keyWindow ?? UIWindow.all.last
    guard application.supportedInterfaceOrientations(for: window).contains(orientation.mask),
      declared.contains(orientation.mask)
    else { return false }
    // The controller that is presented over the rest decides.
    let root = window?.rootViewController
    let top = root.flatMap { sequence(first: $0, next: \.presentedViewController).reduce($0) { $1 } }
    return top?.supportedInterfaceOrientations.contains(orientation.mask) ?? true
  }

  private static func first(of mask: UIInterfaceOrientationMask) -> UIInterfaceOrientation? {
    UIInterfaceOrientation.all.first { mask.contains($0.mask) }
  }
}

extension UIInterfaceOrientation {
  /// The likely ones first.
  static let all: [UIInterfaceOrientation] = [.portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown]

  /// In the words of Info.plist.
  init?(plist word: String) {
    switch word {
    case "UIInterfaceOrientationPortrait": self = .portrait
    case "UIInterfaceOrientationPortraitUpsideDown": self = .portraitUpsideDown
    case "UIInterfaceOrientationLandscapeLeft": self = .landscapeLeft
    case "UIInterfaceOrientationLandscapeRight": self = .landscapeRight
    default: return nil
    }
  }

  /// The interface is turned against the device, so that it stays upright.
  init?(_ device: UIDeviceOrientation) {
    switch device {
    case .portrait: self = .portrait
    case .portraitUpsideDown: self = .portraitUpsideDown
    case .landscapeLeft: self = .landscapeRight
    case .landscapeRight: self = .landscapeLeft
    case .unknown, .faceUp, .faceDown: return nil
    }
  }

  var mask: UIInterfaceOrientationMask { UIInterfaceOrientationMask(rawValue: 1 << UInt(rawValue)) }
}
