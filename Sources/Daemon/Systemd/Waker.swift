// Lets another thread, such as the store's, wake the loop: an eventfd.
import Linux
import SystemPackage

/// Wakes an `EventLoop` from any thread (eventfd(2)). Wakes that come before the loop runs merge into one.
public nonisolated final class Waker: Sendable {
  fileprivate let descriptor: CInt

  fileprivate init() throws(SystemCallError) {
    do { descriptor = try Sys.eventfd() } catch { throw SystemCallError(action: "make an eventfd", errno: error) }
  }

  deinit { try? Sys.close(descriptor) }

  /// Makes the loop call its wake source. Never blocks.
  public func wake() {
    // EAGAIN means that the counter is full: the loop has been woken already.
    withUnsafeBytes(of: UInt64(1)) { _ = try? Sys.write(descriptor, $0) }
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
      // Emptied before the body looks, so that work which another thread adds meanwhile wakes the loop again.
      withUnsafeMutableBytes(of: &count) { _ = try? Sys.read(descriptor, $0) }
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
