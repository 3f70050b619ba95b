// BX3, BX5 and LA4 with an app that follows the device: places wake it, launch it, and keep it running where it asks.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct TrackerTests {
  private let test: TestDevice
  private let tracker: AppUnderTest

  init() throws {
    test = try TestDevice(apps: [Programs.app("tracker")])
    tracker = test.device.app("com.example.tracker")
  }

  /// The places it has written down.
  private var places: [String] {
    let text = test.file("Documents/track.csv", of: tracker).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "\n").dropFirst().map { $0.drop { $0 != "," }.dropFirst() }.map(String.init)
  }

  @Test("BX5 a place wakes Tracker where it sleeps, it writes it down, and sleeps again")
  func wakes() throws {
    try tracker.launch()
    try test.device.home()
    try test.wait(for: .suspended, of: tracker)
    let start = test.events.now
    try tracker.move(latitude: 48.137, longitude: 11.575)
    #expect(places == ["48.137,11.575"])
    try test.wait(for: .suspended, of: tracker, from: start)
    #expect(test.events.states(of: tracker.id, from: start) == [.background, .suspended])
    #expect(test.events.callbacks(of: tracker.id, from: start).first == "didUpdateLocations")
    try tracker.move(latitude: -33, longitude: -70.5)
    #expect(places == ["48.137,11.575", "-33.0,-70.5"])
  }

  @Test("BX5, LA4 a place launches Tracker behind the screen, which its launch options say; not after a force-quit")
  func launches() throws {
    try tracker.move(latitude: 1, longitude: 2)
    #expect(places == ["1.0,2.0"])
    #expect(test.output(of: tracker).contains("launched for a place"))
    try test.wait(for: .suspended, of: tracker)
    #expect(!test.events.states(of: tracker.id).contains(.active))
    try tracker.launch()
    try tracker.quit()
    _ = try refusal { try tracker.move(latitude: 3, longitude: 4) }
    #expect(places == ["1.0,2.0"])
  }

  @Test("BX3 while Tracker records it stays awake behind the screen, and sleeps between places when it rests")
  func records() throws {
    try test.device.open(url: "tracker:record")
    try test.device.home()
    #expect(try tracker.state == .background)
    try tracker.move(latitude: 1, longitude: 2)
    #expect(try tracker.state == .background)
    try test.device.open(url: "tracker:rest")
    try test.device.home()
    #expect(try tracker.state == .suspended)
    #expect(places == ["1.0,2.0"])
  }
}
