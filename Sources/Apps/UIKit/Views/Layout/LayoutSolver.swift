// LayoutSolver: frames from constraints. Every view has four unknowns: left, top, width, height, in the coordinates of
// the topmost view.

@MainActor struct LayoutSolver {
  /// The unknowns of one view or guide: its number times four, plus 0...3 for left, top, width and height.
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var items: [any LayoutItem] = []
  private var demands = LayoutDemands()

  /// Places all views of the tree that have constraints; the topmost view keeps its frame.
  static func solve(_ root: UIView) {
    guard root.layoutState.isUnsolved else { return }
    root.updateConstraintsIfNeeded()
    root.layoutState.isUnsolved = false
    var solver = LayoutSolver()
    guard solver.collect(root) else { return }
    solver.pin(root, size: root.bounds.size, priority: 2000)
    solver.place(solver.solution(), below: root)
    // Placing views is what the equations asked for, no reason to solve them again.
    root.layoutState.isUnsolved = false
  }

  static func fit(_ view: UIView, _ target: CGSize) -> CGSize {
    var solver = LayoutSolver()
    guard solver.collect(view) else { return view.sizeThatFits(target) }
    solver.pin(view, size: target, priority: UILayoutPriority.fittingSizeLevel.rawValue)
    let values = solver.solution()
    let number = solver.number(view)
    return CGSize(width: values[number + 2], height: values[number + 3])
  }

  /// The view that an item of a constraint is, or belongs to.
  static func view(_ item: AnyObject) -> UIView? { item as? UIView ?? (item as? UILayoutGuide)?.owningView }

  // MARK: Collecting

  /// Whether there is any constraint in the tree.
  private mutating func collect(_ root: UIView) -> Bool {
    var constraints: [NSLayoutConstraint] = []
    root.eachInTree { constraints += $0.layoutState.constraints + $0.ownConstraints() }
    if constraints.isEmpty { return false }
    _ = number(root)
    for constraint in constraints { add(constraint) }
    // Grows while it runs: a view needs its superview, up to the topmost.
    var next = 0
    while next < items.count {
      describe(items[next], root)
      next += 1
    }
    return true
  }

  private mutating func number(_ item: any LayoutItem) -> Int {
    let id = ObjectIdentifier(item)
    if let known = numbers[id] { return known }
    let number = items.count * 4
    numbers[id] = number
    items.append(item)
    return number
  }

  private mutating func add(_ constraint: NSLayoutConstraint) {
    guard let first = constraint.firstItem as? any LayoutItem else { return }
    var sum = term(first, constraint.firstAttribute)
    if let second = constraint.secondItem as? any LayoutItem {
      sum.add(term(second, constraint.secondAttribute), times: -Double(constraint.multiplier))
    }
    sum.constant -= Double(constraint.constant)
    demand(sum, constraint.relation, constraint.priority.rawValue)
  }

  private mutating func demand(
    _ sum: LinearSum, _ relation: NSLayoutConstraint.Relation, _ priority: Float
  ) {
    demands.add(sum, relation, priority)
  }

  private mutating func demand(_ sum: LinearSum, _ priority: Float) { demand(sum, .equal, priority) }

  private mutating func term(_ item: any LayoutItem, _ attribute: NSLayoutConstraint.Attribute) -> LinearSum {
    switch attribute {
    case .notAnAttribute: return LinearSum()
    case .leftMargin, .leadingMargin: return marginTerm(item, .left)
    case .rightMargin, .trailingMargin: return marginTerm(item, .right)
    case .topMargin: return marginTerm(item, .top)
    case .bottomMargin: return marginTerm(item, .bottom)
    case .centerXWithinMargins: return marginTerm(item, .centerX)
    case .centerYWithinMargins: return marginTerm(item, .centerY)
    case .left, .right, .top, .bottom, .leading, .trailing, .width, .height, .centerX, .centerY, .lastBaseline,
      .firstBaseline:
      break
    }
    let n = number(item)
    switch attribute {
    case .left, .leading: return LinearSum([n: 1])
    case .right, .trailing: return LinearSum([n: 1, n + 2: 1])
    case .centerX: return LinearSum([n: 1, n + 2: 0.5])
    case .top: return LinearSum([n + 1: 1])
    case .bottom: return LinearSum([n + 1: 1, n + 3: 1])
    case .centerY: return LinearSum([n + 1: 1, n + 3: 0.5])
    case .width: return LinearSum([n + 2: 1])
    case .height: return LinearSum([n + 3: 1])
    case .firstBaseline:
      let ascent = (item as? any HasBaseline)?.ascent
      return LinearSum(ascent == nil ? [n + 1: 1, n + 3: 1] : [n + 1: 1], constant: ascent ?? 0)
    case .lastBaseline:
      return LinearSum([n + 1: 1, n + 3: 1], constant: -((item as? any HasBaseline)?.descent ?? 0))
    case .notAnAttribute, .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin, .trailingMargin,
      .centerXWithinMargins, .centerYWithinMargins:
      return LinearSum()
    }
  }

