// The kernel's own sources of device events when the kernel refuses.
import FailingCalls
import LifecycleModel
import Linux
import TestFolders
import Testing

@testable import Devices
@testable import Settings

@MainActor @Suite(.timeLimit(.minutes(40))) struct DevicesFailingCallsTests {
  /// A line that the daemon has logged.
  private struct Said: Error, CustomStringConvertible { let description: String }

  @Test("NQ2 a source is followed, or the log says why not and the others go on, whichever system call fails")
  func sources() async throws {
    @MainActor func start() throws -> DeviceRig {
      let rig = try DeviceRig()
      try rig.folder.write("dev/by-id/usb-a", "")
      try rig.folder.write("net/route", NetworkSourceTests.route("eth0"))
      try rig.folder.write("class/eth0/operstate", "up\n")
      try rig.folder.write("class/eth0/uevent", "INTERFACE=eth0\n")
      rig.start([.accessories, .clock, .displays, .network])
      return rig
    }
    let cures = [DeviceSource.accessories, .clock, .displays, .network].map {
      "set \($0.rawValue) = false in [sources]"
    }
    let found: [DeviceSourceEvent] = [.fact(.accessory(name: "usb-a", isConnected: true)), .fact(.network(.wifi))]
    try await eachSystemCallFails(
      expecting: [.inotify_init, .inotify_add_watch, .socket, .bind, .timerfd_create],
      telling: .cure(cures, at: ["unable to follow"]), everywhere: true
    ) { _ in
      ()
    } act: { _ in
      let rig = try start()
      defer { rig.end() }
      if let line = rig.log.all.first { throw Said(description: line) }
      #expect(rig.events == found)
    } check: { _, _, _ in
      let rig = try start()
      defer { rig.end() }
      #expect(rig.log.all == [])
      #expect(rig.events == found)
    }
  }
}
