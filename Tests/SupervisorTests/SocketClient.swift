// A client of a supervisor in the same process: the test turns the loop while it waits for replies.
import Glibc
import Testing

@testable import Supervisor
@testable import Systemd
@testable import VarlinkServer

@MainActor struct SocketClient {
  private let server: ControlServer
  private let descriptor: CInt

  init(of server: ControlServer) throws {
    self.server = server
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let client = descriptor
    try #require(withAddress(server.path) { connect(client, $0, $1) } == 0)
  }

  func close() { Glibc.close(descriptor) }

  /// - Parameter method: without `org.roost.`.
  static func call(_ method: String, _ parameters: String = "{}") -> String {
    #"{"method":"org.roost.\#(method)","parameters":\#(parameters)}"#
  }

  func say(_ calls: String...) throws {
    var bytes: [UInt8] = []
    for call in calls { bytes += Array(call.utf8) + [0] }
    let written = write(descriptor, bytes, bytes.count)
    try #require(written == bytes.count)
  }

  var isReadable: Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) == 1
  }

  /// The next replies, so many.
  func replies(_ count: Int) throws -> [String] {
    var replies: [UInt8] = []
    try WholeSupervisor.wait(server.supervisor) {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      if isReadable {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return true }
        replies += buffer.prefix(count)
      }
      return replies.count(where: { $0 == 0 }) == count
    }
    return replies.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The reply to a call.
  func ask(_ method: String, _ parameters: String = "{}") throws -> String {
    try say(Self.call(method, parameters))
    return try #require(try replies(1).first)
  }
}
