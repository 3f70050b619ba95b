// The variables that a launch may give an app, and those that it may not.
import Testing

@testable import ControlAPI

struct LaunchVariableTests {
  @Test("A variable is a name and a value, the last of a name counts")
  func all() {
    #expect(
      LaunchVariable.all(["A=1", "_b2=", "A=x=y", "ROOST_SCREEN=1x1"]) == [
        "A": "x=y", "_b2": "", "ROOST_SCREEN": "1x1",
      ])
    #expect(LaunchVariable.all([]) == [:])
  }

  @Test(
    "A name that is not valid, or that the system or the daemon reads, is refused",
    arguments: [
      "A", "=1", "2A=1", "A B=1", "Ä=1", "A=\0", "LD_PRELOAD=/tmp/x.so", "LD_=1", "ROOST_PROCESS=7", "HOME=/",
      "GLIBC_TUNABLES=x", "NOTIFY_SOCKET=/x", "TMPDIR=/tmp",
    ])
  func refused(_ text: String) {
    #expect(LaunchVariable(text) == nil)
    #expect(LaunchVariable.all(["A=1", text]) == nil)
  }

  @Test("A launch has so many variables and bytes of them")
  func bounds() {
    let most = (0..<LaunchVariable.most).map { "V\($0)=1" }
    #expect(LaunchVariable.all(most)?.count == LaunchVariable.most)
    #expect(LaunchVariable.all(most + ["ONE_MORE=1"]) == nil)
    #expect(LaunchVariable.all(["A=" + String(repeating: "x", count: LaunchVariable.mostBytes - 2)]) != nil)
    #expect(LaunchVariable.all(["A=" + String(repeating: "x", count: LaunchVariable.mostBytes - 1)]) == nil)
  }
}
