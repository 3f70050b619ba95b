// The messages that the service manager gets in a daemon's life (sd_notify(3)), read from a socket in its place.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct ServiceManagerTests {
  /// A daemon, and a socket in the place of its service manager's, until `body` ends.
  private func withDaemon(_ body: (Program, _ socket: String, NotifySocket) throws -> Void) throws {
    let folder = "/tmp/roost-test-notify-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let manager = try NotifySocket(folder + "/notify")
    try "[log]\napp-output = \"file\"\n[apps]\nuser = \"\(TestDevice.user)\"\n"
      .write(toFile: folder + "/roostd.toml", atomically: false, encoding: .utf8)
    let daemon = try Program(
      Programs.roostd,
      [
        "--config", folder + "/roostd.toml", "--runtime-dir", folder + "/run", "--state-dir", folder + "/state",
        "--apps", Programs.root + "/build/apps",
      ], output: folder + "/output", errors: folder + "/log",
      environment: ["NOTIFY_SOCKET": folder + "/notify", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder)/no-bus"])
    try manager.wait(for: "READY=1")
    try body(daemon, folder + "/run/control", manager)
    daemon.signal(SIGTERM)
    try manager.wait(for: "STOPPING=1")
    let asked = manager.heard.compactMap { $0.wholeMatch(of: #/EXTEND_TIMEOUT_USEC=([0-9]+)/#).flatMap { Int($0.1) } }
    #expect(asked.first ?? 0 >= 15_000_000, "at least launch, leave and terminate")
    #expect(daemon.wait() == 0)
  }

  @Test("the service manager hears of readiness, states, reloads and the end")
  func life() throws {
    try withDaemon { daemon, socket, manager in
      // At the first try: readiness is no promise.
      let client = try ControlClient(socket: socket)
      try manager.wait(for: "STATUS=no app is running")

      let changes = 40
      let began = Date()
      for _ in 0..<changes {
        _ = try client.call(AppsInterface.Launch(id: "com.example.shellcount"))
        _ = try client.call(DeviceInterface.Home())
      }
      try manager.wait(for: "STATUS=1 app: 1 suspended")
      let tenths = Int(Date().timeIntervalSince(began) * 10)
      let statuses = manager.heard.count { $0.hasPrefix("STATUS=") }
      #expect(statuses <= tenths + 3, "\(changes * 4) changes of state, \(tenths) tenths of a second")

      let before = manager.heard.count
      daemon.signal(SIGHUP)
      try manager.wait(for: "READY=1", from: before)
      let reload = manager.heard.dropFirst(before).filter { !$0.hasPrefix("STATUS=") }
      #expect(reload.count == 2 && reload.first?.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") == true, "\(reload)")
    }
  }

  @Test("While the service manager takes nothing a reexec is refused, and nothing that it is told by then is lost")
  func full() throws {
    try withDaemon { _, socket, manager in
      try manager.fill()
      let client = try ControlClient(socket: socket)
      _ = try client.call(AppsInterface.Launch(id: "com.example.shellcount"))
      do {
        _ = try client.call(DaemonInterface.Reexec())
        Issue.record("it is refused")
      } catch {
        #expect("\(error)".contains("the service manager takes no messages at the moment"), "\(error)")
      }
      // The same daemon, over the same connection.
      _ = try client.call(DaemonInterface.GetVersion())
      try manager.wait("three descriptors of the app") { $0.count { $0.hasPrefix("FDSTORE=1") } == 3 }
      #expect(throws: ControlFailure.self) { try client.call(DaemonInterface.Reexec()) }
      try eventually("it serves again") {
        (try? ControlClient(socket: socket).call(DaemonInterface.GetVersion())) != nil
      }
    }
  }
}

/// A datagram socket where the service manager's would be.
private final class NotifySocket {
  private let descriptor: CInt
  private(set) var heard: [String] = []

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0 else { throw Unexpected("unable to bind \(path)") }
  }

  deinit { close(descriptor) }

  /// Until it takes no more.
  func fill() throws {
    let sender = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(sender) }
    var address = sockaddr_un()
    var size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let sent = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        guard getsockname(descriptor, $0, &size) == 0, connect(sender, $0, size) == 0 else { return false }
        while send(sender, "X_TEST=1", 8, CInt(MSG_DONTWAIT)) == 8 {}
        return errno == EAGAIN
      }
    }
    guard sent else { throw Unexpected("unable to fill the socket: \(errno)") }
  }

  func wait(for text: String, from start: Int = 0) throws {
    try wait(text) { $0.dropFirst(start).contains(text) }
  }

  func wait(_ what: String, until isSo: ([String]) -> Bool) throws {
    try eventually("the service manager hears \(what), after \(heard)") {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while case let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT)), count > 0 {
        heard.append(String(decoding: buffer.prefix(count), as: UTF8.self))
      }
      return isSo(heard)
    }
  }
}
