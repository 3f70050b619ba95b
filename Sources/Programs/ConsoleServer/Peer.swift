// A page's end of a TCP connection: reading and writing with deadlines, so that a page that stalls costs its connection.
import Glibc

final class Peer: Sendable {
  /// Seconds in which a page has to take what it is sent.
  static let patience = 10
  private let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    // A process that is started meanwhile would keep the connection open after ``abort()``, and the page would never
    // hear of its end. Swift's module of the C library leaves accept4(2) out.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var on: Int32 = 1
    // A touch is a small message that must not wait for the next (tcp(7)).
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit { close(descriptor) }

  /// Some bytes; nil when there are no more, or `milliseconds` have passed (-1: never).
  func read(within milliseconds: Int32) -> [UInt8]? {
    guard wait(for: POLLIN, milliseconds) else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: 16 << 10) { buffer, count in
      repeat { count = recv(descriptor, buffer.baseAddress, buffer.count, 0) } while count < 0 && errno == EINTR
      count = max(0, count)
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// False when the page has gone, or has not taken it all in ``patience``.
  func write(_ bytes: [UInt8]) -> Bool {
    let end = Self.now + Self.patience * 1000
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        guard wait(for: POLLOUT, Int32(max(0, end - Self.now))) else { return false }
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Ends what another thread reads or writes.
  func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// As ``end()``, and throws away what is on its way: the kernel would keep it for a page that does not read (socket(7),
  /// SO_LINGER).
  func abort() {
    var atOnce = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
    end()
  }

  private func wait(for events: Int32, _ milliseconds: Int32) -> Bool {
    let end = Self.now + Int(milliseconds)
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      let count = poll(&entry, 1, milliseconds < 0 ? -1 : Int32(max(0, end - Self.now)))
      if count >= 0 { return count > 0 }
      guard errno == EINTR else { return false }
    }
  }

  /// Milliseconds of CLOCK_MONOTONIC.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
