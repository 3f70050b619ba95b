// The axis of a timeline, and the rows of its labels.
import Testing

@testable import Timelines

struct AxisTests {
  private static let second: Int64 = 1_000_000_000

  @Test("Time goes from left to right, and a moment between two has its place between theirs")
  func order() {
    let axis = Axis([0, 1, 5, 9, 10, 20, 40, 41, 60].map { $0 * Self.second })
    var last = -1.0
    for time in stride(from: 0, through: 60 * Self.second, by: 500_000_000) {
      let place = axis.place(of: time)
      #expect(place > last && place >= 0 && place <= 1)
      last = place
    }
    #expect(axis.place(of: -5) == 0 && axis.place(of: .max) == 1)
  }

  @Test("An hour in which nothing happens leaves milliseconds their room")
  func quiet() {
    let busy = (0..<20).map { Int64($0) * 1_000_000 }
    let axis = Axis(busy + busy.map { $0 + 3600 * Self.second })
    #expect(axis.place(of: busy.last ?? 0) > 0.4)
    #expect(axis.cuts == [.init(start: 19_000_000, end: 3600 * Self.second)])
  }

  @Test("The marks of the scale are round, apart from each other, and none is in a stretch that is cut")
  func ticks() {
    let busy = (0..<20).map { Int64($0) * 1_000_000 }
    let axis = Axis(busy + busy.map { $0 + 3600 * Self.second })
    let ticks = axis.ticks(apart: 0.07)
    #expect(ticks.count > 5)
    for (one, next) in zip(ticks, ticks.dropFirst()) {
      #expect(axis.place(of: next) - axis.place(of: one) > 0.06)
    }
    for tick in ticks { #expect(tick <= 19_000_000 || tick >= 3600 * Self.second) }
    #expect(Axis([]).ticks(apart: 0.1).isEmpty && Axis([5]).ticks(apart: 0.1).isEmpty)
  }

  @Test("No label covers another, nor the line of another")
  func flags() throws {
    let places = [(0.0, 50.0), (10, 50), (20, 500), (30, 10), (300, 50), (310, 50)]
    let flags = Flags(places.map { (place: $0.0, width: $0.1) }, rows: 9).flags
    for (index, flag) in flags.enumerated() {
      let row = try #require(flag.row)
      for later in flags[(index + 1)...] where later.place < flag.place + flag.width {
        #expect(try #require(later.row) < row)
      }
    }
    #expect(Flags((0..<9).map { (place: Double($0), width: 50.0) }, rows: 4).flags.compactMap(\.row) == [3, 2, 1, 0])
  }

  @Test(
    "Durations and moments are short and exact",
    arguments: [
      (Int64(0), "0 ns", "0 ms"), (870_000, "870 us", "0.87 ms"), (1_400_000, "1.4 ms", "1.4 ms"),
      (12_000_000_000, "12 s", "12 s"), (3_020_000_000, "3 s", "3.02 s"), (360_000_000_000, "6 min", "360 s"),
    ])
  func figures(_ time: Int64, _ duration: String, _ moment: String) {
    #expect(Figures.duration(time) == duration && Figures.moment(time) == moment)
  }
}
