// The accessories that roostd says are connected, for modules that UIKit does not know of (NQ2).

import Synchronization

public enum Accessories {
  /// The name of the notification that UIKit posts when ``connected`` has changed.
  public static let didChange = "org.roost.accessories"

  /// By name.
  public static var connected: Set<String> { names.withLock { $0 } }

  /// UIKit's part: roostd has told of it.
  public static func change(connected: [String], disconnected: [String]) {
    names.withLock { $0 = $0.subtracting(disconnected).union(connected) }
  }

  private static let names = Mutex<Set<String>>([])
}
