// The traits as types, by which an app names those that it wants to hear of.

/// `UITraitDefinition`. An app's own traits compile; nothing gives them another value than the default one, so that
/// nobody hears of them.
public protocol UITraitDefinition {
  associatedtype Value
  static var defaultValue: Value { get }
}

/// `UITrait`: the type of a trait.
public typealias UITrait = any UITraitDefinition.Type

/// `UITraitUserInterfaceStyle`: light or dark.
public enum UITraitUserInterfaceStyle: UITraitDefinition {
  public static var defaultValue: UIUserInterfaceStyle { .unspecified }
}

/// `UITraitHorizontalSizeClass`.
public enum UITraitHorizontalSizeClass: UITraitDefinition {
  public static var defaultValue: UIUserInterfaceSizeClass { .unspecified }
}

/// `UITraitVerticalSizeClass`.
public enum UITraitVerticalSizeClass: UITraitDefinition {
  public static var defaultValue: UIUserInterfaceSizeClass { .unspecified }
}

/// `UITraitPreferredContentSizeCategory`: the size of text.
public enum UITraitPreferredContentSizeCategory: UITraitDefinition {
  public static var defaultValue: UIContentSizeCategory { .unspecified }
}

/// `UITraitDisplayScale`.
public enum UITraitDisplayScale: UITraitDefinition {
  public static var defaultValue: CGFloat { 0 }
}

/// `UITraitUserInterfaceIdiom`.
public enum UITraitUserInterfaceIdiom: UITraitDefinition {
  public static var defaultValue: UIUserInterfaceIdiom { .unspecified }
}

extension UITraitCollection {
  /// `UITraitCollection.systemTraitsAffectingColorAppearance`: those with which a colour is another one.
  public static var systemTraitsAffectingColorAppearance: [UITrait] { [UITraitUserInterfaceStyle.self] }

  /// Whether a trait is another one here than there.
  func differs(from other: UITraitCollection, in trait: UITrait) -> Bool {
    (trait as? any KnownTrait.Type)?.differs(self, other) ?? false
  }
}

/// A trait that a ``UITraitCollection`` has.
protocol KnownTrait: UITraitDefinition where Value: Equatable {
  static func value(in traits: UITraitCollection) -> Value
}

extension KnownTrait {
  static func differs(_ traits: UITraitCollection, _ others: UITraitCollection) -> Bool {
    value(in: traits) != value(in: others)
  }
}

extension UITraitUserInterfaceStyle: KnownTrait {
  static func value(in traits: UITraitCollection) -> UIUserInterfaceStyle { traits.userInterfaceStyle }
}

extension UITraitHorizontalSizeClass: KnownTrait {
  static func value(in traits: UITraitCollection) -> UIUserInterfaceSizeClass { traits.horizontalSizeClass }
}

extension UITraitVerticalSizeClass: KnownTrait {
  static func value(in traits: UITraitCollection) -> UIUserInterfaceSizeClass { traits.verticalSizeClass }
}

extension UITraitPreferredContentSizeCategory: KnownTrait {
  static func value(in traits: UITraitCollection) -> UIContentSizeCategory { traits.preferredContentSizeCategory }
}

extension UITraitDisplayScale: KnownTrait {
  static func value(in traits: UITraitCollection) -> CGFloat { traits.displayScale }
}

extension UITraitUserInterfaceIdiom: KnownTrait {
  static func value(in traits: UITraitCollection) -> UIUserInterfaceIdiom { traits.userInterfaceIdiom }
}
