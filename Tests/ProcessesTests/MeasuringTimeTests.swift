// Looks at the memory of crowds of processes, while others wait for the loop.
import Glibc
import Linux
import SystemPackage
import Testing

@testable import Processes

@MainActor @Suite(.timeLimit(.minutes(40))) struct MeasuringTimeTests {
  /// A kernel with apps of a thousand processes each: a look takes a millisecond, and nothing at the first few.
  @MainActor private final class Crowded: Kernel {
    var time: UInt64 = 1_000_000_000
    /// Of each process, in KiB.
    var size = 1000
    /// Whether a look at the first few takes a millisecond as well, but for the root.
    var isDear = false
    private(set) var looked: [pid_t] = []

    override func now() -> UInt64 { time }

    override func readStart(of path: String, atLeast limit: Int) throws(Errno) -> [UInt8] {
      let pid = pid_t(path.split(separator: "/")[1])!
      looked.append(pid)
      if pid % 1000 >= (isDear ? 1 : pid_t(MeasuringTime.few)) { time += 1_000_000 }
      return Array("State:\tS (sleeping)\nPPid:\t1\nRssAnon:\t\(size) kB\nThreads:\t1\n".utf8)
    }

    func looks(_ body: () throws -> Void) rethrows -> [pid_t] {
      looked = []
      try body()
      return looked
    }
  }

  private let kernel = Crowded()
  private let time: MeasuringTime

  init() {
    time = MeasuringTime { [kernel] in kernel.time }
  }

  private func measure(_ pids: Range<pid_t>, _ before: Footprints? = nil) throws -> Footprints {
    try Footprints.measure(ListedProcesses(Array(pids)), before: before, in: time, kernel: kernel)
  }

  @Test("Crowds that are looked at in one moment share ten milliseconds, and a few of each are looked at")
  func shared() throws {
    var first = Footprints()
    #expect(try kernel.looks { first = try measure(1000..<1100) } == Array(1000..<1018))
    #expect(first.each.count == 18)
    #expect(try kernel.looks { _ = try measure(2000..<2100) } == Array(2000..<2008), "nothing is left for the second")
    kernel.time += 4_000_000
    #expect(try kernel.looks { _ = try measure(2000..<2100) } == Array(2000..<2012))
    #expect(try kernel.looks { _ = try measure(2000..<2100) } == Array(2000..<2008))
    kernel.time += 1_000_000_000
    #expect(try kernel.looks { _ = try measure(2000..<2100) } == Array(2000..<2018))
  }

  @Test("The next look at a crowd goes on where the last had no more time, and the others have the figures of before")
  func inTurn() throws {
    var footprints = try measure(1000..<1032)
    #expect(footprints.each.count == 18)
    kernel.time += 1_000_000_000
    kernel.size = 2000
    let looked = try kernel.looks { footprints = try measure(1000..<1032, footprints) }
    #expect(looked == Array(1000..<1008) + Array(1018..<1028))
    #expect(footprints.each.count == 28)
    #expect(footprints.each[1000]?.total == 2000 << 10)
    #expect(footprints.each[1012]?.total == 1000 << 10, "as of the look before")
    #expect(footprints.each[1020]?.total == 2000 << 10)
    kernel.time += 1_000_000_000
    // To the end, and from the first on.
    #expect(
      try kernel.looks { footprints = try measure(1000..<1032, footprints) }
        == Array(1000..<1008) + Array(1028..<1032) + Array(1008..<1014))
    #expect(footprints.each.count == 32)
    // One that has ended is not in the next.
    #expect(try measure(1000..<1031, footprints).each[1031] == nil)
  }

  @Test("One kind of work does not pay with the time of another what it owes to everybody else")
  func owed() throws {
    time.walks.spend { _ in kernel.time += 10_000_000 }
    _ = try measure(1000..<1100)
    _ = try Footprints.measure(ListedProcesses(Array(2000..<2100)), before: nil, in: time.asked, kernel: kernel)
    #expect(time.walks.spend { !$0() }, "others have had nothing yet")
    kernel.time += 4_000_000
    #expect(time.walks.spend { $0() })
    #expect(try kernel.looks { _ = try measure(1000..<1100) } == Array(1000..<1012))
  }

  @Test("In a turn of the loop that is all of looks nothing is paid back")
  func oneTurn() throws {
    try time.inOneTurn { () throws in
      #expect(try kernel.looks { _ = try measure(1000..<1100) } == Array(1000..<1018))
      kernel.time += 1_000_000_000
      time.inOneTurn { kernel.time += 1_000_000_000 }
      #expect(try kernel.looks { _ = try measure(2000..<2100) } == Array(2000..<2008))
    }
    #expect(try kernel.looks { _ = try measure(2000..<2100) } == Array(2000..<2008))
    kernel.time += 4_000_000
    #expect(try kernel.looks { _ = try measure(2000..<2100) } == Array(2000..<2012))
  }

  @Test(
    "For somebody who has asked walks and looks at crowds share four milliseconds, and looks at the few have others")
  func asked() throws {
    @MainActor func measure(_ pids: Range<pid_t>) throws -> [pid_t] {
      try kernel.looks {
        _ = try Footprints.measure(ListedProcesses(Array(pids)), before: nil, in: time.asked, kernel: kernel)
      }
    }
    #expect(try measure(1000..<1100) == Array(1000..<1012))
    #expect(try measure(2000..<2100) == Array(2000..<2008))
    kernel.isDear = true
    #expect(try measure(3000..<3100) == Array(3000..<3005))
    #expect(time.asked.walks.spend { !$0() })
    kernel.time += 2_000_000
    #expect(try measure(3000..<3100) == Array(3000..<3003) + [3008, 3009])
  }

  @Test("The looks of one list have four milliseconds for crowds together, however much time goes by between them")
  func list() throws {
    let list = time.ofOneList()
    @MainActor func measure(_ pids: Range<pid_t>) throws -> [pid_t] {
      try kernel.looks {
        _ = try Footprints.measure(ListedProcesses(Array(pids)), before: nil, in: list, kernel: kernel)
      }
    }
    #expect(try measure(1000..<1100) == Array(1000..<1012))
    kernel.time += 1_000_000_000
    #expect(try measure(2000..<2100) == Array(2000..<2008))
    #expect(time.asked.walks.spend { $0() }, "another has its own")
    let next = time.ofOneList()
    #expect(next.walks.spend { $0() })
  }

  @Test("An app of a few processes is looked at whatever crowds there are")
  func few() throws {
    _ = try measure(1000..<1900)
    for _ in 0..<100 { #expect(try measure(2000..<2008).each.count == 8) }
  }

  @Test("Apps whose few processes are dear to look at share twenty milliseconds, and each has its root looked at")
  func dear() throws {
    kernel.isDear = true
    var footprints: [Footprints] = []
    #expect(try kernel.looks { footprints.append(try measure(1000..<1008)) } == Array(1000..<1008))
    #expect(try kernel.looks { footprints.append(try measure(2000..<2008)) } == Array(2000..<2008))
    #expect(try kernel.looks { footprints.append(try measure(3000..<3008)) } == Array(3000..<3007))
    #expect(try kernel.looks { footprints.append(try measure(4000..<4008)) } == [4000])
    kernel.time += 1_000_000_000
    #expect(try kernel.looks { footprints.append(try measure(4000..<4008)) } == Array(4000..<4008))
    #expect(footprints.map(\.isWhole) == [true, true, false, false, true])
  }

  @Test("Of an older list only the root is looked at: another app may have the pids of the others by now")
  func older() throws {
    let before = try measure(1000..<1004)
    kernel.size = 2000
    var footprints = Footprints()
    let older = ListedProcesses(Array(1000..<1004), isCurrent: false)
    let looked = try kernel.looks {
      footprints = try Footprints.measure(older, before: before, in: time, kernel: kernel)
    }
    #expect(looked == [1000] && !footprints.isWhole)
    #expect((1000..<1004).map { footprints.each[$0]?.total } == [2000 << 10, 1000 << 10, 1000 << 10, 1000 << 10])
  }

  @Test("A look that must miss no process sees all of a crowd, whatever time is left")
  func unlimited() throws {
    _ = try measure(1000..<1900)
    #expect(
      try kernel.looks {
        _ = try Footprints.measure(
          ListedProcesses(Array(2000..<2900)), before: nil, in: .unlimited, kernel: kernel)
      } == Array(2000..<2900))
  }

  @Test("A killed crowd holds what it held while there is no time to walk its tree")
  func left() throws {
    let app = try ProcessesTestApp(["/bin/sleep", "100"])
    try withApp(app) { app throws in
      let pids = Array(1000..<pid_t(1100))
      let before = Footprints(each: Dictionary(uniqueKeysWithValues: pids.map { ($0, Footprint(anonymous: 4096)) }))
      @MainActor func left(_ before: Footprints) throws -> Footprints {
        try Footprints.measure(leftOf: before, app.child, strays: { _ in true }, in: time, kernel: .live)
      }
      #expect(try left(before).each.keys.sorted() == [app.child.pid], "there is time")
      _ = try measure(2000..<2900)
      #expect(try left(before) == before)
      let few = Footprints(each: [1000: Footprint(anonymous: 4096)])
      #expect(try left(few).each.keys.sorted() == [app.child.pid])
      kernel.time += 10_000_000_000
      let many = Footprints(
        each: Dictionary(uniqueKeysWithValues: (1000..<pid_t(1300)).map { ($0, Footprint(anonymous: 4096)) }))
      #expect(try left(many) == many, "its tree is too large")
    }
  }
}
