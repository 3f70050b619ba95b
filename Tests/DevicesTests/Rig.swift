// The sources of a device that is a test's own: its bus, its device nodes, its connectors.
import Foundation
import LifecycleModel
import Logging
import Synchronization
import Systemd
import TestFolders
import Testing

@testable import Devices
@testable import Settings

@MainActor final class DeviceRig {
  let loop: EventLoop
  let folder: TestFolder
  let log = LogLines()
  private(set) var events: [DeviceSourceEvent] = []
  private var sources: DeviceSources?

  init() throws {
    loop = try EventLoop()
    folder = try TestFolder()
  }

  /// - Parameter batteryPatience: nil: the battery is not awaited.
  func start(_ enabled: Set<DeviceSource>, bus: String? = nil, batteryPatience: Duration? = nil) {
    var places = DeviceSources.Places(
      bus: bus, accessoryNodes: ["\(folder.path)/dev/by-id/usb-*"], connectors: "\(folder.path)/drm",
      firstRetry: .milliseconds(50), settling: .milliseconds(10))
    places.network = NetworkSource.Places(routes: "\(folder.path)/net", interfaces: "\(folder.path)/class")
    if let batteryPatience { places.batteryPatience = batteryPatience }
    sources = DeviceSources(on: loop, at: places, log: log.logger) { [unowned self] in events.append($0) }
    sources?.start(enabled, awaitsBattery: batteryPatience != nil)
  }

  func end() { sources = nil }

  func endWaiting() { sources?.endWaiting() }

  func run(until done: () throws -> Bool) throws {
    let deadline = monotonicNow() + 60_000_000_000
    while try !done() {
      try #require(monotonicNow() < deadline, "came so far: \(events), log: \(log.all)")
      try loop.runOnce(timeout: .milliseconds(20))
    }
  }

  /// Runs until so many events have come, and takes them.
  func next(_ count: Int = 1) throws -> [DeviceSourceEvent] {
    try run { events.count >= count }
    defer { events = [] }
    return events
  }

  /// Runs until `line` has been logged.
  func waitForLog(_ line: String) throws { try run { log.all.contains { $0.contains(line) } } }

  /// Lets the loop work off what has come, until it has nothing left to do for a while.
  func settle() throws { while try loop.runOnce(timeout: .milliseconds(100)) {} }
}
