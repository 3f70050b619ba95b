// Bar buttons that call a method: without `#selector`, the method is named as `ViewController.save`.

extension UIBarButtonItem {
  /// Calls a method of `target`, which is not retained, when it is tapped.
  @preconcurrency
  public convenience init<Target: AnyObject>(
    title: String?, style: Style, target: Target, action: @escaping @MainActor (Target) -> () -> Void
  ) {
    self.init()
    self.title = title
    self.style = style
    call(target, action)
  }
  /// See ``init(title:style:target:action:)``.
  @preconcurrency
  public convenience init<Target: AnyObject>(
    title: String?, style: Style, target: Target, action: @escaping @MainActor (Target) -> (UIBarButtonItem) -> Void
  ) {
    self.init()
    self.title = title
    self.style = style
    call(target, action)
  }
  /// See ``init(title:style:target:action:)``.
  @preconcurrency
  public convenience init<Target: AnyObject>(
    image: UIImage?, style: Style, target: Target, action: @escaping @MainActor (Target) -> () -> Void
  ) {
    self.init()
    self.image = image
    self.style = style
    call(target, action)
  }
  /// See ``init(title:style:target:action:)``.
  @preconcurrency
  public convenience init<Target: AnyObject>(
    image: UIImage?, style: Style, target: Target, action: @escaping @MainActor (Target) -> (UIBarButtonItem) -> Void
  ) {
    self.init()
    self.image = image
    self.style = style
    call(target, action)
  }
  /// See ``init(title:style:target:action:)``.
  @preconcurrency
  public convenience init<Target: AnyObject>(
    barButtonSystemItem systemItem: SystemItem, target: Target, action: @escaping @MainActor (Target) -> () -> Void
  ) {
    self.init(systemItem: systemItem)
    call(target, action)
  }
  /// See ``init(title:style:target:action:)``.
  @preconcurrency
  public convenience init<Target: AnyObject>(
    barButtonSystemItem systemItem: SystemItem, target: Target,
    action: @escaping @MainActor (Target) -> (UIBarButtonItem) -> Void
  ) {
    self.init(systemItem: systemItem)
    call(target, action)
  }

  private func call<Target: AnyObject>(_ target: Target, _ action: @escaping @MainActor (Target) -> () -> Void) {
    self.target = target
    primaryAction = UIAction { [weak target] _ in if let target { action(target)() } }
  }
  private func call<Target: AnyObject>(
    _ target: Target, _ action: @escaping @MainActor (Target) -> (UIBarButtonItem) -> Void
  ) {
    self.target = target
    primaryAction = UIAction { [weak target] made in
      if let target, let item = made.sender as? UIBarButtonItem { action(target)(item) }
    }
  }
}
