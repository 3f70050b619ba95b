// dinit as a user's service manager, asked over its control socket (src/includes/control-cmds.h of dinit).
import Foundation

final class DinitPeer: Peer {
  static let name = "dinit"
  static var absence: String? {
    installed("dinit") == nil ? "Debian 12 has none; ROOST_BENCH_PEERS names the folder of one that was built" : nil
  }

  let services: [Service]
  private let folder: String
  private let daemon: Spawned
  private let connection: LocalSocket
  private var handles: [String: [UInt8]] = [:]

  init(_ stage: Stage, services count: Int) throws {
    services = try stage.services(of: "dinit\(count)", count: count)
    folder = (services[0].folder as NSString).deletingLastPathComponent
    let definitions = folder + "/definitions"
    try FileManager.default.createDirectory(atPath: definitions, withIntermediateDirectories: false)
    try "type = internal\n".write(toFile: definitions + "/boot", atomically: false, encoding: .utf8)
    for service in services {
      try """
      type = process
      command = \(service.program)
      working-dir = \(service.folder)
      restart = true
      restart-delay = 0
      restart-limit-count = 0

      """.write(toFile: "\(definitions)/\(service.name)", atomically: false, encoding: .utf8)
    }
    let socket = folder + "/socket"
    // Its console is the table's.
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    daemon = try Spawned(
      installed("dinit") ?? "", ["--user", "--services-dir", definitions, "--socket-path", socket, "--quiet"],
      environment: ["PATH=/usr/bin:/bin", "HOME=\(folder)"], descriptors: [(null, 0), (null, 1), (null, 2)])
    try waitUntil("dinit") { (try? LocalSocket(socket)) != nil }
    connection = try LocalSocket(socket)
    for service in services {
      let name = Array(service.name.utf8)
      // LOADSERVICE: SERVICERECORD, state, handle, target state.
      let record = try ask([2, UInt8(name.count), 0] + name, answerSize: 7)
      guard record[0] == 59 else { throw BenchError.refused(by: "dinit", answer: "\(record)") }
      handles[service.name] = Array(record[2..<6])
    }
  }

  func startCommand(_ service: Service) -> [String] { command("start", service) }
  func statusCommand(_ service: Service) -> [String] { command("is-started", service) }

  private func command(_ verb: String, _ service: Service) -> [String] {
    [installed("dinitctl") ?? "", "--socket-path", folder + "/socket", "--quiet", verb, service.name]
  }

  func start(_ service: Service) throws -> Bool {
    _ = try ask([3, 0] + (handles[service.name] ?? []), answerSize: 1)
    return true
  }

  func stop(_ service: Service, _ pid: pid_t) throws {
    _ = try ask([4, 0] + (handles[service.name] ?? []), answerSize: 1)
  }

  func ask() throws -> Bool {
    _ = try ask([0], answerSize: 5)
    return true
  }

  func restart(_ service: Service) throws -> Bool { true }

  var processes: [pid_t] { [daemon.pid] }

  func end() {
    kill(daemon.pid, SIGTERM)
    try? waitUntil("dinit's end") { waitpid(daemon.pid, nil, WNOHANG) != 0 }
  }

  /// The first byte of a packet that nobody asked for is 100 or more, its second the size of all.
  private func ask(_ request: [UInt8], answerSize: Int) throws -> [UInt8] {
    connection.write(request)
    while true {
      let kind = try connection.read(1)
      if kind[0] < 100 { return try kind + connection.read(answerSize - 1) }
      let size = try connection.read(1)
      _ = try connection.read(Int(size[0]) - 2)
    }
  }
}
