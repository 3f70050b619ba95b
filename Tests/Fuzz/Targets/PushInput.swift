// A message from an MQTT broker: a line with its topic, then its payload.
import ControlAPI
import LifecycleModel
import Settings

@testable import Push

@MainActor enum PushInput {
  private static let topic = PushTopic(device: "kitchen")

  static func read(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    _ = topic?.app(of: String(decoding: parts[0], as: UTF8.self))
    guard parts.count == 2, let payload = String(validating: parts[1], as: UTF8.self) else { return }
    for isSilent in [false, true] {
      guard let push = try? Push(payload, isSilent: isSilent) else { continue }
      require(!push.payload.contains { $0.isNewline }, "the payload has several lines")
      var device = SimulatedDevice()
      if let alert = push.alert {
        let notification = UserNotification(
          identifier: "push", title: alert.title, body: alert.body, content: push.payload, isRemote: true)
        device.take(.wish(.notify(SimulatedDevice.name, notification), Request(id: RequestID(number: 2))))
      }
      if push.wakes {
        device.take(.wish(.wake(SimulatedDevice.name, .push(push.payload)), Request(id: RequestID(number: 3))))
      }
      device.run()
    }
  }
}
