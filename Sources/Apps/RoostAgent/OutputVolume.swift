// The volume that roostd says the device has, for modules that UIKit does not know of (NQ2).

import Synchronization

public enum OutputVolume {
  /// The name of the notification that UIKit posts when ``level`` has changed.
  public static let didChange = "org.roost.volume"

  /// 0 to 1.
  public static var level: Double { current.withLock { $0 } }

  /// UIKit's part: roostd has told of it.
  public static func change(to level: Double) { current.withLock { $0 = min(1, max(0, level)) } }

  private static let current = Mutex(1.0)
}
