// Many apps that are continued at one moment: the first at once, the others in turns of the loop, and none that is suspended again.
import Glibc
import Linux
import SystemPackage
import Systemd
import Testing

@testable import Processes

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct ThawsInTurnTests {
  private static func script(_ children: Int) -> String {
    "n=0; while [ $n -lt \(children) ]; do sleep 1000 & n=$((n+1)); done; echo all >&4; wait"
  }

  /// Has an app suspended that is stopped by signals, and one that its cgroup freezes.
  private func withSuspended(
    children: Int = 20, _ body: (ToldSuspension, [(any Suspension, isStill: () -> Bool)]) throws -> Void
  ) throws {
    try withCgroup { cgroup in
      try withApp(ProcessesTestApp(shell: Self.script(children))) { stopped in
        try withApp(ProcessesTestApp(["/bin/sh", "-c", Self.script(children)], in: cgroup)) { frozen in
          for app in [stopped, frozen] { try app.lines(1) }
          let told = try ToldSuspension()
          let suspensions: [any Suspension] = [
            SignalSuspension(of: stopped.child, sealedBy: nil, on: told.loop, kernel: .live) {
              told.changes.append($0)
            },
            CgroupSuspension(of: frozen.child, by: cgroup, on: told.loop, kernel: .live) { told.changes.append($0) },
          ]
          for suspension in suspensions { suspension.start() }
          try told.wait { suspensions.allSatisfy(\.isDone) }
          try told.settle()
          told.changes = []
          let pid = stopped.child.pid
          try body(
            told, [(suspensions[0], { stateLetters(of: pid) == ["T"] }), (suspensions[1], { isFrozen(cgroup) })])
        }
      }
    }
  }

  /// As a crowd that has just been continued.
  private func makeBusy(_ loop: EventLoop) {
    loop.thaws.take { usleep(200_000) }
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
      #expect(told.changes == [])
    }
  }

  @Test("BG4 an app of a few processes does not wait for crowds")
  func few() throws {
    try withSuspended(children: 3) { told, suspensions in
      makeBusy(told.loop)
      for (suspension, isStill) in suspensions {
        suspension.thaw()
        #expect(!suspension.isToThaw)
        try eventually { !isStill() }
      }
    }
  }

  @Test("BG4 an app that is suspended again before its turn stays so")
  func again() throws {
    try withApp(ProcessesTestApp(shell: Self.script(20))) { app in
      try app.lines(1)
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
