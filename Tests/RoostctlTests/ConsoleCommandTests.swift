// The console as a command: its address, its end, and what it says where it cannot be.
import FakeDaemon
import Foundation
import Glibc
import Testing

struct ConsoleCommandTests {
  private static let version = [
    "org.roost.Daemon.GetVersion": #"{"parameters":{"version":"1","protocolVersion":1,"pid":1}}"#
  ]

  @Test("the console prints an address of this machine, and serves its page and all files of it there")
  func served() throws {
    let scratch = try ScratchDirectory()
    let daemon = try FakeDaemon(at: scratch.path + "/control", Self.version)
    defer { daemon.stop() }
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "roostctl")
    process.arguments = ["console", "--json", "--socket", daemon.socket]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    // A thread of a test may have blocked all other signals, and a child inherits that (execve(2)).
    defer {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    let line = output.fileHandleForReading.availableData
    let address = try #require((try JSONSerialization.jsonObject(with: line) as? [String: String])?["address"])
    let url = try #require(URLComponents(string: address))
    let port = try #require(url.port)
    #expect(url.host == "127.0.0.1" && url.path.count == 34)
    let page = try get(url.path, port: port)
    #expect(page.hasPrefix("HTTP/1.1 200 ") && page.contains("<title>Roost console</title>"))
    for file in page.split(separator: "\"").filter({ $0.hasSuffix(".js") || $0.hasSuffix(".css") }) {
      #expect(try get(url.path + file, port: port).hasPrefix("HTTP/1.1 200 "), "\(file)")
    }
  }

  @Test("a port that is taken is refused, with the next step")
  func taken() throws {
    let scratch = try ScratchDirectory()
    let daemon = try FakeDaemon(at: scratch.path + "/control", Self.version)
    defer { daemon.stop() }
    let (listener, port) = try bound()
    defer { close(listener) }
    let run = try Roostctl("console", "--port", "\(port)", "--socket", daemon.socket)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.contains("unable to listen on 127.0.0.1:\(port)") && run.errors.contains("--port"))
  }

  @Test(
    "a name, a relative path and a path with a port are no places to listen on",
    arguments: ["localhost", "unix:console", "unix:/nonexistent/console"])
  func noPlace(_ place: String) throws {
    let scratch = try ScratchDirectory()
    let daemon = try FakeDaemon(at: scratch.path + "/control", Self.version)
    defer { daemon.stop() }
    let run = try Roostctl("console", "--socket", daemon.socket, "--listen", place, "--port", "1")
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains("unable to listen on \(place): it is neither a numeric address"))
  }

  @Test("a folder that is not there is no place for a socket, with the next step")
  func noFolder() throws {
    let scratch = try ScratchDirectory()
    let daemon = try FakeDaemon(at: scratch.path + "/control", Self.version)
    defer { daemon.stop() }
    let run = try Roostctl("console", "--socket", daemon.socket, "--listen", "unix:/nonexistent/console")
    #expect(run.status == 1 && run.errors.contains("name another path with --listen"))
  }

  @Test("without a daemon there is no console")
  func noDaemon() throws {
    let run = try Roostctl("console", "--socket", "/nonexistent/control")
    #expect(run.status == 3 && run.errors.contains("no daemon answers"))
  }

  // MARK: TCP

  private func bound() throws -> (Int32, UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var name = address(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 1) == 0 ? getsockname(descriptor, $0, &length) : -1
      }
    }
    guard status == 0 else { throw POSIXError(.EADDRINUSE) }
    return (descriptor, UInt16(bigEndian: name.sin_port))
  }

  private func get(_ path: String, port: Int) throws -> String {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var name = address(UInt16(port))
    let status = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw POSIXError(.ECONNREFUSED) }
    let request = Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n".utf8)
    guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      throw POSIXError(.EPIPE)
    }
    return String(decoding: FileHandle(fileDescriptor: descriptor).readDataToEndOfFile(), as: UTF8.self)
  }

  private func address(_ port: UInt16) -> sockaddr_in {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return name
  }
}
