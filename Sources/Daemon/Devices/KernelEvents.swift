// The kernel's events of its devices: uevents on a netlink(7) socket, with udevd or without it.
import Linux
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
    try? Sys.close(descriptor)
  }

  private static func open() throws(SystemCallError) -> CInt {
    do {
      return try Sys.listenToDevices()
    } catch {
      throw SystemCallError(action: "listen to the kernel's events", errno: error)
    }
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
      do {
        let (count, isKernels) = try Sys.receiveEvent(descriptor, into: &buffer)
        if isKernels { return .message(Array(buffer.prefix(count))) }
      } catch {
        // More came than the socket holds.
        return error == .noBufferSpace ? .lost : nil
      }
    }
  }
}
