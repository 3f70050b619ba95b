// The kernel's events of its devices: uevents on a netlink(7) socket, with udevd or without it.
import CLinux
import Glibc
import SystemPackage
import Systemd

/// Says that a device of one subsystem was added, removed or changed. libsystemd's own monitor (sd_device_monitor(3))
/// hears udevd only, and nothing at all where there is none.
final class KernelEvents {
  private let descriptor: CInt
  private var source: IOSource?

  init(of subsystem: String, on loop: EventLoop, changed: @escaping () -> Void) throws(SystemCallError) {
    descriptor = try Self.open()
    source = try loop.watch(descriptor, for: .readable, priority: .request) { [descriptor] _ in
      var isConcerned = false
      while let event = Self.next(descriptor) { isConcerned = isConcerned || event.concerns(subsystem) }
      if isConcerned { changed() }
    }
  }

  isolated deinit {
    source?.close()
    close(descriptor)
  }

  private static func open() throws(SystemCallError) -> CInt {
    let type = CInt(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(PF_NETLINK, type, NETLINK_KOBJECT_UEVENT)
    // Group 1 is the kernel's own.
    var address = sockaddr_nl(nl_family: sa_family_t(AF_NETLINK), nl_pad: 0, nl_pid: 0, nl_groups: 1)
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_nl>.size))
      }
    }
    guard descriptor >= 0, bound == 0 else {
      let error = Errno(rawValue: errno)
      if descriptor >= 0 { close(descriptor) }
      throw SystemCallError(action: "listen to the kernel's events", errno: error)
    }
    return descriptor
  }

  private enum Event {
    /// `change@/devices/…` and then `KEY=value`, each ended by a zero.
    case message([UInt8])
    case lost

    func concerns(_ subsystem: String) -> Bool {
      switch self {
      case .message(let bytes): bytes.split(separator: 0).contains { $0.elementsEqual("SUBSYSTEM=\(subsystem)".utf8) }
      case .lost: true
      }
    }
  }

  /// The next event that the kernel itself sent; nil when there is none.
  private static func next(_ descriptor: CInt) -> Event? {
    while true {
      var buffer = [UInt8](repeating: 0, count: 8192)
      var sender = sockaddr_nl()
      var size = socklen_t(MemoryLayout<sockaddr_nl>.size)
      let count = withUnsafeMutablePointer(to: &sender) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          recvfrom(descriptor, &buffer, buffer.count, 0, $0, &size)
        }
      }
      if count < 0 {
        // More came than the socket holds.
        if errno == ENOBUFS { return .lost }
        if errno == EINTR { continue }
        return nil
      }
      if sender.nl_pid == 0 { return .message(Array(buffer.prefix(count))) }
    }
  }
}
