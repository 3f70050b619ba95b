// The apps whose descriptors the next daemon is given by name: as many as one variable can name, those that run first.

/// execve(2) takes no variable of more than 128 KiB (`MAX_ARG_STRLEN`), and the names of all descriptors are in one:
/// `LISTEN_FDNAMES` of the service manager, or the one of a daemon that becomes the next. With one name too many no
/// daemon would start any more.
///
/// An app that is suspended can do without: the next daemon opens its channel anew from the other side, before it runs.
/// One that runs would find its channel closed, and end.
nonisolated struct DescriptorRoom<App: Hashable> {
  /// Bytes; some are left for sockets of units, and for the daemon's procfs.
  static var most: Int { 120_000 }

  private let most: Int
  private var sizes: [App: Int] = [:]
  /// Those that came first are first. Some may be out again.
  private var order: [App] = []
  private var total = 0

  init(most: Int = Self.most) { self.most = most }

  func has(_ app: App) -> Bool { sizes[app] != nil }

  /// Lets an app in, if there is room or others can make it.
  ///
  /// - Parameters:
  ///   - size: bytes of its names.
  ///   - runs: whether another has to stay.
  /// - Returns: whether it is in, and those that are out for it.
  mutating func admit(_ app: App, size: Int, sparing runs: (App) -> Bool) -> (isIn: Bool, out: [App]) {
    if has(app) { return (true, []) }
    var out: [App] = []
    var left = order.count
    while total + size > most, left > 0 {
      left -= 1
      let first = order.removeFirst()
      guard has(first) else { continue }
      if runs(first) {
        order.append(first)
      } else {
        leave(first)
        out.append(first)
      }
    }
    guard total + size <= most else { return (false, out) }
    sizes[app] = size
    order.append(app)
    total += size
    return (true, out)
  }

  /// It has ended.
  mutating func leave(_ app: App) {
    total -= sizes.removeValue(forKey: app) ?? 0
    // Of thousands that come and go no more are kept in mind than there are.
    if order.count > 2 * sizes.count + 16 { order.removeAll { sizes[$0] == nil } }
  }
}
