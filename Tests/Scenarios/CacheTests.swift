// BG3 with a real process: what the system drops when the app has left the screen, as the kernel counts it.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct CacheTests {
  @Test(
    "BG3 caches that said so and purgeable data are gone when the app is suspended, and the kernel has their memory",
    arguments: [true, false])
  func hoard(scenes: Bool) throws {
    let witness = try Witness(scenes: scenes)
    try witness.app.launch("hoard=64")
    let pid = try #require(try witness.app.pid)
    let before = try Self.resident(pid)
    #expect(before > 64 << 20)
    try witness.test.device.home()
    #expect(try witness.app.state == .suspended)
    // Half of it is in pieces of the cache and half in purgeable data; the objects that hold the pieces stay.
    #expect(try Self.resident(pid) < before - (48 << 20))
    try witness.app.activate()
    let call = scenes ? "sceneWillEnterForeground" : "willEnterForeground"
    #expect(witness.testimony.contains { $0.hasPrefix(call) && $0.hasSuffix("cache=empty purgeable=empty") })
  }

  /// In bytes, as proc(5) has it.
  private static func resident(_ pid: Int32) throws -> Int {
    let line = try #require(KernelView.status("VmRSS", of: pid))
    return try #require(line.split(separator: " ").first.flatMap { Int($0) }) * 1024
  }
}
