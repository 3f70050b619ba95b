// Tells view controllers of the device by way of their windows.

extension UIViewController {
  /// ME2: this one, its children, and what it presents.
  func tellOfMemoryWarning() {
    didReceiveMemoryWarning()
    for child in children { child.tellOfMemoryWarning() }
    if let presented = presentedViewController, presented.presentingViewController === self {
      presented.tellOfMemoryWarning()
    }
  }

  /// As ``setNeedsUpdateOfSupportedInterfaceOrientations()``, of the time before it.
  public class func attemptRotationToDeviceOrientation() {
    if let application = UIApplication.running { InterfaceOrientation.update(application) }
  }

  func supportedOrientationsChanged() { UIViewController.attemptRotationToDeviceOrientation() }

  /// LA8: the interface is turned by `change`, on a screen that has other traits then.
  func turn(to size: CGSize, _ traits: UITraitCollection, _ change: () -> Void) {
    // Its style is the controller's own matter.
    let own = traits.with(traitCollection.userInterfaceStyle)
    SizeTransition.run(self, to: size, own, animated: false, change: change)
  }
}
