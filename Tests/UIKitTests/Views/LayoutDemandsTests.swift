// The values that constraints have, and how much work they are.

import Testing

@testable import UIKit

@MainActor @Suite struct LayoutDemandsTests {
  /// Rows of a given width, each with a label of a width of its own.
  private func rows(_ count: Int, label: Double) -> (values: [Double], passes: Int) {
    var demands = LayoutDemands()
    demands.add(LinearSum([0: 1], constant: -390), .equal, 2000)
    for row in 1...count {
      let (left, width) = (row * 2, row * 2 + 1)
      demands.add(LinearSum([left: 1], constant: -16), .equal, 1000)
      demands.add(LinearSum([left: 1, width: 1, 0: -1], constant: 16), .lessThanOrEqual, 1000)
      demands.add(LinearSum([width: 1], constant: -label), .greaterThanOrEqual, 750)
      demands.add(LinearSum([width: 1], constant: -label), .equal, 250)
    }
    return demands.solution(count: count * 2 + 2)
  }

  @Test("Labels that are too long for their rows are cut in a few passes, however many there are")
  func passes() {
    let (values, passes) = rows(100, label: 500)
    #expect(passes == rows(1, label: 500).passes && passes <= 4)
    #expect((1...100).allSatisfy { abs(values[$0 * 2 + 1] - 358) < 0.001 })
    #expect(rows(100, label: 100).passes == 1)
  }

  @Test("Of two inequalities that are violated, one that holds once the other one counts does not count itself")
  func related() {
    var demands = LayoutDemands()
    demands.add(LinearSum([0: 1], constant: -10), .greaterThanOrEqual, 750)
    demands.add(LinearSum([1: 1], constant: -5), .greaterThanOrEqual, 750)
    demands.add(LinearSum([0: 1]), .equal, 100)
    demands.add(LinearSum([1: 1, 0: -1]), .equal, 90)
    #expect(demands.solution(count: 2).values == [10, 10])
  }
}
