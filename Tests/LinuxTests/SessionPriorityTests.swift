// The nice value of the daemon counts among the sessions of its apps.
import Foundation
import Glibc
import Testing

@testable import Linux

@Suite(.timeLimit(.minutes(40))) struct SessionPriorityTests {
  @Test(
    "A session has the nice value of its leader, and of nobody else",
    .enabled(
      if: geteuid() == 0 && FileManager.default.fileExists(atPath: "/proc/self/autogroup"),
      "a nice value below 0 takes root, and a kernel that groups processes by sessions"))
  func leader() async {
    await #expect(processExitsWith: .success) {
      func session() throws -> String { try String(contentsOfFile: "/proc/self/autogroup", encoding: .utf8) }
      // The test's own parent may have given it one.
      let before = try session()
      try #require(setpriority(__priority_which_t(0), 0, -7) == 0)
      if getsid(0) != getpid() {
        SessionPriority.raise()
        #expect(try session() == before)
        // The leader of a group makes no session (setsid(2)).
        if getpgrp() == getpid() { return }
        try #require(setsid() == getpid())
      }
      SessionPriority.raise()
      #expect(try session().hasSuffix(" nice -7\n"))
    }
  }
}
