// Records of an earlier daemon whose numbers make no sense, under a whole supervisor: it starts all the same.
import LifecycleModel
import Linux
import Settings
import TestFolders
import Testing

@testable import DaemonConfiguration
@testable import Stores
@testable import Supervisor
@testable import Systemd

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct AbsurdRecordTests {
  // In a process of its own: a number that traps ends it.
  @Test("Absurd numbers in the databases are taken for the nearest that can be, and end nobody")
  func start() async {
    await #expect(processExitsWith: .success) { try await Self.checkStart() }
  }

  private static let numbers: [Double] = [1e19, 1e300, -1e300, .greatestFiniteMagnitude, 0, 60]

  private static func checkStart() throws {
    let folder = try TestFolder()
    let configuration = try Configuration.prepared(in: folder)
    keep(in: configuration.stateDirectory)
    let (loop, lines) = (try EventLoop(), LogLines())
    let supervisor = try Supervisor(configuration: configuration, loop: loop, log: lines.logger)
    defer { supervisor.flushStores() }
    var isRecalled = false
    supervisor.recall { isRecalled = true }
    let deadline = monotonicNow() + 60_000_000_000
    while !isRecalled, monotonicNow() < deadline { try loop.runOnce(timeout: .milliseconds(100)) }
    #expect(isRecalled)
    #expect(supervisor.autopsy.lastExits[AppID("a")]?.map(\.time) == [.min])
  }

  private static func keep(in directory: String) {
    // The record is as old as can be, and so are the clock and the bound that let it be kept.
    let age = Duration.seconds(9_000_000_000)
    let state = StateStore(
      directory: directory, exits: KeptBounds(keep: 10, age: age), now: { .min + 9_000_000_000_000_000_000 },
      deliver: { _ in }, note: { _ in })
    state.exits.append(
      ExitRow(
        app: "a", time: .min, state: "background", namespace: "SPRINGBOARD", reason: "crash", text: "", footprint: .min,
        cpu: .min, elapsed: .min, lifetime: .min, earlyDeaths: .max))
    state.sessions.keep(SessionRow(app: "a", session: "s", role: "r", used: .max, isDiscarded: false))
    for (number, seconds) in numbers.enumerated() {
      let content = NotificationRow.Content(
        identifier: "n", title: "", body: "", content: "{}", isRemote: false)
      state.notifications.keep(
        NotificationRow(
          app: "\(number)", planned: [.init(content: content, dates: [seconds, -seconds], interval: seconds)],
          shown: [.init(content: content, date: seconds)]))
      state.tasks.keep(
        TaskRow(
          app: "\(number)", identifier: "t", kind: "refresh", earliest: seconds, needsPower: false, needsNetwork: false)
      )
    }
    state.flush()
  }

  @Test("A number of seconds is a duration, whatever it is")
  func seconds() {
    let century = Duration.seconds(3_155_760_000)
    #expect(
      [1.5, -1, .nan, .infinity, -.infinity, 1e300].map(Duration.init(boundedSeconds:))
        == [.milliseconds(1500), .zero, .zero, century, .zero, century])
    #expect(Duration(nanosecondsFrom: .min, to: .max) == Duration.nanoseconds(Int64.max))
    #expect(Duration(nanosecondsFrom: .max, to: .min) == .zero)
    #expect(Duration(nanosecondsFrom: 3, to: 10) == Duration.nanoseconds(7))
  }
}
