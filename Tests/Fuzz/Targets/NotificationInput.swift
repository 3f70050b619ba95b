// A program's message to a service manager (sd_notify(3)).
@testable import AppLink

@MainActor enum NotificationInput {
  static func read(_ bytes: [UInt8]) {
    for case .status(let text?) in ServiceWord.all(in: String(decoding: bytes, as: UTF8.self)) {
      require(text.unicodeScalars.count <= 256, "a status is too long")
      require(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f }, "a status steers a terminal")
      require(!text.isEmpty, "an empty status is one")
      require(
        ServiceWord.all(in: "STATUS=" + text) == [.status(text)], "\(text) is another status when it is read again")
    }
  }
}
