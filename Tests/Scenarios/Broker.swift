// A broker of a test's own: a real mosquitto on a loopback port that nobody else uses, and what others publish on it.
import Foundation
import RoostTesting

/// Its last reference ends it. Its stored messages are in a folder that goes with it, and outlive `stop()`.
final class Broker {
  static let device = "test-device"

  let port: Int
  /// Its files, and room for a test's.
  let directory: String
  private var program: Program?

  /// - Parameter settings: lines of its mosquitto.conf(5) beside the port and where it keeps things.
  init(isRunning: Bool = true, settings: (_ directory: String) -> String = { _ in "allow_anonymous true" }) throws {
    directory = "/tmp/roost-test-broker-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    port = try freePort()
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    // As root it would become the user mosquitto, who may not write here.
    try """
    listener \(port) 127.0.0.1
    user root
    persistence true
    persistence_location \(directory)/
    \(settings(directory))

    """.write(toFile: directory + "/mosquitto.conf", atomically: false, encoding: .utf8)
    if isRunning { try start() }
  }

  deinit {
    program = nil
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Lines for `[push]`.
  var configuration: String { "mqtt-broker = \"mqtt://127.0.0.1:\(port)\"\ndevice = \"\(Self.device)\"" }

  /// Returns when it takes connections.
  func start() throws {
    let started = try Program(
      "/usr/sbin/mosquitto", ["-c", directory + "/mosquitto.conf"], output: directory + "/log",
      errors: directory + "/log")
    program = started
    try eventually("mosquitto serves: \(said)") {
      guard started.exitStatus == nil else { throw Unexpected("mosquitto ended: \(said)") }
      return canConnect(to: port)
    }
  }

  /// It writes what it keeps before it ends.
  func stop() {
    program?.signal(SIGTERM)
    program?.wait()
    program = nil
  }

  /// `authority.crt`, which has signed `broker.crt` for localhost, and `stranger.crt`, which has not.
  func makeCertificates() throws {
    let script = """
      set -e
      cd \(directory)
      for name in authority stranger; do
        openssl req -x509 -newkey rsa:2048 -nodes -keyout $name.key -out $name.crt -subj /CN=$name -days 2
      done
      openssl req -newkey rsa:2048 -nodes -keyout broker.key -out broker.csr -subj /CN=localhost
      echo subjectAltName=DNS:localhost >names
      openssl x509 -req -in broker.csr -CA authority.crt -CAkey authority.key -CAcreateserial -extfile names \\
        -out broker.crt -days 2
      """
    let log = directory + "/certificates"
    let shell = try Program("/bin/sh", ["-c", script], output: log, errors: log)
    guard shell.wait() == 0 else { throw Unexpected((try? String(contentsOfFile: log, encoding: .utf8)) ?? "") }
  }

  private var said: String { (try? String(contentsOfFile: directory + "/log", encoding: .utf8)) ?? "" }

  /// Returns when the broker has it, as QoS 1 is acknowledged.
  func publish(_ payload: String, for app: String, options: [String] = []) throws {
    try publish(["-t", "roost/\(Self.device)/push/\(app)", "-m", payload] + options)
  }

  /// - Parameter arguments: of mosquitto_pub(1).
  func publish(_ arguments: [String]) throws {
    let log = directory + "/published"
    let publisher = try Program(
      "/usr/bin/mosquitto_pub", ["-h", "127.0.0.1", "-p", "\(port)", "-q", "1"] + arguments, output: log, errors: log)
    guard publisher.wait() == 0 else {
      throw Unexpected("mosquitto_pub failed: \((try? String(contentsOfFile: log, encoding: .utf8)) ?? "")")
    }
  }
}

/// Something that listens where a broker should, and answers what it is told instead: a few lines of Python.
final class FalseBroker {
  let port: Int
  private let program: Program
  private let output = "/tmp/roost-test-false-broker-\(getpid())-\(UInt32.random(in: 0 ... .max))"

  /// - Parameter answer: in hexadecimal, sent to each that connects and says something.
  init(answering answer: String, hangsUp: Bool) throws {
    program = try Program(
      "/usr/bin/env",
      [
        "python3", "-c",
        """
        import socket, sys
        server = socket.socket()
        server.bind(("127.0.0.1", 0))
        server.listen()
        print(server.getsockname()[1], flush=True)
        connections = []
        while True:
          connection = server.accept()[0]
          connection.recv(1024)
          connection.sendall(bytes.fromhex(sys.argv[1]))
          if sys.argv[2] == "true":
            connection.shutdown(socket.SHUT_WR)
          connections.append(connection)
        """, answer, "\(hangsUp)",
      ], output: output, errors: output)
    var port: Int?
    try eventually("it listens") { [output] in
      let line = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
      port = line.hasSuffix("\n") ? Int(line.dropLast()) : nil
      return port != nil
    }
    self.port = port ?? 0
  }

  deinit { try? FileManager.default.removeItem(atPath: output) }
}

/// A port of the loopback interface that nobody listens on.
private func freePort() throws -> Int {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = loopback(port: 0)
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let isBound = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
    }
  }
  guard isBound else { throw Unexpected("no free port: \(String(cString: strerror(errno)))") }
  return Int(UInt16(bigEndian: address.sin_port))
}

private func canConnect(to port: Int) -> Bool {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = loopback(port: port)
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
}

private func loopback(port: Int) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = UInt16(port).bigEndian
  address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
  return address
}
