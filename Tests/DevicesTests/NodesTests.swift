// The kernel's own sources: device nodes that come and go, displays, and the clock being set.
import Foundation
import Glibc
import LifecycleModel
import Systemd
import TestFolders
import Testing

@testable import Devices
@testable import Settings

@MainActor
@Suite(.serialized)
struct NodeSourceTests {
  private let rig: DeviceRig
  init() throws { rig = try DeviceRig() }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(rig.folder.path)/\(name)")
  }

  private func accessory(_ name: String, _ isConnected: Bool) -> DeviceSourceEvent {
    .fact(.accessory(name: name, isConnected: isConnected))
  }

  @Test("NQ2 what is plugged in at the start is told before anything else can happen, and then what comes and goes")
  func accessories() throws {
    try rig.folder.write("dev/by-id/usb-Acme_Reader", "")
    try rig.folder.write("dev/by-id/pci-internal", "")
    rig.start([.accessories])
    #expect(rig.events == [accessory("usb-Acme_Reader", true)])
    try rig.folder.write("dev/by-id/usb-Bolt_Scale", "")
    #expect(try rig.next(2).last == accessory("usb-Bolt_Scale", true))
    try remove("dev/by-id/usb-Acme_Reader")
    #expect(try rig.next() == [accessory("usb-Acme_Reader", false)])
    try rig.folder.write("dev/by-id/pci-other", "")
    try rig.settle()
    #expect(rig.events == [], "a name that does not match is none")
  }

  @Test("NQ2 folders that are not there yet, go and come again are watched all the same")
  func folders() throws {
    rig.start([.accessories])
    #expect(rig.events == [])
    for _ in 1...2 {
      try rig.folder.write("dev/by-id/usb-a", "")
      #expect(try rig.next() == [accessory("usb-a", true)])
      try remove("dev")
      #expect(try rig.next() == [accessory("usb-a", false)])
    }
    let moved = "\(rig.folder.path)/elsewhere"
    try rig.folder.write("dev/by-id/usb-a", "")
    #expect(try rig.next() == [accessory("usb-a", true)])
    try FileManager.default.moveItem(atPath: "\(rig.folder.path)/dev", toPath: moved)
    #expect(try rig.next() == [accessory("usb-a", false)])
    try rig.folder.write("dev/by-id/usb-b", "")
    #expect(try rig.next() == [accessory("usb-b", true)])
  }

  @Test("NQ2 a storm of nodes is as many events as there are in the end, and the loop sleeps after it")
  func storm() throws {
    rig.start([.accessories])
    try rig.folder.write("dev/by-id/usb-a", "")
    #expect(try rig.next() == [accessory("usb-a", true)])
    let paths = (0..<7).map { "\(rig.folder.path)/dev/by-id/usb-\($0)" }
    for round in 0..<9_000 {
      let path = paths[round % paths.count]
      close(open(path, O_CREAT | O_WRONLY, 0o600))
      unlink(path)
    }
    try rig.folder.write("dev/by-id/usb-z", "")
    #expect(try rig.next() == [accessory("usb-z", true)], "inotify(7) holds 16384 events, and loses what comes then")
    try rig.settle()
    #expect(rig.events == [])
  }

  @Test("NQ2 a folder that cannot be watched is said, and ends nothing")
  func unwatchable() throws {
    try rig.folder.write("dev", "a file where a folder should be")
    rig.start([.accessories])
    #expect(rig.events == [])
    try remove("dev")
    try rig.folder.write("dev/by-id/usb-a", "")
    #expect(try rig.next() == [accessory("usb-a", true)])
  }

  @Test("NQ2 displays that are connected at the start are told by their connectors, the built-in one is none")
  func displays() throws {
    try rig.folder.write("drm/card0-HDMI-A-1/status", "connected\n")
    try rig.folder.write("drm/card0-DP-1/status", "disconnected\n")
    try rig.folder.write("drm/card0-eDP-1/status", "connected\n")
    try rig.folder.write("drm/card0-DP-2/other", "no status\n")
    try rig.folder.write("drm/version", "drm 1.1.0\n")
    rig.start([.displays])
    #expect(rig.events == [.fact(.display(name: "HDMI-A-1", isConnected: true))])
  }

  @Test("NQ2 displays that come and go are seen when they are looked for")
  func displayChanges() throws {
    let loop = try EventLoop()
    var events: [DeviceSourceEvent] = []
    try rig.folder.write("drm/card1-DP-1/status", "connected\n")
    let source = try DisplaySource("\(rig.folder.path)/drm", on: loop, settling: .milliseconds(1), log: rig.log.logger)
    { events.append($0) }
    source.look()
    try rig.folder.write("drm/card1-DP-1/status", "disconnected\n")
    try rig.folder.write("drm/card1-DP-3/status", "connected\n")
    source.look()
    source.look()
    #expect(
      events == [
        .fact(.display(name: "DP-1", isConnected: true)), .fact(.display(name: "DP-1", isConnected: false)),
        .fact(.display(name: "DP-3", isConnected: true)),
      ])
  }

  @Test("NQ2 the clock being set is told by how much, drift and sleep are not")
  func clock() throws {
    let loop = try EventLoop()
    var events: [DeviceSourceEvent] = []
    var now: (real: Int64, boot: Int64) = (1_000_000_000_000, 5_000_000_000)
    // A pipe becomes readable as the timer does.
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (timer, setter) = (ends[0], ends[1])
    defer { close(setter) }
    let clocks = ClockSource.Clocks(
      now: { now },
      wasSet: { timer in
        var byte: UInt8 = 0
        return read(timer, &byte, 1) == 1
      })
    let source = try ClockSource(timer: timer, clocks: clocks, on: loop) { events.append($0) }
    func jump(_ real: Double, _ boot: Double) throws {
      now = (now.real + Int64(real * 1e9), now.boot + Int64(boot * 1e9))
      write(setter, "x", 1)
      while try loop.runOnce(timeout: .milliseconds(20)) {}
    }
    try jump(3610, 10)
    try jump(-90, 10)
    try jump(8 * 3600, 8 * 3600)
    try jump(10.3, 10)
    #expect(events == [.fact(.time(.jump(seconds: 3600))), .fact(.time(.jump(seconds: -100)))])
    withExtendedLifetime(source) {}
  }

  @Test("NQ2 the kernel's timer waits for the clock being set, and for nothing else")
  func machineClock() throws {
    rig.start([.clock])
    try rig.settle()
    #expect(rig.events == [] && rig.log.all == [])
    let timer = try ClockSource.makeTimer()
    defer { close(timer) }
    var expirations: UInt64 = 0
    #expect(read(timer, &expirations, 8) == -1 && errno == EAGAIN)
  }
}
