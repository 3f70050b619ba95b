// A socket in systemd's place, to test what the service manager is told.
import Glibc
import Testing

/// A socket in systemd's place. It hears this process alone: daemons and helper programs that other tests start at the
/// moment inherit NOTIFY_SOCKET and write to it as well.
final class Listener {
  let path = "/tmp/roost-notify-\(getpid())"
  private let receiver = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)

  init() throws {
    try #require(receiver >= 0)
    unlink(path)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { [path] in $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) { [receiver] in
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(receiver, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    var isOn: CInt = 1
    try #require(setsockopt(receiver, SOL_SOCKET, SO_PASSCRED, &isOn, socklen_t(MemoryLayout<CInt>.size)) == 0)
  }

  deinit {
    close(receiver)
    unlink(path)
  }

  struct Message {
    let sender: pid_t?
    let text: String
    let descriptors: Int
  }

  /// The message that has come from this process; nil if there is none.
  func receive() -> String? { receiveOwn()?.text }

  /// The next one, for a minute at most.
  func await() -> Message? {
    while true {
      if let message = receiveOwn() { return message }
      var ready = pollfd(fd: receiver, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 60_000) == 1 else { return nil }
    }
  }

  private func receiveOwn() -> Message? {
    while let message = receiveAny() {
      if message.sender == getpid() { return message }
    }
    return nil
  }

  private func receiveAny() -> Message? {
    var buffer = [UInt8](repeating: 0, count: 512)
    // A cmsghdr with its ucred, and one with a descriptor (unix(7)), with room for padding.
    var control = [UInt64](repeating: 0, count: 16)
    return buffer.withUnsafeMutableBytes { bytes -> Message? in
      control.withUnsafeMutableBytes { control -> Message? in
        var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        var header = msghdr()
        (header.msg_control, header.msg_controllen) = (control.baseAddress, control.count)
        let count = withUnsafeMutablePointer(to: &part) {
          (header.msg_iov, header.msg_iovlen) = ($0, 1)
          return recvmsg(receiver, &header, CInt(MSG_DONTWAIT))
        }
        guard count >= 0 else { return nil }
        var (sender, descriptors, place): (pid_t?, Int, Int) = (nil, 0, 0)
        while place + MemoryLayout<cmsghdr>.size <= header.msg_controllen {
          let part = control.loadUnaligned(fromByteOffset: place, as: cmsghdr.self)
          let content = place + MemoryLayout<cmsghdr>.size
          // SCM_CREDENTIALS, which Glibc's headers show to _GNU_SOURCE alone; the first member of struct ucred is the pid.
          if part.cmsg_type == 2 { sender = control.loadUnaligned(fromByteOffset: content, as: pid_t.self) }
          if part.cmsg_type == CInt(SCM_RIGHTS) {
            descriptors += 1
            close(control.loadUnaligned(fromByteOffset: content, as: CInt.self))
          }
          place += (Int(part.cmsg_len) + 7) & ~7
        }
        return Message(
          sender: sender, text: String(decoding: bytes.prefix(count), as: UTF8.self), descriptors: descriptors)
      }
    }
  }
}
