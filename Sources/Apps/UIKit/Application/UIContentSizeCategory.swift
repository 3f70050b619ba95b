// UIContentSizeCategory: how large a person wants text to be.

/// The size of text that a person wants.
public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  private init(_ size: String) { rawValue = "UICTContentSizeCategory" + size }

  /// In the words of `roostctl notify`.
  init?(word: String?) {
    switch word {
    case "extra-small": self = .extraSmall
    case "small": self = .small
    case "medium": self = .medium
    case "large": self = .large
    case "extra-large": self = .extraLarge
    case "extra-extra-large": self = .extraExtraLarge
    case "extra-extra-extra-large": self = .extraExtraExtraLarge
    case "accessibility-medium": self = .accessibilityMedium
    case "accessibility-large": self = .accessibilityLarge
    case "accessibility-extra-large": self = .accessibilityExtraLarge
    case "accessibility-extra-extra-large": self = .accessibilityExtraExtraLarge
    case "accessibility-extra-extra-extra-large": self = .accessibilityExtraExtraExtraLarge
    default: return nil
    }
  }

  public static let unspecified = UIContentSizeCategory(rawValue: "_UICTContentSizeCategoryUnspecified")
  public static let extraSmall = UIContentSizeCategory("XS")
  public static let small = UIContentSizeCategory("S")
  public static let medium = UIContentSizeCategory("M")
  public static let large = UIContentSizeCategory("L")
  public static let extraLarge = UIContentSizeCategory("XL")
  public static let extraExtraLarge = UIContentSizeCategory("XXL")
  public static let extraExtraExtraLarge = UIContentSizeCategory("XXXL")
  public static let accessibilityMedium = UIContentSizeCategory("AccessibilityM")
  public static let accessibilityLarge = UIContentSizeCategory("AccessibilityL")
  public static let accessibilityExtraLarge = UIContentSizeCategory("AccessibilityXL")
  public static let accessibilityExtraExtraLarge = UIContentSizeCategory("AccessibilityXXL")
  public static let accessibilityExtraExtraExtraLarge = UIContentSizeCategory("AccessibilityXXXL")

  public static let didChangeNotification = Notification.Name("UIContentSizeCategoryDidChangeNotification")
  /// In the notification's `userInfo`.
  public static let newValueUserInfoKey = "UIContentSizeCategoryNewValueKey"

  public var isAccessibilityCategory: Bool { rawValue.contains("Accessibility") }
}
