// The way to the service manager, whose socket is open to everybody: they may keep it full.
import Dispatch
import Glibc
import Linux
import Synchronization
import SystemPackage

/// Sends the words of sd_notify(3) in the order in which they come. While the socket takes nothing, a thread waits for it in the
/// place of the loop.
nonisolated final class ServiceManagerSocket: Sendable {
  static let shared = ServiceManagerSocket()

  /// Messages that wait; one more is refused.
  static let most = 4096

  private struct State {
    /// The address to which the socket leads.
    var address = ""
    var socket: CInt?
    var waiting = 0

    mutating func open(_ wanted: String) throws(Errno) -> CInt {
      if let socket {
        if address == wanted { return socket }
        close()
      }
      let opened = try Sys.connectDatagrams(to: wanted)
      (socket, address) = (opened, wanted)
      return opened
    }

    mutating func close() {
      if let socket { try? Sys.close(socket) }
      socket = nil
    }
  }

  private struct Message {
    let address: String
    let bytes: [UInt8]
    let descriptor: CInt?
  }

  private let state = Mutex(State())
  private let queue = WorkQueue()

  /// `NOTIFY_SOCKET`; nil where no service manager listens.
  private static var address: String? { getenv("NOTIFY_SOCKET").map { String(cString: $0) } }

  /// Waits for nobody. Only the loop's thread does, so that the order is its order.
  ///
  /// - Parameter descriptor: the service manager gets a copy of it.
  /// - Returns: false when no service manager listens.
  /// - Throws: `ENOBUFS` when as many messages wait as may.
  func tell(_ text: String, with descriptor: CInt? = nil) throws(Errno) -> Bool {
    guard let address = Self.address else { return false }
    let message = Message(address: address, bytes: Array(text.utf8), descriptor: descriptor)
    let isSent = try state.withLock { state throws(Errno) in
      guard state.waiting == 0 else { return false }
      do throws(Errno) {
        do throws(Errno) {
          try Self.transmit(message, over: state.open(address), waits: false)
        } catch  where error.isOfGoneListener {
          state.close()
          try Self.transmit(message, over: state.open(address), waits: false)
        }
        return true
      } catch {
        guard error == .resourceTemporarilyUnavailable else { throw error }
        return false
      }
    }
    if !isSent { try hand(message) }
    return true
  }

  /// The same for another thread, which waits until all has been sent that was told before.
  func tellAndWait(_ text: String) throws(Errno) {
    guard let address = Self.address else { return }
    let message = Message(address: address, bytes: Array(text.utf8), descriptor: nil)
    try queue.sync { Result { () throws(Errno) in try deliver(message) } }.get()
  }

  /// Returns when all has been sent, or after that time.
  func finish(within limit: DispatchTimeInterval) {
    guard state.withLock({ $0.waiting > 0 }) else { return }
    let end = DispatchSemaphore(value: 0)
    queue.async { end.signal() }
    _ = end.wait(timeout: .now() + limit)
  }

  /// The loop may close its descriptor before a copy is sent.
  private func hand(_ message: Message) throws(Errno) {
    let isTaken = state.withLock { state in
      guard state.waiting < Self.most else { return false }
      state.waiting += 1
      return true
    }
    guard isTaken else { throw .noBufferSpace }
    let copy: CInt?
    do throws(Errno) {
      copy = if let own = message.descriptor { try Sys.fcntl(own, F_DUPFD_CLOEXEC, 0) } else { nil }
    } catch {
      state.withLock { $0.waiting -= 1 }
      throw error
    }
    let kept = Message(address: message.address, bytes: message.bytes, descriptor: copy)
    queue.async { [self] in
      // Nobody is there any more who could be told of a failure; the service manager has gone then.
      try? deliver(kept)
      if let copy { try? Sys.close(copy) }
      state.withLock { $0.waiting -= 1 }
    }
  }

  /// Waits until the socket takes it.
  private func deliver(_ message: Message) throws(Errno) {
    let socket = try state.withLock { state throws(Errno) in try state.open(message.address) }
    do throws(Errno) {
      try Self.transmit(message, over: socket, waits: true)
    } catch  where error.isOfGoneListener {
      let next = try state.withLock { state throws(Errno) in
        state.close()
        return try state.open(message.address)
      }
      try Self.transmit(message, over: next, waits: true)
    }
  }

  private static func transmit(_ message: Message, over socket: CInt, waits: Bool) throws(Errno) {
    try Sys.sendDatagram(socket, message.bytes, with: message.descriptor, waits: waits)
  }
}

extension Errno {
  /// Another one may listen at the address now.
  nonisolated fileprivate var isOfGoneListener: Bool { self == .connectionRefused || self == .socketNotConnected }
}
