// The apps that `roostctl new` makes without a compiler live a whole life as they are.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct NewAppTests {
  @Test(
    "An app that roostctl new has made is launched, suspended, resumed and ended", arguments: ["--python", "--shell"])
  func life(kind: String) throws {
    let folder = "/tmp/roost-test-new-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let made = try Program(
      Programs.roostctl, ["new", "Counter", kind, "-o", folder], output: folder + "/said", errors: folder + "/errors")
    try #require(made.wait() == 0)
    let test = try TestDevice(apps: [folder + "/Counter.app"])
    let app = test.device.app("com.example.counter")
    try app.launch()
    #expect(try app.state == .active)
    try test.device.home()
    try test.wait(for: .suspended, of: app)
    try app.launch()
    #expect(try app.state == .active)
    #expect(try app.quit()?.reason == "force-quit")
  }
}
