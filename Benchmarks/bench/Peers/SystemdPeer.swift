// systemd as the first process, asked by its own bus connection, as systemctl asks it.
import CBus
import Foundation

final class SystemdPeer: Peer {
  static let name = "systemd"
  static var absence: String? {
    let first = try? String(contentsOfFile: "/proc/1/comm", encoding: .utf8)
    return first == "systemd\n" ? nil : "it is not the first process here; as root, in a container, it is"
  }

  let services: [Service]
  private var bus: OpaquePointer?

  init(_ stage: Stage, services count: Int) throws {
    services = try stage.services(of: "systemd\(count)", count: count).map {
      Service(name: "roost-bench-\($0.name).service", folder: $0.folder, program: $0.program)
    }
    for service in services {
      // The start limit is for services that fail; here one is killed to see how soon it is back.
      try """
      [Unit]
      StartLimitIntervalSec=0
      [Service]
      WorkingDirectory=\(service.folder)
      ExecStart=\(service.program)
      Restart=always
      RestartSec=0

      """.write(toFile: "/run/systemd/system/\(service.name)", atomically: false, encoding: .utf8)
    }
    try check(sd_bus_new(&bus), "make a connection")
    // systemctl takes this one as root: without dbus-daemon in between.
    try check(sd_bus_set_address(bus, "unix:path=/run/systemd/private"), "set the address")
    try check(sd_bus_start(bus), "connect to systemd")
    try call("Reload")
  }

  func startCommand(_ service: Service) -> [String] { ["/usr/bin/systemctl", "start", service.name] }
  func statusCommand(_ service: Service) -> [String] { ["/usr/bin/systemctl", "is-active", service.name] }

  func start(_ service: Service) throws -> Bool {
    try call("StartUnit", service.name, "replace")
    return true
  }

  func stop(_ service: Service, _ pid: pid_t) throws { try call("StopUnit", service.name, "replace") }

  func ask() throws -> Bool {
    try call("GetUnit", "init.scope")
    return true
  }

  func restart(_ service: Service) throws -> Bool { true }

  var processes: [pid_t] { [1] }

  func end() {
    for service in services {
      try? call("StopUnit", service.name, "replace")
      try? FileManager.default.removeItem(atPath: "/run/systemd/system/\(service.name)")
    }
    try? call("Reload")
    sd_bus_unref(bus)
    bus = nil
  }

  private func call(_ method: String, _ arguments: String...) throws {
    var message: OpaquePointer?
    try check(
      sd_bus_message_new_method_call(
        bus, &message, "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager",
        method), "make a call")
    defer { sd_bus_message_unref(message) }
    for argument in arguments {
      try argument.withCString { try check(sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), $0), method) }
    }
    var reply: OpaquePointer?
    try check(sd_bus_call(bus, message, 0, nil, &reply), method)
    sd_bus_message_unref(reply)
  }

  private func check(_ result: CInt, _ action: String) throws {
    if result < 0 { throw BenchError.system(action: "\(action) (systemd)", errno: -result) }
  }
}
