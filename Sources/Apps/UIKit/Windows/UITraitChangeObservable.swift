// Hearing of single traits: views and view controllers register a handler for those that they adapt to.

/// `UITraitChangeObservable`: a view or a view controller. Its handlers are called where its
/// `traitCollectionDidChange(_:)` is, right after it.
@preconcurrency @MainActor
public protocol UITraitChangeObservable: UIResponder {}

extension UIView: UITraitChangeObservable {}
extension UIViewController: UITraitChangeObservable {}

/// `UITraitChangeRegistration`: names a handler, for the time when it is to be called no more.
@preconcurrency @MainActor
public protocol UITraitChangeRegistration: NSObjectProtocol {}

extension UITraitChangeObservable {
  /// `registerForTraitChanges(_:handler:)`.
  /// - Parameter handler: given this object and its traits before the change; called once for a change of any of them.
  @discardableResult @preconcurrency
  public func registerForTraitChanges(
    _ traits: [UITrait], handler: @escaping @MainActor (_ observer: Self, _ previous: UITraitCollection) -> Void
  ) -> any UITraitChangeRegistration {
    register(traits) { [weak self] previous in
      if let self { handler(self, previous) }
    }
  }

  /// The same, for a handler that names its class as `Self` in a class that is not final: there it is not the type that the
  /// method above is called on.
  @_disfavoredOverload @discardableResult @preconcurrency
  public func registerForTraitChanges<Observer: UIResponder>(
    _ traits: [UITrait], handler: @escaping @MainActor (_ observer: Observer, _ previous: UITraitCollection) -> Void
  ) -> any UITraitChangeRegistration {
    register(traits) { [weak self] previous in
      if let self = self as? Observer { handler(self, previous) }
    }
  }

  /// `registerForTraitChanges(_:action:)`: without `#selector`, the method is named as `ViewController.adapt`.
  @discardableResult @preconcurrency
  public func registerForTraitChanges(
    _ traits: [UITrait], action: @escaping @MainActor (Self) -> () -> Void
  ) -> any UITraitChangeRegistration {
    register(traits) { [weak self] _ in
      if let self { action(self)() }
    }
  }

  /// `registerForTraitChanges(_:target:action:)`: calls a method of `target`, which is not retained.
  @discardableResult @preconcurrency
  public func registerForTraitChanges<Target: AnyObject>(
    _ traits: [UITrait], target: Target, action: @escaping @MainActor (Target) -> () -> Void
  ) -> any UITraitChangeRegistration {
    register(traits) { [weak target] _ in
      if let target { action(target)() }
    }
  }

  /// `unregisterForTraitChanges(_:)`.
  public func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration) {
    traitRegistrations.removeAll { $0 === registration }
  }

  private func register(
    _ traits: [UITrait], _ changed: @escaping @MainActor (UITraitCollection) -> Void
  ) -> any UITraitChangeRegistration {
    let registration = TraitRegistration(traits, changed)
    traitRegistrations.append(registration)
    return registration
  }
}

extension UIResponder {
  /// Calls the handlers of the traits that are others now.
  func tellTraitRegistrations(from previous: UITraitCollection, to current: UITraitCollection) {
    for registration in traitRegistrations
    where registration.traits.contains(where: { current.differs(from: previous, in: $0) }) {
      // A handler before it may have ended it.
      if traitRegistrations.contains(where: { $0 === registration }) { registration.changed(previous) }
    }
  }
}

final class TraitRegistration: NSObject, UITraitChangeRegistration {
  let traits: [UITrait]
  let changed: @MainActor (UITraitCollection) -> Void

  init(_ traits: [UITrait], _ changed: @escaping @MainActor (UITraitCollection) -> Void) {
    self.traits = traits
    self.changed = changed
    super.init()
  }
}