  private mutating func marginTerm(
    _ item: any LayoutItem, _ attribute: NSLayoutConstraint.Attribute
  ) -> LinearSum {
    term((item as? UIView)?.layoutMarginsGuide ?? item, attribute)
  }

  /// Demands what holds for an item besides its constraints.
  private mutating func describe(_ item: any LayoutItem, _ root: UIView) {
    let n = number(item)
    demand(LinearSum([n + 2: 1]), .greaterThanOrEqual, 1001)
    demand(LinearSum([n + 3: 1]), .greaterThanOrEqual, 1001)
    if let guide = item as? UILayoutGuide {
      guard let owner = guide.owningView, let insets = guide.insets?(owner) else { return }
      let o = number(owner)
      demand(LinearSum([n: 1, o: -1], constant: -insets.left), 1000)
      demand(LinearSum([n + 1: 1, o + 1: -1], constant: -insets.top), 1000)
      demand(LinearSum([n + 2: 1, o + 2: -1], constant: insets.left + insets.right), 1000)
      demand(LinearSum([n + 3: 1, o + 3: -1], constant: insets.top + insets.bottom), 1000)
      return
    }
    guard let view = item as? UIView, view !== root else { return }
    if let parent = view.parent, view.translatesAutoresizingMaskIntoConstraints {
      let p = number(parent)
      let frame = view.placement.frame
      let origin = parent.placement.boundsOrigin
      demand(LinearSum([n: 1, p: -1], constant: origin.x - frame.minX), 1000)
      demand(LinearSum([n + 1: 1, p + 1: -1], constant: origin.y - frame.minY), 1000)
      demand(LinearSum([n + 2: 1], constant: -frame.width), 1000)
      demand(LinearSum([n + 3: 1], constant: -frame.height), 1000)
      return
    }
    if let parent = view.parent { _ = number(parent) }
    let size = view.intrinsicContentSize
    describe(n + 2, size.width, view, .horizontal)
    describe(n + 3, size.height, view, .vertical)
  }

  private mutating func describe(
    _ unknown: Int, _ length: CGFloat, _ view: UIView, _ axis: NSLayoutConstraint.Axis
  ) {
    guard length != UIView.noIntrinsicMetric else { return }
    let sum = LinearSum([unknown: 1], constant: -length)
    demand(sum, .greaterThanOrEqual, view.contentCompressionResistancePriority(for: axis).rawValue)
    demand(sum, .equal, view.contentHuggingPriority(for: axis).rawValue)
  }

  private mutating func pin(_ view: UIView, size: CGSize, priority: Float) {
    let n = number(view)
    demand(LinearSum([n: 1]), 2000)
    demand(LinearSum([n + 1: 1]), 2000)
    demand(LinearSum([n + 2: 1], constant: -size.width), priority)
    demand(LinearSum([n + 3: 1], constant: -size.height), priority)
  }

  // MARK: Solving and placing

  private func solution() -> [Double] { demands.solution(count: items.count * 4).values }

  private func place(_ values: [Double], below root: UIView) {
    for (index, item) in items.enumerated() {
      let n = index * 4
      let rect = CGRect(x: values[n], y: values[n + 1], width: values[n + 2], height: values[n + 3])
      if let guide = item as? UILayoutGuide {
        guard let owner = guide.owningView else { continue }
        guide.layoutFrame = shifted(rect, into: owner, values)
      } else if let view = item as? UIView, view !== root, let parent = view.parent,
        !view.translatesAutoresizingMaskIntoConstraints
      {
        let frame = shifted(rect, into: parent, values)
        view.bounds.size = frame.size
        view.center = CGPoint(x: frame.midX, y: frame.midY)
      }
    }
  }

  private func shifted(_ rect: CGRect, into view: UIView, _ values: [Double]) -> CGRect {
    guard let n = numbers[ObjectIdentifier(view)] else { return rect }
    let origin = view.placement.boundsOrigin
    // To sixths of a point, so that the remainder of sums does not show.
    func rounded(_ value: Double) -> Double { (value * 6).rounded() / 6 }
    return CGRect(
      x: rounded(rect.minX - values[n] + origin.x), y: rounded(rect.minY - values[n + 1] + origin.y),
      width: rounded(rect.width), height: rounded(rect.height))
  }
}

/// A view with a line of text, from whose edges the baselines are so far.
@MainActor protocol HasBaseline {
  var ascent: CGFloat { get }
  var descent: CGFloat { get }
}
