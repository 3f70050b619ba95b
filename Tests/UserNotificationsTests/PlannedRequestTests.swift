// The request by which roostd is asked to show a notification at its time.

import FakeDaemon
import Foundation
import RoostAgent
import Testing

@testable import UserNotifications

@Suite(.timeLimit(.minutes(40))) struct PlannedRequestTests {
  @Test("A notification's dates are ahead of the time that its request names, for a device whose clock is moved")
  func now() throws {
    let (events, replies) = (Pipe(), Pipe())
    let channel = Channel(
      events: dup(events.fileHandleForReading.fileDescriptor), replies: dup(replies.fileHandleForWriting.fileDescriptor)
    )
    channel.start(library: "test/1") { _ in }
    Thread {
      let request = UNNotificationRequest(
        identifier: "tea", content: UNMutableNotificationContent(),
        trigger: UNTimeIntervalNotificationTrigger(timeInterval: 3600, repeats: false))
      _ = RoostNotifications(channel: channel).schedule(
        KeptRequest(request), now: Date(timeIntervalSince1970: 1_795_000_000))
    }.start()
    // The channel's end is the answer.
    defer { try? events.fileHandleForWriting.close() }
    var said = Data()
    while said.count(where: { $0 == UInt8(ascii: "\n") }) < 2 { said += replies.fileHandleForReading.availableData }
    let line = try #require(said.split(separator: UInt8(ascii: "\n")).last)
    let asked = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
    #expect(asked["now"] as? Double == 1_795_000_000)
    #expect((asked["params"] as? [String: Any])?["at"] as? [Double] == [1_795_003_600])
  }

  @Test(
    "One that repeats by the calendar goes on after its dates at their last distance, where its app never runs again",
    arguments: [true, false])
  func calendar(repeats: Bool) throws {
    let daemon = try FakeDaemonOfApp()
    let channel = Channel(events: daemon.events, replies: daemon.replies)
    channel.start(library: "test/1") { _ in }
    let request = UNNotificationRequest(
      identifier: "bell", content: UNMutableNotificationContent(),
      trigger: UNCalendarNotificationTrigger(dateMatching: DateComponents(minute: 0), repeats: repeats))
    let refusal = RoostNotifications(channel: channel).schedule(
      KeptRequest(request), now: Date(timeIntervalSince1970: 1_795_000_000))
    #expect(refusal == nil)
    let plan = try #require(daemon.calls.last?["params"] as? [String: Any])
    #expect((plan["at"] as? [Double])?.count == (repeats ? 64 : 1))
    #expect(plan["every"] as? Double == (repeats ? 3600 : nil))
  }
}
