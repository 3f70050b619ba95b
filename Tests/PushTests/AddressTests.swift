// The words by which a broker and an app's topic on it are named, in the configuration and by the broker.
import Testing

@testable import Push
@testable import Settings

@Suite struct PushAddressTests {
  @Test(
    "a broker's address is a URL of scheme, host and port",
    arguments: [
      ("mqtt://localhost", "localhost", 1883, false), ("mqtts://broker.example.com", "broker.example.com", 8883, true),
      ("mqtt://10.0.0.1:1", "10.0.0.1", 1, false), ("mqtts://[fe80::1]:65535", "fe80::1", 65535, true),
      ("mqtt://[::1]", "::1", 1883, false), ("mqtt://my_host-2", "my_host-2", 1883, false),
    ])
  func address(text: String, host: String, port: UInt16, isEncrypted: Bool) throws {
    let address = try #require(BrokerAddress(text))
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(address.isEncrypted == isEncrypted)
    #expect(BrokerAddress("\(address)") == address, "what the log says can be written in the configuration")
  }

  @Test(
    "what is no broker's address is none",
    arguments: [
      "", "localhost", "mqtt:", "mqtt://", "mqtt://:1883", "mqtt://h:", "mqtt://h:0", "mqtt://h:65536", "mqtt://h:+1",
      "mqtt://h:1883/", "mqtt://u@h", "mqtt://u:p@h:1", "mqtt://::1", "mqtt://[::1", "mqtt://[::1]x", "mqtt://[h]",
      "mqtt://[]", "mqtt://h h", "mqtt://h\n", "MQTT://h", "http://h", "mqtt://h?x", "mqtt://h:\u{0661}",
      "mqtt://\u{fc}",
      "mqtt://" + String(repeating: "h", count: 254),
    ])
  func noAddress(text: String) { #expect(BrokerAddress(text) == nil) }

  @Test("an app's topic is its device's and ends with its bundle identifier; no other has an app")
  func topic() throws {
    let topic = try #require(PushTopic(device: "kitchen"))
    #expect(topic.filter == "roost/kitchen/push/+")
    #expect(topic.clientID == "roost-kitchen")
    #expect(topic.app(of: "roost/kitchen/push/com.example.notes") == "com.example.notes")
    for other in [
      "", "roost/kitchen/push/", "roost/kitchen/push", "roost/kitchen/push/..", "roost/kitchen/push/.hidden",
      "roost/kitchen/push/a/b", "roost/kitchen/push/a b", "roost/kitchen/push/\u{fc}", "roost/kitchen/push/a\nb",
      "roost/bath/push/com.example.notes", "ROOST/kitchen/push/com.example.notes",
      "roost/kitchen/push/" + String(repeating: "a", count: 156),
    ] {
      #expect(topic.app(of: other) == nil, "\(other)")
    }
  }

  @Test("a device's name is one level of a topic and no wildcard")
  func device() {
    for name in ["", "a/b", "+", "#", "a#", "a b", "a\u{0}", "a\u{7f}", "a\n", String(repeating: "a", count: 65)] {
      #expect(PushTopic(device: name) == nil, "\(name)")
    }
    #expect(PushTopic(device: "K\u{fc}che-2.lan") != nil)
    #expect(PushTopic.ofThisMachine != nil)
  }
}
