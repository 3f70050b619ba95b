// The work that an event of roostd's brings to queues of the app's own: the event is handled when that is done (BX3).

public enum EventWork {
  /// In `userInfo` of a notification that UIKit posts for an event: a `DispatchGroup`, which an observer enters that does
  /// not do its work before it returns.
  public static let key = "org.roost.work"
}
