// An impostor that listens where a bus is expected: it says what the test tells it to say, and no more.
import Foundation
import Glibc
import Testing

@testable import Systemd

/// A socket on the test's own loop. The client's words are read and forgotten.
@MainActor final class BusImpostor {
  let address: String
  private let path: String
  private let loop: EventLoop
  private let words: [UInt8]
  private let hangsUp: Bool
  private var source: IOSource?
  private var client: (descriptor: CInt, source: IOSource)?
  private let listener: CInt
  private(set) var bytesReceived = 0

  /// The words of a bus that lets the client in, when the client has said all it has to say (D-Bus specification,
  /// "Authentication Protocol"; sd-bus says it at once). It does not ask for descriptors.
  nonisolated static let welcome = Array("DATA\r\nOK 0123456789abcdef0123456789abcdef\r\n".utf8)

  /// Says `words` to the client when it connects, and then hangs up or keeps silent.
  init(_ words: [UInt8], thenHangsUp hangsUp: Bool = false, on loop: EventLoop) throws {
    path = FileManager.default.temporaryDirectory.appending(path: "roost-\(UUID().uuidString)").path
    address = "unix:path=\(path)"
    self.words = words
    self.hangsUp = hangsUp
    self.loop = loop
    listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let bound = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0 && listen(listener, 1) == 0)
    source = try loop.watch(listener, for: .readable, priority: .idle) { [unowned self] _ in answer() }
  }

  isolated deinit {
    source?.close()
    hangUp()
    close(listener)
    unlink(path)
  }

  private func answer() {
    let descriptor = accept(listener, nil, nil)
    guard descriptor >= 0 else { return }
    // As much as the socket holds.
    let flags = CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)
    _ = words.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
    if hangsUp {
      close(descriptor)
      return
    }
    let source = try? loop.watch(descriptor, for: .readable, priority: .idle) { [unowned self] _ in
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { bytesReceived += count } else { hangUp() }
    }
    if let source { client = (descriptor, source) }
  }

  func hangUp() {
    client?.source.close()
    if let client { close(client.descriptor) }
    client = nil
  }
}
