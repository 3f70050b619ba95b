// A socket to the service manager, which is made anew where another one listens.
import Linux
import SystemPackage

/// For one thread: another's would be closed under it.
nonisolated struct ManagerLine: ~Copyable {
  /// The address to which the socket leads, as `NOTIFY_SOCKET` names it.
  private var address = ""
  private var socket: CInt?

  deinit { if let socket { try? Sys.close(socket) } }

  /// - Throws: `EAGAIN` where the service manager's queue is full, unless it waits; an error of connect(2) where nobody listens.
  mutating func send(_ message: ManagerMessage, waits: Bool) throws(Errno) {
    do throws(Errno) {
      try Sys.sendDatagram(open(message.address), message.bytes, with: message.descriptor, waits: waits)
    } catch  where error == .connectionRefused || error == .socketNotConnected {
      // Another one may listen at the address now.
      close()
      try Sys.sendDatagram(open(message.address), message.bytes, with: message.descriptor, waits: waits)
    }
  }

  private mutating func open(_ wanted: String) throws(Errno) -> CInt {
    if let socket {
      if address == wanted { return socket }
      close()
    }
    let opened = try Sys.connectDatagrams(to: wanted)
    (socket, address) = (opened, wanted)
    return opened
  }

  private mutating func close() {
    if let socket { try? Sys.close(socket) }
    socket = nil
  }
}
