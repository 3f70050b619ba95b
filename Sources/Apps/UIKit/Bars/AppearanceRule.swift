// The properties that an appearance proxy hands on, by class.

/// Hands one property on: when it was set on the proxy, and not set on the object itself, whose own setting wins.
@MainActor struct AppearanceRule {
  let apply: @MainActor (_ proxy: NSObject, _ object: NSObject) -> Void

  /// A property that is nil until it is set.
  private static func optional<Root: NSObject, Value>(
    _ path: ReferenceWritableKeyPath<Root, Value?>
  ) -> AppearanceRule {
    AppearanceRule { proxy, object in
      guard let proxy = proxy as? Root, let object = object as? Root, let value = proxy[keyPath: path],
        object[keyPath: path] == nil
      else { return }
      object[keyPath: path] = value
    }
  }

  /// A property that has a value of its own until it is set.
  private static func value<Root: NSObject, Value: Equatable>(
    _ path: ReferenceWritableKeyPath<Root, Value>, unset: Value
  ) -> AppearanceRule {
    AppearanceRule { proxy, object in
      guard let proxy = proxy as? Root, let object = object as? Root, proxy[keyPath: path] != unset,
        object[keyPath: path] == unset
      else { return }
      object[keyPath: path] = proxy[keyPath: path]
    }
  }

  /// Settings by state or metrics, each for itself.
  private static func table<Root: NSObject, Key, Value>(_ path: ReferenceWritableKeyPath<Root, [Key: Value]>)
    -> AppearanceRule
  {
    AppearanceRule { proxy, object in
      guard let proxy = proxy as? Root, let object = object as? Root, !proxy[keyPath: path].isEmpty else { return }
      object[keyPath: path].merge(proxy[keyPath: path]) { own, _ in own }
    }
  }

  /// Inherited from the superview unless set, so that an inherited value counts as unset.
  private static let tint = AppearanceRule { proxy, object in
    guard let proxy = proxy as? UIView, let object = object as? UIView, proxy.tintColor != UIColor.systemBlue,
      object.tintColor == object.superview?.tintColor ?? UIColor.systemBlue
    else { return }
    object.tintColor = proxy.tintColor
  }

  static let all: [AppearanceRule] = [
    tint, optional(\UIView.backgroundColor), value(\UIView.overrideUserInterfaceStyle, unset: .unspecified),

    optional(\UIBarView.barTintColor), value(\UIBarView.isTranslucent, unset: true),
    value(\UIBarView.barStyle, unset: .default),

    value(\UINavigationBar.prefersLargeTitles, unset: false), optional(\UINavigationBar.titleTextAttributes),
    optional(\UINavigationBar.largeTitleTextAttributes), optional(\UINavigationBar.shadowImage),
    optional(\UINavigationBar.backIndicatorImage), optional(\UINavigationBar.backIndicatorTransitionMaskImage),
    optional(\UINavigationBar.ownStandardAppearance), optional(\UINavigationBar.compactAppearance),
    optional(\UINavigationBar.scrollEdgeAppearance), optional(\UINavigationBar.compactScrollEdgeAppearance),
    table(\UINavigationBar.backgroundImages), table(\UINavigationBar.titleOffsets),

    optional(\UITabBar.unselectedItemTintColor), optional(\UITabBar.backgroundImage), optional(\UITabBar.shadowImage),
    optional(\UITabBar.selectionIndicatorImage), optional(\UITabBar.ownStandardAppearance),
    optional(\UITabBar.scrollEdgeAppearance),

    optional(\UIToolbar.ownStandardAppearance), optional(\UIToolbar.compactAppearance),
    optional(\UIToolbar.scrollEdgeAppearance),

    table(\UIBarItem.titleAttributes), optional(\UIBarButtonItem.tintColor), optional(\UITabBarItem.badgeColor),
    value(\UIBarButtonItem.backButtonTitleOffset, unset: .zero),
    value(\UITabBarItem.titlePositionAdjustment, unset: .zero),
  ]
}
