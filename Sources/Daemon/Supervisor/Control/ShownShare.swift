// The part of an app's notifications that a list of all apps has.
import LifecycleModel

/// An app may show 512 KiB of control characters, and JSON writes each in six bytes: with all of forty such apps a list has 126 MB, which
/// keeps the loop for half a second, and is more than clients may leave unread.
enum ShownShare {
  /// The most that are listed of one app.
  static let count = 32
  /// Bytes of their identifiers and texts together, as JSON writes them.
  static let bytes = 32_768

  /// The newest that fit, in their order. The newest of all is always there, if need be with its texts cut.
  static func newest(of shown: [ShownNotification]) -> [ShownNotification] {
    var room = bytes
    var newest: [ShownNotification] = []
    for one in shown.suffix(count).reversed() {
      let (notification, isWhole) = one.notification.beginning(within: &room)
      guard isWhole || newest.isEmpty else { break }
      newest.append(isWhole ? one : ShownNotification(notification, time: one.time))
      guard isWhole else { break }
    }
    return newest.reversed()
  }
}

extension UserNotification {
  /// As much of its texts as JSON writes in `room` bytes, after its identifier; and whether that is all of them.
  fileprivate func beginning(within room: inout Int) -> (notification: UserNotification, isWhole: Bool) {
    let isNamed = identifier.beginning(within: &room).utf8.count == identifier.utf8.count
    let title = self.title.beginning(within: &room)
    let body = self.body.beginning(within: &room)
    let isWhole = isNamed && title.utf8.count == self.title.utf8.count && body.utf8.count == self.body.utf8.count
    return (
      UserNotification(identifier: identifier, title: title, body: body, content: content, isRemote: isRemote), isWhole
    )
  }
}

extension String {
  /// The scalars of it that JSON writes in `room` bytes, which are then gone.
  fileprivate func beginning(within room: inout Int) -> String {
    for place in unicodeScalars.indices {
      let size = unicodeScalars[place].bytesInJSON
      guard size <= room else { return String(self[..<place]) }
      room -= size
    }
    return self
  }
}

extension Unicode.Scalar {
  fileprivate var bytesInJSON: Int {
    if value < 0x20 { return 6 }
    return self == "\"" || self == "\\" ? 2 : utf8.count
  }
}
