// BX3 with an app that plays: its sound goes on behind the screen for as long as it lasts, at the pace of a real clock.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct PlayerTests {
  private let clock = ContinuousClock()

  /// Seconds it has played so far.
  private func played(_ test: TestDevice, _ player: AppUnderTest) -> Double {
    let text = test.file("Documents/played", of: player).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }

  @Test("BX3 Player plays on behind the screen, no faster than time goes by, and is suspended once it pauses")
  func behindTheScreen() throws {
    let test = try TestDevice(apps: [Programs.app("player")])
    let player = test.device.app("com.example.player")
    try test.device.open(url: "player:play")
    try test.device.home()
    #expect(try player.state == .background)
    #expect(!KernelView.isStopped(try #require(try player.pid)))
    let (start, began) = (played(test, player), clock.now)
    // Across the end of a note, which lasts a second.
    try eventually("it has played 1.5 s more") { played(test, player) >= start + 1.5 }
    #expect(clock.now - began > .seconds(1.3))
    #expect(try player.state == .background)

    try test.device.open(url: "player:pause")
    try test.device.home()
    #expect(try player.state == .suspended)
    let end = played(test, player)
    try test.device.open(url: "player:pause")
    #expect(played(test, player) == end)
    #expect(try player.exits().isEmpty)
  }

  @Test("BX3 without the mode audio Player falls silent behind the screen, and goes on where it was without a burst")
  func withoutMode() throws {
    let bundle = try SampleApp.make("player") { $0["UIBackgroundModes"] = nil }
    let test = try TestDevice(apps: [bundle])
    let player = test.device.app("com.example.player")
    try test.device.open(url: "player:play")
    try eventually("it plays") { played(test, player) > 0.2 }
    try test.device.home()
    #expect(try player.state == .suspended)
    let (end, began) = (played(test, player), clock.now)
    // A wrong player would make up for this time in a burst.
    try eventually("two seconds have gone by") { clock.now - began > .seconds(2) }
    #expect(played(test, player) == end)
    let returned = clock.now
    try player.activate()
    try eventually("it plays again") { played(test, player) > end + 0.3 }
    #expect(played(test, player) - end < (clock.now - returned) / .seconds(1) + 0.3)
  }
}
