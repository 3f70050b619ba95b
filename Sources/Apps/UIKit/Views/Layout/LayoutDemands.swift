// LayoutDemands: the values of unknowns from equations and inequalities with priorities. Equations are taken in the order
// of their priority; each either determines one more unknown by elimination or, if those before it have settled the
// matter, is left out. An inequality counts once it is violated, as an equation. That finds what Auto Layout finds, but
// where several constraints of one priority conflict: the first wins.

struct LayoutDemands {
  /// An equation or inequality: the sum, related to nought.
  private struct Demand {
    var sum: LinearSum
    var relation: NSLayoutConstraint.Relation
    var priority: Float

    func isViolated(by values: [Double]) -> Bool {
      switch relation {
      case .equal: false
      case .greaterThanOrEqual: sum.value(values) < -0.001
      case .lessThanOrEqual: sum.value(values) > 0.001
      }
    }
  }
  private var demands: [Demand] = []

  mutating func add(_ sum: LinearSum, _ relation: NSLayoutConstraint.Relation, _ priority: Float) {
    demands.append(Demand(sum: sum, relation: relation, priority: priority))
  }

  /// The values of the unknowns below `count`, and how often all was eliminated for them.
  func solution(count: Int) -> (values: [Double], passes: Int) {
    let order = demands.enumerated().sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }
      .map(\.element)
    var counted = Set(order.indices.filter { order[$0].relation == .equal })
    var passes = 0
    while true {
      passes += 1
      var elimination = Elimination()
      for index in order.indices where counted.contains(index) { elimination.take(order[index].sum) }
      let values = elimination.values(count: count)
      let violated = order.indices.filter { !counted.contains($0) && order[$0].isViolated(by: values) }
      if violated.isEmpty { return (values, passes) }
      counted.formUnion(next(of: violated, in: order, counted))
    }
  }

  /// The violated inequalities to count: those that equations before them contradict, up to the first that can be met,
  /// that one, and others of its priority that no demand relates to it or to each other. So each row of a table is its
  /// own affair, and the outcome is the same as if they were counted one at a time, but where constraints of one
  /// priority conflict.
  private func next(of violated: [Int], in order: [Demand], _ counted: Set<Int>) -> [Int] {
    var settled = Elimination()
    var taken: [Int] = []
    var rest = violated[...]
    for index in order.indices {
      if index == rest.first {
        if !settled.reduced(order[index].sum).factors.isEmpty { break }
        taken.append(rest.removeFirst())
      }
      if counted.contains(index) { settled.take(order[index].sum) }
    }
    guard let first = rest.first else { return taken }
    let priority = order[first].priority
    // Required equations stay as well, though the sizes of views are inequalities before them.
    for index in order.indices.dropFirst(first) where order[index].relation == .equal {
      if order[index].priority >= min(priority, 1000) { settled.take(order[index].sum) }
    }
    var groups = Groups()
    for demand in order { groups.join(settled.reduced(demand.sum).factors.keys) }
    var known: Set<Int> = []
    let found = rest.prefix { order[$0].priority == priority }.filter { index in
      guard let unknown = settled.reduced(order[index].sum).factors.keys.first else { return false }
      return known.insert(groups.group(of: unknown)).inserted
    }
    return taken + (found.first == first ? found : [first])
  }
}

/// Unknowns that have to do with each other.
private struct Groups {
  private var parents: [Int: Int] = [:]

  mutating func group(of unknown: Int) -> Int {
    var unknown = unknown
    while let parent = parents[unknown] {
      if let next = parents[parent] { parents[unknown] = next }
      unknown = parent
    }
    return unknown
  }

  mutating func join(_ unknowns: some Collection<Int>) {
    guard let first = unknowns.first else { return }
    for other in unknowns.dropFirst() {
      let (a, b) = (group(of: first), group(of: other))
      if a != b { parents[b] = a }
    }
  }
}
