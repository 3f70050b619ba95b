// The app's hello, and the time until its application object can handle the events that follow it.

import RoostAgent

/// The application object and the delegate may ask roostd for something in their `init`, as a `CBCentralManager` that is
/// a stored property does: roostd answers nobody who has not said hello.
@MainActor final class Greeting {
  private let delivery = Delivery()
  private let arrived = DispatchSemaphore(value: 0)

  /// Says hello. Call it when the environment is as it shall be: from now on there is another thread (setenv(3)).
  init(_ channel: Channel) {
    delivery.start(channel, library: "UIKit/1") { [arrived] deliver in
      // RunLoop.perform, so that dispatch's main queue goes on while a callback runs the run loop itself; it wakes
      // nobody (CFRunLoopPerformBlock), the empty block on the main queue does.
      RunLoop.main.perform(inModes: [.common], block: deliver)
      DispatchQueue.main.async {}
      arrived.signal()
    }
  }

  /// Returns when the launch is there. A run loop that begins then runs it before all that the app has put on the main
  /// queue by asking in an `init`: as on iOS, no answer comes before willFinishLaunching.
  func deliver(to events: LifecycleEvents) {
    delivery.deliver { events.handle($0) }
    arrived.wait()
  }
}
