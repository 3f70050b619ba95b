// A crowd of orphans is ended in pieces of the loop's time, whatever is in its way.
import Glibc
import Linux
import SystemPackage
import Testing

@testable import Processes

@MainActor @Suite("a crowd of orphans") struct OrphanCrowdTests {
  /// A kernel whose clock goes on by a millisecond for each process that is killed.
  @MainActor private final class Children: Kernel {
    var pids: [pid_t] = Array(1000..<1040)
    /// Those that do not end when they are killed.
    var held: Set<pid_t> = []
    var killed: [pid_t] = []

    override func now() -> UInt64 { UInt64(killed.count) * 1_000_000 }
    override func numbers(in path: String) throws(Errno) -> [pid_t] { [getpid()] }
    override func readFile(_ path: String) throws(Errno) -> [UInt8] {
      Array(pids.map { "\($0) " }.joined().utf8)
    }
    override func killChild(_ pid: pid_t) throws(Errno) { killed.append(pid) }
    override func reapChild(_ pid: pid_t) throws(Errno) { if !held.contains(pid) { pids.removeAll { $0 == pid } } }
  }

  @Test("is ended a few milliseconds at once, the held ones left out") func pieces() throws {
    let children = Children()
    var crowd = OrphanCrowd()
    var pieces = 0
    var before = 0
    while try crowd.end(except: [1000, 1001], kernel: children) == .changing {
      #expect(children.killed.count - before <= 5)
      before = children.killed.count
      pieces += 1
      try #require(pieces < 100)
    }
    #expect(children.pids == [1000, 1001] && pieces >= 7)
  }

  @Test("those that the kernel holds keep nobody behind them from being ended, and are told from a crowd that changes")
  func held() throws {
    let children = Children()
    children.held = Set(1000..<1020)
    var crowd = OrphanCrowd()
    var pieces = 0
    while try crowd.end(except: [], kernel: children) == .changing {
      pieces += 1
      try #require(pieces < 100)
    }
    #expect(Set(children.pids) == children.held)
    children.held = []
    while try crowd.end(except: [], kernel: children) != .gone {
      pieces += 1
      try #require(pieces < 200)
    }
    #expect(children.pids.isEmpty)
  }
}
