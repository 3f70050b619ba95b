// supervisor, asked by XML-RPC over its socket, as supervisorctl asks it.
import Foundation

final class SupervisorPeer: Peer {
  static let name = "supervisor"
  static var absence: String? { installed("supervisord") == nil ? "apt-get install supervisor" : nil }

  let services: [Service]
  private let folder: String
  private let daemon: Spawned
  private var socket: String { folder + "/socket" }

  init(_ stage: Stage, services count: Int) throws {
    services = try stage.services(of: "supervisor\(count)", count: count)
    folder = (services[0].folder as NSString).deletingLastPathComponent
    let programs = services.map { service in
      """
      [program:\(service.name)]
      command=\(service.program)
      directory=\(service.folder)
      autostart=false
      autorestart=true
      startsecs=0

      """
    }
    try """
    [supervisord]
    logfile=\(folder)/log
    pidfile=\(folder)/pid
    childlogdir=\(folder)
    user=root
    [unix_http_server]
    file=\(folder)/socket
    [supervisorctl]
    serverurl=unix://\(folder)/socket
    [rpcinterface:supervisor]
    supervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface
    \(programs.joined())
    """.write(toFile: folder + "/conf", atomically: false, encoding: .utf8)
    daemon = try Spawned(
      installed("supervisord") ?? "", ["--nodaemon", "--silent", "--configuration", folder + "/conf"],
      environment: ["PATH=/usr/bin:/bin"])
    let socket = folder + "/socket"
    try waitUntil("supervisord") { (try? LocalSocket(socket)) != nil }
  }

  func startCommand(_ service: Service) -> [String] {
    [installed("supervisorctl") ?? "", "--configuration", folder + "/conf", "start", service.name]
  }
  func statusCommand(_ service: Service) -> [String] {
    [installed("supervisorctl") ?? "", "--configuration", folder + "/conf", "status", service.name]
  }

  func start(_ service: Service) throws -> Bool {
    try call("startProcess", service.name)
    return true
  }

  func stop(_ service: Service, _ pid: pid_t) throws { try call("stopProcess", service.name) }

  func ask() throws -> Bool {
    try call("getState")
    return true
  }

  func restart(_ service: Service) throws -> Bool { true }

  var processes: [pid_t] { [daemon.pid] }

  func end() {
    try? call("shutdown")
    try? waitUntil("supervisord's end") { waitpid(daemon.pid, nil, WNOHANG) != 0 }
  }

  private func call(_ method: String, _ name: String? = nil) throws {
    let parameters = name.map { "<param><value><string>\($0)</string></value></param>" } ?? ""
    let body =
      "<?xml version='1.0'?><methodCall><methodName>supervisor.\(method)</methodName>"
      + "<params>\(parameters)</params></methodCall>"
    let connection = try LocalSocket(socket)
    connection.write(
      Array("POST /RPC2 HTTP/1.0\r\nContent-Type: text/xml\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
    let answer = String(decoding: connection.readToEnd(), as: UTF8.self)
    guard !answer.contains("<fault>"), answer.contains("200 OK") else {
      throw BenchError.refused(by: "supervisord", answer: answer)
    }
  }
}
