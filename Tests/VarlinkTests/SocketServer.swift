// A service on a Unix socket with a thread of its own, which answers one connection after another as it is told.
import Foundation
import Varlink

final class SocketServer: Sendable {
  let path: String
  private let listener: Int32
  private let isDone = DispatchSemaphore(value: 0)

  /// `answer` gives the bytes for each call; nil closes the connection.
  init(answer: @escaping @Sendable (inout ServerConnection, Call) -> [UInt8]?) throws {
    let directory = NSTemporaryDirectory() + "varlink-" + UUID().uuidString.prefix(8)
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    path = directory + "/socket"
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(listener, 8) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    Thread.detachNewThread { [self] in serve(answer) }
  }

  private func serve(_ answer: (inout ServerConnection, Call) -> [UInt8]?) {
    while true {
      let client = accept(listener, nil, nil)
      guard client >= 0 else { break }
      // A process that another test starts would keep the connection open.
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      converse(client, answer)
      close(client)
    }
    isDone.signal()
  }

  private func converse(_ client: Int32, _ answer: (inout ServerConnection, Call) -> [UInt8]?) {
    var connection = ServerConnection()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(client, &buffer, buffer.count)
      guard count > 0, (try? connection.receive(buffer[..<count])) != nil else { return }
      while let call = connection.nextCall() {
        guard let bytes = answer(&connection, call) else { return }
        _ = bytes.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if connection.currentCall != nil { break }
      }
    }
  }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    isDone.wait()
    close(listener)
    try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
  }
}
