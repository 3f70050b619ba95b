// The views that bar button items are shown as.

@MainActor enum BarButton {
  /// The item's own view, or a button.
  static func make(_ item: UIBarButtonItem, looks: UIBarButtonItemAppearance?, title: String? = nil) -> UIView {
    if let own = item.customView { return own }
    if item.systemItem == .flexibleSpace || item.systemItem == .fixedSpace {
      return UIView(frame: CGRect(x: 0, y: 0, width: item.width, height: 0))
    }
    AppearanceProxies.apply(to: item)
    let button = UIButton(type: .system)
    button.setTitle(title ?? item.title ?? item.systemItem?.title, for: .normal)
    button.setImage(item.image, for: .normal)
    button.isEnabled = item.isEnabled
    button.isHidden = item.isHidden
    button.accessibilityIdentifier = item.accessibilityIdentifier
    if let tint = item.tintColor { button.tintColor = tint }
    let state: UIControl.State = item.isEnabled ? .normal : .disabled
    let attributes =
      item.titleTextAttributes(for: state)
      ?? (item.isEnabled ? looks?.normal : looks?.disabled)?.titleTextAttributes ?? [:]
    if let color = attributes[.foregroundColor] as? UIColor { button.setTitleColor(color, for: state) }
    if let font = attributes[.font] as? UIFont {
      button.titleLabel?.font = font
    } else if item.style == .done {
      button.titleLabel?.font = .boldSystemFont(ofSize: 17)
    }
    if let action = item.primaryAction {
      button.addAction(UIAction { [weak item] _ in action.run(item) }, for: .touchUpInside)
    }
    return button
  }
}

extension UIBarButtonItem.SystemItem {
  /// The text of a button of this kind; iOS draws some of them as pictures.
  var title: String? {
    switch self {
    case .done: "Done"
    case .cancel: "Cancel"
    case .edit: "Edit"
    case .save: "Save"
    case .add: "+"
    case .flexibleSpace, .fixedSpace: nil
    case .compose: "Compose"
    case .reply: "Reply"
    case .action: "Share"
    case .organize: "Organize"
    case .bookmarks: "Bookmarks"
    case .search: "Search"
    case .refresh: "Refresh"
    case .stop: "Stop"
    case .camera: "Camera"
    case .trash: "Delete"
    case .play: "Play"
    case .pause: "Pause"
    case .rewind: "Rewind"
    case .fastForward: "Fast Forward"
    case .undo: "Undo"
    case .redo: "Redo"
    case .close: "Close"
    }
  }
}
