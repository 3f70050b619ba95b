// The one channel of this process, for the modules of an app that do not know of each other.

import Synchronization

extension Channel {
  /// The channel that the app's library speaks on; nil before it does, and where no roostd runs the app.
  public static var ofApp: Channel? {
    get { app.withLock { $0 } }
    set { app.withLock { $0 = newValue } }
  }

  private static let app = Mutex<Channel?>(nil)
}

/// Whether the app's launch has ended; things that the app must say before its end are too late from then on.
public enum AppLaunch {
  public static var hasEnded: Bool {
    get { ended.withLock { $0 } }
    set { ended.withLock { $0 = newValue } }
  }

  private static let ended = Mutex(false)
}

/// The part of the app that runs the background tasks that roostd launches (BX4).
public enum BackgroundTaskRunner {
  /// Is given a task's identifier, whether it is a processing task, and what to call when it is completed. Returns what
  /// to call when its time is up; nil when nobody has registered for it.
  public typealias Run = @Sendable (String, Bool, @escaping @Sendable () -> Void) -> (@Sendable () -> Void)?

  public static var run: Run? {
    get { runner.withLock { $0?.run } }
    set { runner.withLock { $0 = newValue.map(Runner.init) } }
  }

  private static let runner = Mutex<Runner?>(nil)

  private struct Runner: Sendable { let run: Run }
}
