// The ids and capabilities that a container may have taken from root.
import Testing

@testable import Linux

@Suite struct IDMapTests {
  @Test(
    "a range of ids is there only where every one of them is",
    arguments: [
      ("         0          0 4294967295\n", true), ("0 1000 1\n", false), ("0 1000 1\n1 100000 65536\n", false),
      ("0 0 70000\n70000 200000 30000\n", true), ("70000 5 29999\n", false), ("70001 5 99999\n", false),
      ("70000 0 10\n70011 0 99999\n", false), ("80000 0 20000\n70000 0 10000\n", true), ("", false), ("x y z\n", false),
      ("70000 0 4294967295\n", true),
    ])
  func range(_ map: String, _ isThere: Bool) {
    #expect(IDMap(map).contains(70_000...99_999) == isThere)
  }

  @Test("the capabilities that a container has taken from root are named")
  func capabilities() {
    #expect(NeededCapability.missing(from: 0x0000_01ff_ffff_ffff).isEmpty)
    // Docker's own set.
    #expect(NeededCapability.missing(from: 0xa804_25fb).map(\.name) == ["CAP_SYS_PTRACE"])
    #expect(NeededCapability.missing(from: 0) == NeededCapability.allCases)
  }

  @Test("where the kernel has no such file, every id is there")
  func noMap() { #expect(IDMap.isMapped(70_000...99_999, in: "/nonexistent")) }
}
