// UIStoryboard: view controllers as Interface Builder describes them.

/// A storyboard of the app's bundle, in the XML that Interface Builder writes; the file that Xcode compiles of it
/// (`.storyboardc`) cannot be read here.
@preconcurrency @MainActor
open class UIStoryboard: NSObject {
  let name: String
  private let bundle: Bundle
  private lazy var document = Result { try StoryboardDocument(name, bundle) }

  public init(name: String, bundle storyboardBundleOrNil: Bundle?) {
    self.name = name
    bundle = storyboardBundleOrNil ?? .main
  }

  /// The controller with the arrow; nil when there is none, or no such storyboard.
  open func instantiateInitialViewController() -> UIViewController? {
    try? initialViewController()
  }

  /// As ``instantiateInitialViewController()``, made by `creator` where it makes one.
  public func instantiateInitialViewController<ViewController: UIViewController>(
    creator: ((NSCoder) -> ViewController?)? = nil
  ) -> ViewController? {
    (try? initialViewController(creator.map { creator in { creator($0) } })) as? ViewController
  }

  /// The controller with this storyboard identifier; the app ends when there is none, as with Apple's.
  open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
    required(identifier, nil)
  }

  /// As ``instantiateViewController(withIdentifier:)``, made by `creator` where it makes one.
  public func instantiateViewController<ViewController: UIViewController>(
    identifier: String, creator: ((NSCoder) -> ViewController?)? = nil
  ) -> ViewController {
    let made = required(identifier, creator.map { creator in { creator($0) } })
    guard let made = made as? ViewController else {
      preconditionFailure(
        "'\(identifier)' of the storyboard '\(name)' is a \(type(of: made)), not a \(ViewController.self)")
    }
    return made
  }

  private func required(_ identifier: String, _ creator: StoryboardMaker.Creator?) -> UIViewController {
    do {
      let document = try document.get()
      guard let scene = document.scene(named: identifier) else {
        throw StoryboardError(name, "it has no view controller with the storyboard ID '\(identifier)'")
      }
      return try StoryboardMaker(document, self).controller(scene, creator)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  func initialViewController(_ creator: StoryboardMaker.Creator? = nil) throws -> UIViewController {
    let document = try document.get()
    guard let scene = document.initial else {
      throw StoryboardError(name, "it has no initial view controller; check 'Is Initial View Controller' for one")
    }
    return try StoryboardMaker(document, self).controller(scene, creator)
  }

  /// The controller whose restoration identifier this is; nil where there is none.
  func restored(_ identifier: String) throws -> UIViewController? {
    let document = try document.get()
    guard let scene = document.scene(restoring: identifier) else { return nil }
    return try StoryboardMaker(document, self).controller(scene, nil)
  }

  /// The controller at the other end of a segue.
  func destination(_ segue: StoryboardSegue) throws -> UIViewController? {
    let document = try document.get()
    guard let scene = document.scene(segue.destination) else { return nil }
    return try StoryboardMaker(document, self).controller(scene, nil)
  }
}

/// The reason why there is nothing to show.
struct StoryboardError: Error, CustomStringConvertible {
  let description: String
  init(_ name: String, _ problem: String) { description = "unable to load the storyboard '\(name)': \(problem)" }
}

/// LA9: what `UIMainStoryboardFile` and `UISceneStoryboardFile` name.
@MainActor enum MainInterface {
  /// The reason that a nib named in Info.plist or in code is not there.
  static let nibs = "nibs are compiled for iOS and cannot be read here; use a storyboard, or make the views in code"

  static func load(storyboard name: String, bundle: Bundle) throws -> UIViewController {
    try UIStoryboard(name: name, bundle: bundle).initialViewController()
  }
}
