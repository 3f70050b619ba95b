// The client's end of a Unix stream socket: whole messages, with a deadline by poll(2).
import Glibc

/// A moment on CLOCK_MONOTONIC, or never.
struct Deadline {
  private let nanoseconds: Int64?

  init(after timeout: Duration?) {
    nanoseconds = timeout.map { Self.now + max(0, $0.nanoseconds) }
  }

  /// The timeout as poll(2) takes it: milliseconds, rounded up so that it does not return early, -1 for never.
  var pollTimeout: Int32 {
    guard let nanoseconds else { return -1 }
    return Int32(clamping: max(0, nanoseconds - Self.now + 999_999) / 1_000_000)
  }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

extension Duration {
  /// Centuries are enough for a timeout, so a longer one is cut off instead of overflowing.
  fileprivate var nanoseconds: Int64 {
    let seconds = min(components.seconds, 1 << 32)
    return seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}

final class ClientSocket {
  /// Replies have no limit in the protocol; this one keeps a broken service from eating the client's memory.
  private static let messageLimit = 64 << 20

  let fileDescriptor: Int32
  private let path: String
  private var received: [UInt8] = []

  init(path: String, deadline: Deadline) throws(ClientError) {
    var address = sockaddr_un()
    guard !path.isEmpty, path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw .pathTooLong(path: path)
    }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }

    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .unreachable(path: path, errno: errno) }
    self.fileDescriptor = descriptor
    self.path = path

    // connect(2) waits while the service's queue is full, for as long as SO_SNDTIMEO says: unix(7).
    let milliseconds = deadline.pollTimeout
    if milliseconds >= 0 {
      let bound = max(1, milliseconds)
      var time = timeval(tv_sec: Int(bound) / 1000, tv_usec: Int(bound) % 1000 * 1000)
      setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let reason = errno
      throw reason == EAGAIN ? .timedOut(path: path, waitingFor: "connect") : .unreachable(path: path, errno: reason)
    }
  }

  deinit { close(fileDescriptor) }

  /// False when the deadline passed first.
  func write(_ bytes: [UInt8], _ deadline: Deadline) throws(ClientError) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        send(fileDescriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        guard try wait(for: Int16(POLLOUT), deadline) else { return false }
      } else if errno != EINTR {
        throw .disconnected(path: path)
      }
    }
    return true
  }

  /// The next message without its NUL; nil when the deadline passed first.
  func readMessage(_ deadline: Deadline) throws(ClientError) -> [UInt8]? {
    var searched = 0
    while true {
      if let end = received[searched...].firstIndex(of: 0) {
        let message = Array(received[..<end])
        received.removeSubrange(...end)
        return message
      }
      searched = received.count
      guard searched <= Self.messageLimit else { throw .malformed(path: path) }
      guard try wait(for: Int16(POLLIN), deadline) else { return nil }
      try readSome()
    }
  }

  private func readSome() throws(ClientError) {
    let chunk = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
      repeat {
        count = recv(fileDescriptor, buffer.baseAddress, buffer.count, 0)
      } while count < 0 && errno == EINTR
      count = max(0, count)
    }
    guard !chunk.isEmpty else { throw .disconnected(path: path) }
    received.append(contentsOf: chunk)
  }

  private func wait(for events: Int16, _ deadline: Deadline) throws(ClientError) -> Bool {
    while true {
      var entry = pollfd(fd: fileDescriptor, events: events, revents: 0)
      let count = poll(&entry, 1, deadline.pollTimeout)
      if count >= 0 { return count > 0 }
      guard errno == EINTR else { throw .disconnected(path: path) }
    }
  }
}
