// UIStoryboardSegue: the way from one view controller to another.

/// A way from one view controller to another that is followed by its identifier.
@preconcurrency @MainActor
open class UIStoryboardSegue: NSObject {
  open private(set) var identifier: String?
  open private(set) var source: UIViewController
  open private(set) var destination: UIViewController
  private let how: (() -> Void)?

  public init(identifier: String?, source: UIViewController, destination: UIViewController) {
    self.identifier = identifier
    self.source = source
    self.destination = destination
    how = nil
  }

  public init(
    identifier: String?, source: UIViewController, destination: UIViewController,
    performHandler: @escaping () -> Void
  ) {
    self.identifier = identifier
    self.source = source
    self.destination = destination
    how = performHandler
  }

  open func perform() { how?() }
}

extension UIViewController {
  /// Makes the controller at the other end, lets this one prepare it, and shows it as the segue says.
  func follow(_ identifier: String, sender: Any?) {
    guard let segue = storyboardSegues.first(where: { $0.identifier == identifier }) else {
      preconditionFailure("\(type(of: self)) has no segue with the identifier '\(identifier)'")
    }
    guard shouldPerformSegue(withIdentifier: identifier, sender: sender) else { return }
    do {
      guard let destination = try storyboard?.destination(segue) else { return }
      let way = UIStoryboardSegue(identifier: identifier, source: self, destination: destination) { [unowned self] in
        switch segue.kind {
        // A push is a show of the time before split views.
        case "show", "push": show(destination, sender: sender)
        case "showDetail": showDetailViewController(destination, sender: sender)
        default: present(destination, animated: true)
        }
      }
      prepare(for: way, sender: sender)
      way.perform()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
    }
  }
}
