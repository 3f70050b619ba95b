// UIScreen: the screen that there would be.

/// A screen.
@preconcurrency @MainActor
open class UIScreen: NSObject {
  /// The device's own screen: of the size that ROOST_SCREEN says, as in `390x844@3`, or of a phone's.
  public static let main = UIScreen(ProcessInfo.processInfo.environment["ROOST_SCREEN"] ?? "")
  /// The device's own, and displays that are connected, in the order in which they came.
  open class var screens: [UIScreen] { [main] + external }
  private(set) static var external: [UIScreen] = []
  /// The display's name, as `roostctl notify display` has it; nil for the device's own screen.
  private(set) var display: String?

  private var portrait: CGSize
  private var isLandscape = false
  public let scale: CGFloat
  open var brightness: CGFloat = 0.5 {
    didSet {
      if brightness != oldValue {
        NotificationCenter.default.post(name: UIScreen.brightnessDidChangeNotification, object: self)
      }
    }
  }
  open var availableModes: [UIScreenMode] { [UIScreenMode(size: nativeBounds.size)] }
  open var currentMode: UIScreenMode? { availableModes.first }
  open var preferredMode: UIScreenMode? { availableModes.first }
  open var isCaptured: Bool { false }
  open var mirrored: UIScreen? { nil }
  open var nativeScale: CGFloat { scale }
  open var maximumFramesPerSecond: Int { 60 }

  /// In points, as the interface is oriented.
  open var bounds: CGRect {
    CGRect(
      x: 0, y: 0, width: isLandscape ? portrait.height : portrait.width,
      height: isLandscape ? portrait.width : portrait.height)
  }
  /// In pixels, upright.
  open var nativeBounds: CGRect { CGRect(x: 0, y: 0, width: portrait.width * scale, height: portrait.height * scale) }

  init(_ description: String) {
    let parts = description.split(whereSeparator: { "x@".contains($0) }).compactMap { Double($0) }
    if parts.count >= 2, parts.allSatisfy({ $0 >= 1 && $0 <= 10000 }) {
      portrait = CGSize(width: parts[0], height: parts[1])
      scale = parts.count > 2 ? parts[2] : 1
    } else {
      portrait = CGSize(width: 390, height: 844)
      scale = 3
    }
  }

  /// A display that was connected; its mode, as in `1920x1080`, may become known later.
  static func connect(_ display: String) -> UIScreen {
    if let known = external.first(where: { $0.display == display }) { return known }
    let screen = UIScreen("1920x1080@1")
    screen.display = display
    external.append(screen)
    return screen
  }

  static func disconnect(_ display: String) -> UIScreen? {
    guard let index = external.firstIndex(where: { $0.display == display }) else { return nil }
    return external.remove(at: index)
  }

  /// A display shows in another size now; nil is its own.
  static func changeMode(of display: String, to mode: String?) -> UIScreen? {
    guard let screen = external.first(where: { $0.display == display }) else { return nil }
    screen.portrait = size(mode ?? "") ?? CGSize(width: 1920, height: 1080)
    return screen
  }

  /// Of a text as in `1920x1080`; nil for any other.
  private static func size(_ text: String) -> CGSize? {
    let parts = text.split(whereSeparator: { "x@".contains($0) }).prefix(2).compactMap { Double($0) }
    guard parts.count == 2, parts.allSatisfy({ $0 >= 1 && $0 <= 100_000 }) else { return nil }
    return CGSize(width: parts[0], height: parts[1])
  }

  static func disconnectAll() { external = [] }

  var isPad: Bool { min(portrait.width, portrait.height) >= 600 }

  /// The widths of the edges that the camera, the home indicator or the status bar cover.
  var safeArea: UIEdgeInsets {
    let hasCamera = !isPad && portrait.height > portrait.width * 2
    switch (hasCamera, isLandscape) {
    case (true, false): return UIEdgeInsets(top: 47 + callBarHeight, left: 0, bottom: 34, right: 0)
    case (true, true): return UIEdgeInsets(top: 0, left: 47, bottom: 21, right: 47)
    case (false, false): return UIEdgeInsets(top: 20 + callBarHeight, left: 0, bottom: 0, right: 0)
    case (false, true): return UIEdgeInsets(top: isPad ? 20 : 0, left: 0, bottom: 0, right: 0)
    }
  }

  /// The height by which the status bar is taller than usual, as during a call; a screen on its side shows none (IN6).
  var callBarHeight: CGFloat {
    isLandscape ? 0 : max(0, (UIApplication.running?.statusBarHeight ?? 20) - 20)
  }

  var traitCollection: UITraitCollection { traits(landscape: isLandscape) }

  /// Those that the screen has when it lies on its side, or stands.
  func traits(landscape: Bool) -> UITraitCollection {
    UITraitCollection(
      style: UserAppearance.style, horizontal: isPad ? .regular : .compact,
      vertical: isPad || !landscape ? .regular : .compact,
      scale: scale, idiom: isPad ? .pad : .phone, text: UserAppearance.textSize)
  }

  /// Turns the interface; windows that fill the screen go on filling it.
  static func setLandscape(_ landscape: Bool) {
    guard main.isLandscape != landscape else { return }
    let old = main.bounds
    main.isLandscape = landscape
    for window in UIWindow.all where window.frame == old { window.frame = main.bounds }
  }

  public nonisolated static let brightnessDidChangeNotification =
    Notification.Name("UIScreenBrightnessDidChangeNotification")
  public nonisolated static let didConnectNotification = Notification.Name("UIScreenDidConnectNotification")
  public nonisolated static let didDisconnectNotification = Notification.Name("UIScreenDidDisconnectNotification")
  public nonisolated static let capturedDidChangeNotification = Notification.Name(
    "UIScreenCapturedDidChangeNotification")
}

/// A size that a screen can have.
@preconcurrency @MainActor
open class UIScreenMode: NSObject {
  /// In pixels.
  public let size: CGSize
  public let pixelAspectRatio: CGFloat = 1
  init(size: CGSize) { self.size = size }
}
