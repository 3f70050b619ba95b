// runit and s6: a folder and a small supervisor for each service, and a FIFO that takes orders of one byte.
import Foundation

final class RunitPeer: ServiceFolders, Peer {
  static let name = "runit"
  static var absence: String? { installed("runsvdir") == nil ? "apt-get install runit" : nil }
  static let spacing: UInt32 = 1_050_000

  init(_ stage: Stage, services count: Int) throws {
    // runsvdir looks for new folders every five seconds, and at once when it starts.
    try super.init(
      stage, named: "runit", count: count, scanner: [installed("runsvdir") ?? "", "-P"], supervisor: "runsv")
  }

  func startCommand(_ service: Service) -> [String] { [installed("sv") ?? "", "start", service.folder] }
  func statusCommand(_ service: Service) -> [String] { [installed("sv") ?? "", "status", service.folder] }
}

final class S6Peer: ServiceFolders, Peer {
  static let name = "s6"
  static var absence: String? { installed("s6-svscan") == nil ? "apt-get install s6" : nil }
  static let spacing: UInt32 = 1_050_000

  init(_ stage: Stage, services count: Int) throws {
    try super.init(
      stage, named: "s6", count: count, scanner: [installed("s6-svscan") ?? ""], supervisor: "s6-supervise")
  }

  func startCommand(_ service: Service) -> [String] { [installed("s6-svc") ?? "", "-u", service.folder] }
  func statusCommand(_ service: Service) -> [String] { [installed("s6-svstat") ?? "", service.folder] }
}

/// The shape that both have from daemontools.
class ServiceFolders {
  let services: [Service]
  private let scanner: Spawned
  private let supervisor: String
  private var controls: [String: CInt] = [:]

  init(_ stage: Stage, named name: String, count: Int, scanner: [String], supervisor: String) throws {
    services = try stage.services(of: "\(name)\(count)", count: count)
    self.supervisor = supervisor
    for service in services {
      try FileManager.default.linkItem(atPath: service.program, toPath: service.folder + "/run")
      try "".write(toFile: service.folder + "/down", atomically: false, encoding: .utf8)
    }
    let folder = (services[0].folder as NSString).deletingLastPathComponent
    self.scanner = try Spawned(
      scanner[0], scanner.dropFirst() + [folder], environment: ["PATH=/usr/bin:/usr/sbin:/bin"])
    for service in services {
      let control = service.folder + "/supervise/control"
      try waitUntil("\(supervisor) of \(service.name)") {
        let descriptor = open(control, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        if descriptor >= 0 { controls[service.name] = descriptor }
        return descriptor >= 0
      }
    }
  }

  func start(_ service: Service) throws -> Bool { order("u", service) }
  func stop(_ service: Service, _ pid: pid_t) throws { _ = order("d", service) }

  /// A program that asks how a service is reads a file.
  func ask() throws -> Bool { false }
  func restart(_ service: Service) throws -> Bool { true }

  private func order(_ byte: String, _ service: Service) -> Bool {
    write(controls[service.name] ?? -1, byte, 1) == 1
  }

  var processes: [pid_t] { [scanner.pid] + descendants(of: scanner.pid, named: [supervisor]) }

  func end() {
    let supervisors = processes
    for service in services { _ = order("d", service) && order("x", service) }
    for pid in supervisors { kill(pid, SIGTERM) }
    for pid in supervisors.dropFirst() { _ = try? waitUntil("\(pid)'s end") { kill(pid, 0) != 0 } }
    for descriptor in controls.values { close(descriptor) }
    controls = [:]
  }
}
