// Notifications as an asynchronous sequence, which Foundation has on iOS and not on Linux.

extension NotificationCenter {
  /// `NotificationCenter.notifications(named:object:)`: the notifications of a name that are posted while a loop waits
  /// for them. They are observed from the moment that an iterator is made, which is the beginning of a `for await`, until
  /// it is gone; the loop ends when its task is cancelled.
  public func notifications(named name: Notification.Name, object: (any AnyObject & Sendable)? = nil) -> Notifications {
    Notifications(self, name, object)
  }

  /// `NotificationCenter.Notifications`.
  public final class Notifications: AsyncSequence, @unchecked Sendable {
    // @unchecked: nothing of it changes, and any thread may use a centre.
    public typealias Element = Notification
    public typealias Failure = Never

    private let center: NotificationCenter
    private let name: Notification.Name
    private let object: (any AnyObject & Sendable)?

    init(_ center: NotificationCenter, _ name: Notification.Name, _ object: (any AnyObject & Sendable)?) {
      self.center = center
      self.name = name
      self.object = object
    }

    public func makeAsyncIterator() -> Iterator { Iterator(center, name, object) }

    /// `NotificationCenter.Notifications.Iterator`.
    public struct Iterator: AsyncIteratorProtocol {
      public typealias Element = Notification
      public typealias Failure = Never

      private var posted: AsyncStream<Posted>.Iterator
      let observation: Observation

      init(_ center: NotificationCenter, _ name: Notification.Name, _ object: Any?) {
        let (stream, arrivals) = AsyncStream.makeStream(of: Posted.self)
        posted = stream.makeAsyncIterator()
        observation = Observation(
          center,
          center.addObserver(forName: name, object: object, queue: nil) { arrivals.yield(Posted(notification: $0)) })
      }

      // Nothing reads the observation, which the optimiser might let go with the last notification still to come.
      public mutating func next() async -> Notification? {
        defer { withExtendedLifetime(observation) {} }
        return await posted.next()?.notification
      }

      /// For a loop on an actor, to which a notification comes that is not Sendable.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
        defer { withExtendedLifetime(observation) {} }
        return await posted.next(isolation: actor)?.notification
      }
    }
  }
}

/// A notification on its way from the thread that posts it.
private struct Posted: @unchecked Sendable {
  // @unchecked: the observers of a notification read it, on whichever thread they are told.
  let notification: Notification
}

/// Ends with the iterator that holds it.
final class Observation {
  private let center: NotificationCenter
  let observer: any NSObjectProtocol

  init(_ center: NotificationCenter, _ observer: any NSObjectProtocol) {
    self.center = center
    self.observer = observer
  }

  deinit { center.removeObserver(observer) }
}
