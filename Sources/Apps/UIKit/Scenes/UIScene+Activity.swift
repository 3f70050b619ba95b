// The activity that is kept of a scene, with the state that its responders add to it (SC5).

extension UIScene {
  /// As the delegate gives it, or else as the app has set it at the session itself.
  func activityToKeep() -> NSUserActivity? {
    if let delegate { session.stateRestorationActivity = delegate.stateRestorationActivity(for: self) }
    guard let activity = session.stateRestorationActivity else { return nil }
    for responder in responders where responder.userActivity === activity {
      responder.updateUserActivityState(activity)
    }
    delegate?.scene(self, didUpdate: activity)
    return activity
  }

  /// Nothing is loaded for them.
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
