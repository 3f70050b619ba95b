// ScreenElements: what is on the screen, as XCUITest's tree of elements has it, for those who drive the app by commands (FG6).

import AgentProtocol
import WireJSON

@MainActor struct ScreenElements {
  /// Those of one screen, from back to front.
  private let windows: [UIWindow]

  /// From the frontmost window to the last, each from its back to its front; nothing that something else covers.
  static func list(_ windows: [UIWindow]) -> JSON {
    UpdateCycle.flush()
    let screen = ScreenElements(windows: windows)
    var found: [ScreenElement] = []
    for window in windows.reversed() {
      screen.visit(window, clip: UIScreen.main.bounds, in: window, &found)
    }
    var bytes = 0
    let told = found.prefix { element in
      bytes += element.textBytes
      return bytes <= ScreenElement.mostText
    }
    return .array(told.map(\.json))
  }

  private func visit(_ view: UIView, clip: CGRect, in window: UIWindow, _ found: inout [ScreenElement]) {
    guard found.count < ScreenElement.most, !view.isHidden, view.alpha >= 0.01, !view.accessibilityElementsHidden else {
      return
    }
    let frame = view.convert(view.bounds, to: window).applying(window.toSuperview)
    let seen = frame.common(with: clip)
    let isSeen = !seen.isNull && seen.width > 0 && seen.height > 0
    var isLeaf = false
    if isSeen, let element = element(of: view, seen), !isCovered(view, seen, in: window) {
      found.append(element)
      isLeaf = view.isLeafOfScreen
    }
    for part in isSeen ? view.screenParts : [] where found.count < ScreenElement.most {
      let place = view.convert(part.frame, to: window).applying(window.toSuperview).common(with: clip)
      if !place.isNull, !isCovered(view, place, in: window) { found.append(part.element(at: place)) }
    }
    if isLeaf { return }
    let inside = view.clipsToBounds ? seen : clip
    if inside.isNull { return }
    let modal = view.subviews.last { $0.accessibilityViewIsModal && !$0.isHidden }
    for child in modal.map({ [$0] }) ?? view.subviews { visit(child, clip: inside, in: window, &found) }
  }

  private func element(of view: UIView, _ frame: CGRect) -> ScreenElement? {
    let kind = view.screenKind
    let isNamed = view.accessibilityIdentifier != nil || view.accessibilityLabel != nil || view.isAccessibilityElement
    guard kind != nil || isNamed else { return nil }
    var traits = view.screenTraits
    traits.formUnion(view.accessibilityTraits)
    return ScreenElement(
      kind: kind ?? "other", label: view.accessibilityLabel ?? view.screenLabel,
      identifier: view.accessibilityIdentifier, value: view.accessibilityValue ?? view.screenValue,
      traits: traits.words + (view.isFirstResponder ? ["focused"] : []), x: frame.minX, y: frame.minY,
      width: frame.width, height: frame.height)
  }

  /// Whether a finger on the middle would touch something that has nothing to do with the view.
  private func isCovered(_ view: UIView, _ frame: CGRect, in window: UIWindow) -> Bool {
    let middle = CGPoint(x: frame.midX, y: frame.midY)
    for other in windows.reversed() {
      guard let hit = other.hitTest(other.convert(middle, fromScreenOf: other), with: nil) else {
        if other === window { return false }
        continue
      }
      guard other === window else { return true }
      return !(hit.isDescendant(of: view) || view.isDescendant(of: hit))
    }
    return false
  }
}

/// A part of a view that is an element of its own, such as a segment.
struct ScreenPart {
  let kind: String
  let label: String?
  let traits: UIAccessibilityTraits
  /// In the view.
  let frame: CGRect

  func element(at place: CGRect) -> ScreenElement {
    ScreenElement(
      kind: kind, label: label, traits: traits.words, x: place.minX, y: place.minY, width: place.width,
      height: place.height)
  }
}

extension UIView {
  /// The word for views of this kind; nil for one that is no element unless it has a name.
  fileprivate var screenKind: String? {
    switch self {
    case is UIButton: "button"
    case let field as UITextField: field.isSecureTextEntry ? "secureTextField" : "textField"
    case is UITextView: "textView"
    case is UISwitch: "switch"
    case is UISlider: "slider"
    case is UISegmentedControl: "segmentedControl"
    case is UIStepper: "stepper"
    case let label as UILabel: label.text?.isEmpty ?? true && label.accessibilityIdentifier == nil ? nil : "staticText"
    case is UITableViewCell: "cell"
    case is UITableView: "table"
    case is UINavigationBar: "navigationBar"
    case is UITabBar: "tabBar"
    case is UIToolbar: "toolbar"
    case is UIProgressView: "progressIndicator"
    case is UIActivityIndicatorView: "activityIndicator"
    case is UIScrollView: "scrollView"
    default: nil
    }
  }

  fileprivate var screenLabel: String? {
    switch self {
    case let button as UIButton: button.currentTitle
    case let label as UILabel: label.text
    case let field as UITextField: field.placeholder
    case let cell as UITableViewCell:
      cell.contentView.subviews.lazy.compactMap { ($0 as? UILabel)?.text }.first { !$0.isEmpty }
    case let bar as UINavigationBar: bar.topItem?.title
    default: nil
    }
  }

  /// A secret is not told, only that there is one.
  fileprivate var screenValue: String? {
    switch self {
    case let field as UITextField: field.isSecureTextEntry ? (field.hasText ? "•••" : "") : field.text
    case let view as UITextView: view.isSecureTextEntry ? "•••" : view.text
    case let control as UISwitch: control.isOn ? "1" : "0"
    case let slider as UISlider: "\(slider.value)"
    case let stepper as UIStepper: "\(stepper.value)"
    case let progress as UIProgressView: "\(progress.progress)"
    default: nil
    }
  }

  fileprivate var screenTraits: UIAccessibilityTraits {
    var traits = UIAccessibilityTraits.none
    if self is UIButton || self is UISwitch { traits.insert(.button) }
    if self is UILabel { traits.insert(.staticText) }
    if self is UISlider { traits.insert(.adjustable) }
    if let control = self as? UIControl {
      if !control.isEnabled { traits.insert(.notEnabled) }
      if control.isSelected { traits.insert(.selected) }
    }
    if let cell = self as? UITableViewCell, cell.isSelected { traits.insert(.selected) }
    return traits
  }

  fileprivate var isLeafOfScreen: Bool { self is UIControl || self is UITextView }

  fileprivate var screenParts: [ScreenPart] {
    switch self {
    case let control as UISegmentedControl: control.parts
    case let stepper as UIStepper: stepper.parts
    default: []
    }
  }
}
