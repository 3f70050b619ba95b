// Many apps that are continued at one moment: the first at once, the others in turns of the loop, and none that is suspended again.
import Glibc
import Linux
import SystemPackage
import Systemd
import Testing

@testable import Processes

@MainActor @Suite(.serialized, .timeLimit(.minutes(15))) struct ThawsInTurnTests {
  private static let script = "while :; do sleep 1; done"

  /// Has an app suspended that is stopped by signals, and one that its cgroup freezes.
  private func withSuspended(
    _ body: (ToldSuspension, [(any Suspension, isStill: () -> Bool)]) throws -> Void
  ) throws {
    try withCgroup { cgroup in
      try withApp(ProcessesTestApp(shell: Self.script)) { stopped in
        try withApp(ProcessesTestApp(python: "import time\nwhile True: time.sleep(1)", in: cgroup)) { frozen in
          let told = try ToldSuspension()
          let suspensions: [any Suspension] = [
            SignalSuspension(of: stopped.child, sealedBy: nil, on: told.loop, kernel: .live) {
              told.changes.append($0)
            },
            CgroupSuspension(of: frozen.child, by: cgroup, on: told.loop, kernel: .live) { told.changes.append($0) },
          ]
          for suspension in suspensions { suspension.start() }
          try told.wait(for: 2)
          try #require(told.changes == [.suspended, .suspended])
          let pid = stopped.child.pid
          try body(
            told, [(suspensions[0], { stateLetters(of: pid) == ["T"] }), (suspensions[1], { isFrozen(cgroup) })])
        }
      }
    }
  }

  /// As a crowd that has just been continued.
  private func makeBusy(_ loop: EventLoop) {
    loop.thaws.take { usleep(20_000) }
    #expect(!loop.thaws.isFree)
  }

  @Test("BG4 while others are continued an app waits for its turn, and others have theirs before it")
  func turns() throws {
    try withSuspended { told, suspensions in
      makeBusy(told.loop)
      var others = 0
      for (suspension, isStill) in suspensions {
        suspension.thaw()
        #expect(suspension.isToThaw && isStill())
        try told.loop.post(priority: .request) { others += 1 }
      }
      try told.wait { others == 2 }
      #expect(suspensions.allSatisfy { $0.0.isToThaw })
      try told.wait { !suspensions.contains { $0.0.isToThaw } }
      for (_, isStill) in suspensions { try eventually { !isStill() } }
      #expect(told.changes == [.suspended, .suspended])
    }
  }

  @Test("BG4 an app that is suspended again before its turn stays so")
  func again() throws {
    try withApp(ProcessesTestApp(shell: Self.script)) { app in
      let told = try ToldSuspension()
      @MainActor func suspended() throws -> SignalSuspension {
        told.changes = []
        let suspension = SignalSuspension(of: app.child, sealedBy: nil, on: told.loop, kernel: .live) {
          told.changes.append($0)
        }
        suspension.start()
        try told.wait(for: 1)
        return suspension
      }
      do {
        let first = try suspended()
        makeBusy(told.loop)
        first.thaw()
        #expect(first.isToThaw)
      }
      // Nobody holds the first any more, as when its app is suspended anew.
      let second = try suspended()
      try told.wait { told.loop.thaws.isFree }
      try told.settle()
      #expect(told.changes == [.suspended] && second.isDone && stateLetters(of: app.child.pid) == ["T"])
      second.thawNow()
      try eventually { stateLetters(of: app.child.pid) != ["T"] }
    }
  }

  @Test("A daemon that becomes another program continues at once those that wait for their turns")
  func handedOver() throws {
    try withSuspended { told, suspensions in
      makeBusy(told.loop)
      for (suspension, isStill) in suspensions {
        suspension.thaw()
        #expect(isStill())
        suspension.finishThaw()
        #expect(!suspension.isToThaw)
        try eventually { !isStill() }
      }
    }
  }
}
