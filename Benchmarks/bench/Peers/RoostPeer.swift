// Roost, as it comes: with the sandbox, a user for each app if it is root, the log and, where there are any, cgroups.
import ControlAPI
import Foundation
import RoostTesting

final class RoostPeer: Peer {
  static let name = "Roost"
  static let absence: String? = nil

  let services: [Service]
  private let stage: Stage
  private let daemon: PrivateDaemon
  private let connection: LocalSocket

  init(_ stage: Stage, services count: Int) throws {
    self.stage = stage
    // A program that knows nothing of Roost, as those of the others do not know them.
    let bundles = try (0..<count).map { number in
      try stage.bundle(
        "stay", id: Self.id(number, of: count), more: ["RoostProgram": [String: String]()])
    }
    daemon = try stage.daemon(bundles, inSandbox: true)
    connection = try LocalSocket(daemon.socket)
    let client = try ControlClient(socket: daemon.socket)
    let containers = daemon.stateDirectory + "/containers"
    services = (0..<count).map { number in
      let id = Self.id(number, of: count)
      return Service(name: id, folder: "\(containers)/\(id)", program: stage.program("stay"))
    }
    // A container is there from the first launch on. Without its FIFO the program ends at once.
    for service in services {
      _ = try client.call(AppsInterface.Launch(id: service.name, wait: false))
      try client.wait(for: service.name, toBe: .notRunning)
      try stage.addArrivals(to: service.folder)
    }
  }

  func startCommand(_ service: Service) -> [String] {
    [stage.roostctl, "launch", service.name, "--socket", daemon.socket]
  }
  func statusCommand(_ service: Service) -> [String] {
    [stage.roostctl, "status", service.name, "--socket", daemon.socket]
  }

  func start(_ service: Service) throws -> Bool {
    _ = try call("Apps.Launch", #"{"id":"\#(service.name)","wait":false}"#)
    return true
  }

  func stop(_ service: Service, _ pid: pid_t) throws { _ = try call("Apps.Terminate", #"{"id":"\#(service.name)"}"#) }

  func ask() throws -> Bool {
    _ = try call("Daemon.GetVersion", "{}")
    return true
  }

  func restart(_ service: Service) throws -> Bool {
    // As on iOS, an app that crashed is gone until somebody launches it.
    while !(try call("Apps.Status", #"{"id":"\#(service.name)"}"#)).contains(#""state":"notRunning""#) { usleep(100) }
    return try start(service)
  }

  /// In bytes that are put together by hand, as those of the others are.
  private func call(_ method: String, _ parameters: String) throws -> String {
    connection.write(Array(#"{"method":"org.roost.\#(method)","parameters":\#(parameters)}"#.utf8) + [0])
    return try connection.readMessage()
  }

  private static func id(_ number: Int, of count: Int) -> String {
    "org.roost.bench.stay\(count)x\(number)"
  }

  var processes: [pid_t] { [daemon.pid] }
  func end() { daemon.stop() }
}
