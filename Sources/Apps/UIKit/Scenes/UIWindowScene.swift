// UIWindowScene: a scene that shows windows.

/// A scene that shows windows.
@preconcurrency @MainActor
open class UIWindowScene: UIScene {
  /// The scene's windows, from back to front.
  open var windows: [UIWindow] { UIWindow.all.filter { $0.windowScene === self } }
  /// The window that receives input not bound to a place while the user is in the scene.
  open var keyWindow: UIWindow? { UIWindow.keyWindow(of: self) }
  open var screen: UIScreen { .main }
  open var traitCollection: UITraitCollection { screen.traitCollection }
  open var coordinateSpace: any UICoordinateSpace { screen }
  open var interfaceOrientation: UIInterfaceOrientation { InterfaceOrientation.current }
  open var effectiveGeometry: Geometry { Geometry(interfaceOrientation: interfaceOrientation) }
  open private(set) lazy var statusBarManager: UIStatusBarManager? = UIStatusBarManager()
  open private(set) lazy var sizeRestrictions: UISceneSizeRestrictions? = UISceneSizeRestrictions()
  open var isFullScreen: Bool { true }

  /// The layout of the scene on its screen.
  @preconcurrency @MainActor
  open class Geometry: NSObject {
    public let interfaceOrientation: UIInterfaceOrientation
    init(interfaceOrientation: UIInterfaceOrientation) { self.interfaceOrientation = interfaceOrientation }
  }

  /// Asks for another orientation, of those that Info.plist, the delegate and the content that is shown allow (LA8).
  open func requestGeometryUpdate(
    _ geometryPreferences: GeometryPreferences, errorHandler: ((any Error) -> Void)? = nil
  ) {
    guard let application = UIApplication.running,
      let asked = (geometryPreferences as? GeometryPreferences.iOS)?.interfaceOrientations
    else { return }
    if asked.contains(InterfaceOrientation.current.mask) { return }
    for orientation in UIInterfaceOrientation.all
    where asked.contains(orientation.mask) && InterfaceOrientation.turn(to: orientation, application) { return }
    errorHandler?(
      UISceneError(.geometryRequestDenied, "unable to turn the scene: none of the orientations is supported"))
  }

  /// The geometry that an app prefers for a scene.
  @preconcurrency @MainActor
  open class GeometryPreferences: NSObject {
    @preconcurrency @MainActor
    open class iOS: GeometryPreferences {
      public let interfaceOrientations: UIInterfaceOrientationMask
      public init(interfaceOrientations: UIInterfaceOrientationMask) {
        self.interfaceOrientations = interfaceOrientations
      }
    }
  }
}

/// The properties of the status bar above the scene (IN6).
@preconcurrency @MainActor
open class UIStatusBarManager: NSObject {
  open var statusBarFrame: CGRect { UIApplication.running?.statusBarFrame ?? .zero }
  open var statusBarStyle: UIStatusBarStyle { UIApplication.running?.statusBarStyle ?? .default }
  open var isStatusBarHidden: Bool { UIApplication.running?.isStatusBarHidden ?? false }
}

/// The smallest and the largest size of a scene.
@preconcurrency @MainActor
open class UISceneSizeRestrictions: NSObject {
  open var minimumSize = CGSize.zero
  open var maximumSize = CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude)
  open var allowsFullScreen = true
}
