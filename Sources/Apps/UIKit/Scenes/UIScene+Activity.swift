// The responders of a scene that add their state to the activity that is kept of it (SC5).

extension UIScene {
  /// Has all responders in the scene whose activity this is bring it up to date. Nothing is loaded for it.
  func updateState(of activity: NSUserActivity) {
    for responder in responders where responder.userActivity === activity {
      responder.updateUserActivityState(activity)
    }
  }

  private var responders: [UIResponder] {
    var found: [UIResponder] = [self]
    for window in (self as? UIWindowScene)?.windows ?? [] {
      window.eachInTree { found.append($0) }
      found += window.rootViewController?.family ?? []
    }
    return found
  }
}

extension UIViewController {
  /// The controller with those in it, and those that they present.
  fileprivate var family: [UIViewController] {
    [self] + children.flatMap(\.family) + (presented?.family ?? [])
  }
}
