// The part of an app's notifications that a list of all apps has.
import LifecycleModel
import Testing

@testable import Supervisor

@MainActor @Suite struct ShownShareTests {
  private func shown(_ number: Int, body: String = "") -> ShownNotification {
    ShownNotification(
      UserNotification(identifier: "\(number)", title: "", body: body, content: "{}", isRemote: false),
      time: ClockDate(nanoseconds: Int64(number)))
  }

  @Test("Of many notifications the newest are listed, the oldest of them first")
  func many() {
    let listed = ShownShare.newest(of: (0..<100).map { shown($0) })
    #expect(listed == (100 - ShownShare.count..<100).map { shown($0) })
  }

  @Test("Of long notifications as many are listed as fit when JSON has spelled out their control characters")
  func long() {
    let long = String(repeating: "\u{1}", count: 2500)
    let listed = ShownShare.newest(of: (0..<9).map { shown($0, body: long) })
    #expect(listed.map(\.notification.identifier) == ["7", "8"])
    let isWhole = listed.allSatisfy { $0.notification.body == long }
    #expect(isWhole)
  }

  @Test(
    "The newest notification is listed also where it is too long, with its text cut between scalars",
    arguments: [("\u{1}", 6), ("\u{e9}", 2), ("\\", 2), ("x", 1)])
  func tooLong(character: String, bytes: Int) throws {
    let text = String(repeating: character, count: 40_000)
    let listed = ShownShare.newest(of: [shown(1), shown(2, body: text)])
    #expect(listed.map(\.notification.identifier) == ["2"])
    let body = try #require(listed.first).notification.body
    let fits = String(repeating: character, count: (ShownShare.bytes - 1) / bytes)
    let isCut = body == fits
    #expect(isCut)
  }
}
