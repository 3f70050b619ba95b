// TraitChange: telling views and view controllers that their traits are others now.

@MainActor enum TraitChange {
  /// Makes a change, and tells those views and view controllers of it whose traits are others now: one whose style is
  /// overridden does not hear of another style of the device. Returns the views that were told.
  static func tell(of change: () -> Void) -> [UIView] {
    let before = UIWindow.all.flatMap(environments).map { ($0, $0.traitCollection) }
    change()
    var told: [UIView] = []
    for (environment, traits) in before where environment.traitCollection != traits {
      environment.traitCollectionDidChange(traits)
      (environment as? UIResponder)?.tellTraitRegistrations(from: traits, to: environment.traitCollection)
      if let view = environment as? UIView { told.append(view) }
    }
    return told
  }

  /// A view, its controller, and all beneath, from the outside in.
  private static func environments(_ view: UIView) -> [any UITraitEnvironment] {
    let controller = view.owner as? UIViewController
    let own: [any UITraitEnvironment] = controller.map { [$0, view] } ?? [view]
    return own + view.subviews.flatMap(environments)
  }
}
