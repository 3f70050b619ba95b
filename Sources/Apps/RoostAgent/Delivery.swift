// Hands events from the reader thread to the main thread: one at a time, in order.

public import AgentProtocol
import Dispatch
import Glibc
import Synchronization

/// Hands what a channel brings to the main thread. While a handler runs no other begins, not even when the handler runs
/// the run loop itself: a message that arrives meanwhile waits until it has returned.
@MainActor public final class Delivery {
  private nonisolated let waiting = Mutex<[Channel.Incoming]>([])
  private nonisolated let onMain = Mutex<OnMain?>(nil)
  private var isDelivering = false
  /// Nil: what comes waits.
  private var handle: ((Event) -> Void)?
  private let ended: (ChannelEnd) -> Void

  /// Each event waits for ``deliver(to:)``: an app says hello before there is anything that could handle an event.
  /// - Parameter ended: called when roostd is gone. By default the app then ends: nobody is left to tell it what it may
  ///   do. It ends with a failure, and says why, where roostd is there and not understood.
  public init(ended: ((ChannelEnd) -> Void)? = nil) { self.ended = ended ?? Delivery.end }

  private nonisolated static func end(_ end: ChannelEnd) {
    guard let complaint = end.complaint else { exit(EXIT_SUCCESS) }
    _ = writeAll(Array("\(complaint)\n".utf8), to: STDERR_FILENO)
    exit(EXIT_FAILURE)
  }

  /// Says hello on `channel` and delivers its events from now on.
  /// - Parameter onMain: has a closure run soon on the main thread. Without it the main queue does, which needs
  ///   `dispatchMain()` or a run loop.
  public nonisolated func start(
    _ channel: Channel, library: String,
    onMain: (@Sendable (@escaping @Sendable () -> Void) -> Void)? = nil
  ) {
    let onMain = OnMain(run: onMain ?? { DispatchQueue.main.async(execute: $0) })
    self.onMain.withLock { $0 = onMain }
    channel.start(library: library) { [self] incoming in
      waiting.withLock { $0.append(incoming) }
      onMain.run { MainActor.assumeIsolated { self.deliver() } }
    }
  }

  /// Events that have come, and those that come from now on, are delivered to `handle`, which answers an event with an ``Ack`` itself,
  /// now or later.
  public func deliver(to handle: @escaping (Event) -> Void) {
    self.handle = handle
    // A run loop that has run meanwhile found nobody to deliver to.
    guard waiting.withLock({ !$0.isEmpty }), let onMain = onMain.withLock({ $0 }) else { return }
    onMain.run { MainActor.assumeIsolated { self.deliver() } }
  }

  private func deliver() {
    guard let handle, !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    while let incoming = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      switch incoming {
      case .event(let event): handle(event)
      case .ended(let end): ended(end)
      }
    }
  }
}

/// A bare closure in a Mutex would be wrapped anew each time the lock is taken.
private struct OnMain: Sendable {
  let run: @Sendable (@escaping @Sendable () -> Void) -> Void
}
