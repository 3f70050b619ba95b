// Makes view controllers of a storyboard's elements. Outlets and actions cannot be connected: Linux has no key-value
// coding and no selectors.

@MainActor struct StoryboardMaker {
  typealias Creator = (NSCoder) -> UIViewController?

  private let document: StoryboardDocument
  private let storyboard: UIStoryboard
  private let count = Count()

  /// Far more than any interface has: a few containers, each with the next one in it twice, come to millions.
  private static let most = 1000

  private final class Count { var controllers = 0 }

  init(_ document: StoryboardDocument, _ storyboard: UIStoryboard) {
    self.document = document
    self.storyboard = storyboard
  }

  /// - Parameter depth: of controllers in controllers; a storyboard may contain itself.
  func controller(_ scene: InterfaceElement, _ creator: Creator?, depth: Int = 0) throws -> UIViewController {
    guard depth < 32 else { throw StoryboardError(document.name, "its containers contain each other") }
    count.controllers += 1
    guard count.controllers <= Self.most else {
      throw StoryboardError(document.name, "its containers contain more than \(Self.most) view controllers")
    }
    let made = try creator?(InterfaceCoder()) ?? make(scene)
    made.storyboard = storyboard
    made.restorationIdentifier = document.restorationIdentifier(of: scene)
    if let title = scene["title"] { made.title = title }
    if let item = scene.property("navigationItem") { made.navigationItem.title = item["title"] }
    if let item = scene.property("tabBarItem") {
      made.tabBarItem = UITabBarItem(title: item["title"], image: nil, selectedImage: nil)
    }
    if let view = scene.property("view") { made.viewFromStoryboard = { InterfaceViews.make(view) } }
    let segues = scene.first("connections")?.children.filter { $0.name == "segue" } ?? []
    try contain(segues.filter { $0["kind"] == "relationship" }, in: made, depth)
    made.storyboardSegues = segues.filter { $0["kind"] != "relationship" }.compactMap { segue in
      segue["destination"].map {
        StoryboardSegue(identifier: segue["identifier"], kind: segue["kind"] ?? "show", destination: $0)
      }
    }
    made.awakeFromNib()
    return made
  }

  private func make(_ scene: InterfaceElement) throws -> UIViewController {
    guard let name = scene["customClass"] else { return standard(scene.name) }
    let full = scene["customModule"].map { "\($0).\(name)" }
    // As on iOS: the rest of the storyboard is of use.
    guard let type = full.flatMap(AppClass.named) ?? AppClass.named(name) else {
      complain(
        "the storyboard '\(document.name)' names a class that the app does not have: '\(full ?? name)'; "
          + "it gets a plain \(scene.name) in its place")
      return standard(scene.name)
    }
    guard let type = type as? UIViewController.Type else {
      throw StoryboardError(document.name, "'\(name)' is not a view controller")
    }
    guard let made = type.init(coder: InterfaceCoder()) else {
      throw StoryboardError(document.name, "init(coder:) of '\(name)' made nothing")
    }
    return made
  }

  private func standard(_ element: String) -> UIViewController {
    switch element {
    case "navigationController": UINavigationController(nibName: nil, bundle: nil)
    case "tabBarController": UITabBarController(nibName: nil, bundle: nil)
    case "tableViewController": UITableViewController(style: .plain)
    case "collectionViewController": UICollectionViewController(nibName: nil, bundle: nil)
    case "splitViewController": UISplitViewController(nibName: nil, bundle: nil)
    default: UIViewController(nibName: nil, bundle: nil)
    }
  }

  private func contain(_ relations: [InterfaceElement], in container: UIViewController, _ depth: Int) throws {
    let children = try relations.compactMap { relation -> UIViewController? in
      guard let scene = relation["destination"].flatMap(document.scene(_:)) else { return nil }
      return try controller(scene, nil, depth: depth + 1)
    }
    guard !children.isEmpty else { return }
    switch container {
    case let navigation as UINavigationController: navigation.setViewControllers([children[0]], animated: false)
    case let tabs as UITabBarController: tabs.setViewControllers(children, animated: false)
    case let split as UISplitViewController: split.viewControllers = children
    default: break
    }
  }
}

/// The coder that `init(coder:)` of a view controller or view is given: it holds nothing, the elements' values are set
/// afterwards.
final class InterfaceCoder: NSCoder {
  override var allowsKeyedCoding: Bool { true }
  override func containsValue(forKey key: String) -> Bool { false }
  override func decodeObject(forKey key: String) -> Any? { nil }
  override func decodeBool(forKey key: String) -> Bool { false }
  override func decodeInteger(forKey key: String) -> Int { 0 }
  override func decodeDouble(forKey key: String) -> Double { 0 }
}
