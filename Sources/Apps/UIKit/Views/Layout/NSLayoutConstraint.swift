// NSLayoutConstraint: one equation or inequality between the edges and sizes of two views.

/// The strength with which a constraint holds.
public struct UILayoutPriority: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: Float
  public init(rawValue: Float) { self.rawValue = rawValue }
  public init(_ rawValue: Float) { self.rawValue = rawValue }
  public static let required = UILayoutPriority(1000)
  public static let defaultHigh = UILayoutPriority(750)
  public static let dragThatCanResizeScene = UILayoutPriority(510)
  public static let sceneSizeStayPut = UILayoutPriority(500)
  public static let dragThatCannotResizeScene = UILayoutPriority(490)
  public static let defaultLow = UILayoutPriority(250)
  public static let fittingSizeLevel = UILayoutPriority(50)
  public static func < (a: UILayoutPriority, b: UILayoutPriority) -> Bool { a.rawValue < b.rawValue }
}

/// item1.attribute1 = multiplier × item2.attribute2 + constant.
@preconcurrency @MainActor
open class NSLayoutConstraint: NSObject {
  public enum Attribute: Int, Sendable {
    case notAnAttribute, left, right, top, bottom, leading, trailing, width, height, centerX, centerY, lastBaseline
    case firstBaseline
    case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
    case centerXWithinMargins, centerYWithinMargins
  }
  public enum Relation: Int, Sendable {
    case lessThanOrEqual = -1
    case equal
    case greaterThanOrEqual
  }
  /// The direction of one dimension.
  public enum Axis: Int, Sendable {
    case horizontal, vertical
  }

  open private(set) weak var firstItem: AnyObject?
  open private(set) weak var secondItem: AnyObject?
  public let firstAttribute: Attribute
  public let secondAttribute: Attribute
  public let relation: Relation
  public let multiplier: CGFloat
  open var constant: CGFloat { didSet { changed() } }
  open var priority = UILayoutPriority.required { didSet { changed() } }
  open var identifier: String?
  open var isActive = false {
    didSet {
      guard isActive != oldValue else { return }
      isActive ? enter() : leave()
    }
  }
  private weak var holder: UIView?

  public init(
    item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
    attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
  ) {
    firstItem = view1 as AnyObject
    secondItem = view2.map { $0 as AnyObject }
    firstAttribute = attr1
    secondAttribute = attr2
    self.relation = relation
    self.multiplier = multiplier
    constant = c
  }

  open class func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }
  open class func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }

  /// The view whose tree holds both items keeps the constraint, as on iOS.
  private func enter() {
    guard let first = firstItem.flatMap(LayoutSolver.view) else { return }
    let second = secondItem.flatMap(LayoutSolver.view) ?? first
    guard let common = sequence(first: first, next: \.parent).first(where: { second.isDescendant(of: $0) }) else {
      isActive = false
      return FileHandle.standardError.write(
        Data("unable to activate a constraint: its views have no common superview; add them first\n".utf8))
    }
    holder = common
    common.layoutState.constraints.append(self)
    changed()
  }

  private func leave() {
    holder?.layoutState.constraints.removeAll { $0 === self }
    changed()
    holder = nil
  }

  private func changed() { holder?.constraintsChanged() }

  /// Constraints between `view`'s tree and the views around it end when it leaves `parent`.
  static func forget(leaving view: UIView, of parent: UIView) {
    for ancestor in sequence(first: parent, next: \.parent) where !ancestor.layoutState.constraints.isEmpty {
      for constraint in ancestor.layoutState.constraints
      where [constraint.firstItem, constraint.secondItem].contains(where: {
        $0.flatMap(LayoutSolver.view)?.isDescendant(of: view) ?? false
      }) {
        constraint.isActive = false
      }
    }
  }
}

/// The data that a view has for its layout by constraints.
struct LayoutState {
  var constraints: [NSLayoutConstraint] = []
  var guides: [UILayoutGuide] = []
  var safeAreaGuide: UILayoutGuide?
  var marginsGuide: UILayoutGuide?
  var margins: UIEdgeInsets?
  var needsUpdateConstraints = false
  var hugging: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
  var compression: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
  /// In the topmost view: the tree has to be solved.
  var isUnsolved = true
}
