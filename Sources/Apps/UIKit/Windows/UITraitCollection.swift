// UITraitCollection: what views adapt to.

/// Light or dark.
public enum UIUserInterfaceStyle: Int, Sendable {
  case unspecified, light, dark
}

/// The amount of room in one direction.
public enum UIUserInterfaceSizeClass: Int, Sendable {
  case unspecified, compact, regular
}

/// The kind of device that the interface is made for.
public enum UIUserInterfaceIdiom: Int, Sendable {
  case unspecified = -1
  case phone, pad, tv, carPlay
  case mac = 5
  case vision = 6
}

/// The direction in which the language is read.
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
  case leftToRight, rightToLeft
}

/// The environment of a view.
open class UITraitCollection: NSObject, @unchecked Sendable {  // Immutable.
  public let userInterfaceStyle: UIUserInterfaceStyle
  public let horizontalSizeClass: UIUserInterfaceSizeClass
  public let verticalSizeClass: UIUserInterfaceSizeClass
  public let displayScale: CGFloat
  public let userInterfaceIdiom: UIUserInterfaceIdiom
  public let preferredContentSizeCategory: UIContentSizeCategory

  init(
    style: UIUserInterfaceStyle = .unspecified, horizontal: UIUserInterfaceSizeClass = .unspecified,
    vertical: UIUserInterfaceSizeClass = .unspecified, scale: CGFloat = 0, idiom: UIUserInterfaceIdiom = .unspecified,
    text: UIContentSizeCategory = .unspecified
  ) {
    userInterfaceStyle = style
    horizontalSizeClass = horizontal
    verticalSizeClass = vertical
    displayScale = scale
    userInterfaceIdiom = idiom
    preferredContentSizeCategory = text
  }
  public convenience override init() { self.init(style: .unspecified) }
  public convenience init(userInterfaceStyle: UIUserInterfaceStyle) { self.init(style: userInterfaceStyle) }
  public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) { self.init(horizontal: horizontalSizeClass) }
  public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) { self.init(vertical: verticalSizeClass) }
  public convenience init(displayScale: CGFloat) { self.init(scale: displayScale) }
  public convenience init(userInterfaceIdiom: UIUserInterfaceIdiom) { self.init(idiom: userInterfaceIdiom) }
  public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
    self.init(text: preferredContentSizeCategory)
  }

  /// The traits that colours are resolved with.
  public class var current: UITraitCollection {
    if let scoped { return scoped }
    return Thread.isMainThread ? MainActor.assumeIsolated { UIScreen.main.traitCollection } : device
  }

  /// Those of a part of the interface, while it is drawn.
  @TaskLocal static var scoped: UITraitCollection?
  private static let device = UITraitCollection(
    style: .light, horizontal: .compact, vertical: .regular, scale: 3, idiom: .phone)

  /// These, with another style unless that is unspecified.
  func with(_ style: UIUserInterfaceStyle) -> UITraitCollection {
    if style == .unspecified || style == userInterfaceStyle { return self }
    return UITraitCollection(
      style: style, horizontal: horizontalSizeClass, vertical: verticalSizeClass, scale: displayScale,
      idiom: userInterfaceIdiom, text: preferredContentSizeCategory)
  }

  open func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
    userInterfaceStyle != traitCollection?.userInterfaceStyle
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UITraitCollection else { return false }
    return userInterfaceStyle == other.userInterfaceStyle && horizontalSizeClass == other.horizontalSizeClass
      && verticalSizeClass == other.verticalSizeClass && displayScale == other.displayScale
      && userInterfaceIdiom == other.userInterfaceIdiom
      && preferredContentSizeCategory == other.preferredContentSizeCategory
  }
  open override var hash: Int { userInterfaceStyle.hashValue ^ horizontalSizeClass.hashValue }
}

/// An object that has traits.
@preconcurrency @MainActor
public protocol UITraitEnvironment: NSObjectProtocol {
  var traitCollection: UITraitCollection { get }
  func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}
