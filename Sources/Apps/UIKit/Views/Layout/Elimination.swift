// Elimination: solving linear equations one after the other, by Gauss and Jordan.

/// A sum of multiples of unknowns, and a constant.
struct LinearSum {
  var factors: [Int: Double]
  var constant: Double

  init(_ factors: [Int: Double] = [:], constant: Double = 0) {
    self.factors = factors
    self.constant = constant
  }

  mutating func add(_ other: LinearSum, times factor: Double) {
    for (unknown, value) in other.factors {
      let sum = factors[unknown, default: 0] + value * factor
      // The remainder of two equal numbers is noise.
      factors[unknown] = abs(sum) < 1e-9 ? nil : sum
    }
    constant += other.constant * factor
  }

  func value(_ values: [Double]) -> Double { factors.reduce(constant) { $0 + $1.value * values[$1.key] } }
}

struct Elimination {
  /// Each determined unknown as a sum of undetermined ones.
  private var rows: [Int: LinearSum] = [:]
  /// The determined unknowns whose sums have an undetermined one in them, or had.
  private var users: [Int: Set<Int>] = [:]

  /// Lets the sum be nought, unless the equations before say what it is.
  mutating func take(_ sum: LinearSum) {
    var rest = reduced(sum)
    // The last unknown, so that a superview is described by none of its subviews and the outcome does not depend on
    // the dictionary's order.
    guard let pivot = rest.factors.keys.max(), let factor = rest.factors[pivot] else { return }
    rest.factors[pivot] = nil
    var row = LinearSum()
    row.add(rest, times: -1 / factor)
    for unknown in users.removeValue(forKey: pivot) ?? [] {
      guard var other = rows[unknown], let multiple = other.factors.removeValue(forKey: pivot) else { continue }
      other.add(row, times: multiple)
      set(unknown, other)
    }
    set(pivot, row)
  }

  /// The sum without the unknowns that are determined.
  func reduced(_ sum: LinearSum) -> LinearSum {
    var rest = sum
    for (unknown, factor) in sum.factors {
      guard let row = rows[unknown] else { continue }
      rest.factors[unknown] = nil
      rest.add(row, times: factor)
    }
    return rest
  }

  private mutating func set(_ unknown: Int, _ row: LinearSum) {
    rows[unknown] = row
    for other in row.factors.keys { users[other, default: []].insert(unknown) }
  }

  /// An unknown that nothing determines is nought.
  func values(count: Int) -> [Double] { (0..<count).map { rows[$0]?.constant ?? 0 } }
}
