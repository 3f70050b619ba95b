// A connection to a socket in the file system.
import Glibc

/// Closed with its last reference.
final class LocalSocket {
  private let descriptor: CInt

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw BenchError.system(action: "connect to \(path)", errno: errno) }
  }

  deinit { close(descriptor) }

  func write(_ bytes: [UInt8]) { _ = Glibc.write(descriptor, bytes, bytes.count) }

  /// Exactly so many bytes.
  func read(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var size = 0
    while size < count {
      let more = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + size, count - size) }
      guard more > 0 else { throw BenchError.system(action: "read an answer", errno: errno) }
      size += more
    }
    return bytes
  }

  /// What comes until a NUL byte, which ends it.
  func readMessage() throws -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    repeat {
      let more = Glibc.read(descriptor, &chunk, chunk.count)
      guard more > 0 else { throw BenchError.system(action: "read an answer", errno: errno) }
      bytes += chunk[..<more]
    } while bytes.last != 0
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  /// All that comes until the other side closes.
  func readToEnd() -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let more = Glibc.read(descriptor, &chunk, chunk.count)
      guard more > 0 else { return bytes }
      bytes += chunk[..<more]
    }
  }
}
