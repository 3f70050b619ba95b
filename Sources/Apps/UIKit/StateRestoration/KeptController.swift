// KeptController: the part of the state archive that is about one view controller (SC5).

/// A view controller with a restoration identifier, as an archive has it.
struct KeptController: Codable {
  /// The number of its window, or of the controller that it is in or presented by; unique in an archive.
  var number: Int
  /// The controller around it; nil for a window's root.
  var parent: Int?
  /// The place of its window among those whose roots take part.
  var window: Int
  /// The identifiers that lead to it, its own last.
  var path: [String]
  /// Its place among those of its parent that have the same identifier.
  var twin: Int
  var restorationClass: String?
  var storyboard: String?
  var isPresented: Bool
  /// Of a tab bar controller's child: that it is the one that is seen.
  var isSelected: Bool
  /// Nil when it encoded something that no property list can hold.
  var state: Data?
}

extension KeptController {
  /// The controllers of all windows from the root down. One without an identifier is left out, and so is all that it
  /// contains; on a navigation stack, all above it too.
  @MainActor static func all() -> [KeptController] {
    var found: [KeptController] = []
    for (number, root) in roots.enumerated() { keep(root, below: nil, in: number, &found) }
    return found
  }

  /// The windows' root view controllers that take part; windows for alerts and the like come and go.
  @MainActor static var roots: [UIViewController] {
    UIWindow.all.compactMap(\.rootViewController).filter { $0.restorationIdentifier != nil }
  }

  /// Far deeper than any interface: controllers may present each other in a circle.
  private static let deepest = 64

  @MainActor private static func keep(
    _ controller: UIViewController, below parent: KeptController?, in window: Int, isPresented: Bool = false,
    twin: Int = 0, isSelected: Bool = false, _ found: inout [KeptController]
  ) {
    let path = parent?.path ?? []
    guard let identifier = controller.restorationIdentifier, path.count < deepest else { return }
    let state = StateArchive.archive { controller.encodeRestorableState(with: $0) }
    let kept = KeptController(
      number: found.count, parent: parent?.number, window: window, path: path + [identifier], twin: twin,
      restorationClass: controller.restorationClass.flatMap { AppClass.name(of: $0) },
      storyboard: controller.storyboard?.name, isPresented: isPresented, isSelected: isSelected, state: state)
    found.append(kept)
    var twins: [String: Int] = [:]
    for child in controller.restorableChildren {
      let twin = twins[child.restorationIdentifier ?? "", default: 0]
      twins[child.restorationIdentifier ?? "", default: 0] += 1
      keep(
        child, below: kept, in: window, twin: twin,
        isSelected: (controller as? UITabBarController)?.selectedViewController === child, &found)
    }
    if let presented = controller.presented { keep(presented, below: kept, in: window, isPresented: true, &found) }
  }
}

extension UIViewController {
  /// The children that can be found again.
  var restorableChildren: [UIViewController] {
    switch self {
    case let navigation as UINavigationController:
      Array(navigation.viewControllers.prefix { $0.restorationIdentifier != nil })
    default: children
    }
  }
}
