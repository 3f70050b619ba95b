// Lets another thread, such as the store's, wake the loop: an eventfd.
import CSystemd
import Glibc
import SystemPackage

/// Wakes an `EventLoop` from any thread (eventfd(2)). Wakes that come before the loop runs merge into one.
public nonisolated final class Waker: Sendable {
  fileprivate let descriptor: CInt

  fileprivate init() throws(SystemCallError) {
    descriptor = eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK))
    if descriptor < 0 { throw SystemCallError(action: "make an eventfd", errno: Errno(rawValue: Glibc.errno)) }
  }

  deinit { close(descriptor) }

  /// Makes the loop call its wake source. Never blocks.
  public func wake() {
    var one: UInt64 = 1
    // EAGAIN means that the counter is full: the loop has been woken already.
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }
}

/// Calls back on the loop after its `waker` was used.
public final class WakeSource {
  /// To be handed to another thread.
  public let waker: Waker
  private let io: IOSource

  fileprivate init(
    _ loop: EventLoop, _ priority: EventPriority, _ body: @escaping () -> Void
  ) throws(SystemCallError) {
    let waker = try Waker()
    self.waker = waker
    io = try loop.watch(waker.descriptor, for: .readable, priority: priority) { [descriptor = waker.descriptor] _ in
      var count: UInt64 = 0
      // Emptied before the body looks, so that what another thread adds meanwhile wakes the loop again.
      _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
      body()
    }
  }

  /// Stops calling back; a waker that another thread still holds stays harmless.
  public func close() { io.close() }
}

extension EventLoop {
  /// A source that another thread can fire.
  public func wakeSource(
    priority: EventPriority = .reply, _ body: @escaping () -> Void
  ) throws(SystemCallError) -> WakeSource { try WakeSource(self, priority, body) }
}
