// The way up from a process to its app: each process on it is looked at once in a turn of the loop.
import Glibc
import Linux
import SystemPackage
import Testing

@testable import Processes

@MainActor @Suite(.timeLimit(.minutes(40))) struct AncestryTests {
  /// Processes from 1000 on are children of 162, which is in a row below 100.
  @MainActor private final class Row: Kernel {
    private(set) var looks = 0

    override func readStart(of path: String, atLeast limit: Int) throws(Errno) -> [UInt8] {
      looks += 1
      guard let pid = path.split(separator: "/").dropFirst().first.flatMap({ Int($0) }) else { throw .noSuchProcess }
      let rest = String(repeating: " 1", count: 48)
      return Array("\(pid) (row) S \(pid >= 1000 ? 162 : pid - 1)\(rest)\n".utf8)
    }
  }

  @Test("Of many processes deep below an app, those that are above all of them are looked at once")
  func once() {
    let kernel = Row()
    var ancestry = Ancestry(kernel: kernel)
    var found: [pid_t?] = []
    var enough: [Bool] = []
    for pid: pid_t in 1000..<1016 {
      found.append(ancestry.first(from: pid) { $0 == 100 })
      enough.append(ancestry.hasLookedEnough)
    }
    #expect(found == Array(repeating: 100, count: 16))
    // The first had 62 above it on its way.
    #expect(kernel.looks == 63 + 15 && ancestry.looks == kernel.looks)
    #expect(enough == [false] + Array(repeating: true, count: 15))
  }

  @Test("The way up ends after so many steps, at the first process and where the kernel no longer tells")
  func ends() {
    let kernel = Row()
    var ancestry = Ancestry(kernel: kernel)
    let deep = ancestry.first(from: 900) { $0 == 100 }
    #expect(deep == nil && kernel.looks == 64)
    let short = ancestry.first(from: 10) { _ in false }
    #expect(short == nil && kernel.looks == 64 + 9)
    let itself = ancestry.first(from: 50) { $0 == 50 }
    #expect(itself == 50 && kernel.looks == 64 + 9)
  }
}
