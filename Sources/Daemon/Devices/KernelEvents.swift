// The kernel's events of its devices and of its network, on a netlink(7) socket: uevents, with udevd or without it.
import Linux
import SystemPackage
import Systemd

/// libsystemd's own monitor of devices (sd_device_monitor(3)) hears udevd only, and nothing at all where there is none.
final class KernelEvents {
  private let descriptor: CInt
  private var source: IOSource?

  /// Says that a device of one subsystem was added, removed or changed.
  convenience init(of subsystem: String, on loop: EventLoop, changed: @escaping () -> Void) throws(SystemCallError) {
    try self.init(Self.open(Sys.listenToDevices), on: loop, concerns: { $0.concerns(subsystem) }, changed)
  }

  /// Says that an interface of the network or a route was added, removed or changed.
  convenience init(ofNetworkOn loop: EventLoop, changed: @escaping () -> Void) throws(SystemCallError) {
    try self.init(Self.open(Sys.listenToNetwork), on: loop, concerns: { _ in true }, changed)
  }

  /// Takes `descriptor` over.
  private init(
    _ descriptor: CInt, on loop: EventLoop, concerns: @escaping (Event) -> Bool, _ changed: @escaping () -> Void
  ) throws(SystemCallError) {
    self.descriptor = descriptor
    source = try loop.watch(descriptor, for: .readable, priority: .request) { _ in
      var isConcerned = false
      while let event = Self.next(descriptor) { isConcerned = isConcerned || concerns(event) }
      if isConcerned { changed() }
    }
  }

  isolated deinit {
    source?.close()
    try? Sys.close(descriptor)
  }

  private static func open(_ makeSocket: () throws(Errno) -> CInt) throws(SystemCallError) -> CInt {
    do {
      return try makeSocket()
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
