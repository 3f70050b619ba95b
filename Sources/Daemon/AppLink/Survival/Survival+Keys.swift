// The log of keys that went to apps past it: that they are given, and not what they are (DP2).
import LifecycleModel

extension Survival {
  /// An app has this reply, whole: the next daemon does not owe it.
  func gave(_ reply: UInt64, to serial: ProcessSerial) {
    guard let records else { return }
    _ = records.appendLine(.line, serial.number, Array(#"{"reply":\#(reply)}"#.utf8)[...], isWritten: true)
    giveUp(records)
  }
}
