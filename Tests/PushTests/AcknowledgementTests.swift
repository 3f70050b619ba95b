// The acknowledgement of a push to its broker, and its moment.
import TestLoop
import Testing

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct AcknowledgementTests {
  @Test("The broker hears nothing of a push before it outlives the daemon")
  func acknowledged() throws {
    let broker = try PlayedBroker()
    try broker.subscribe()
    broker.send(PlayedBroker.publication("roost/test/push/a.b", 7))
    try expectTaken(by: broker)
    try broker.end()
  }

  @Test("The broker hears that a push is taken also where what it sends next ends the connection")
  func beforeTheLast() throws {
    let broker = try PlayedBroker()
    try broker.subscribe()
    broker.send(
      PlayedBroker.publication("roost/test/push/a.b", 7) + PlayedBroker.publication("roost/test/push/a.\u{1}", 8))
    try expectTaken(by: broker)
    try broker.end()
  }

  private func expectTaken(by broker: PlayedBroker) throws {
    try broker.loop.run { !broker.toBeKept.isEmpty }
    #expect(broker.pushes == ["a.b {}"])
    #expect(!broker.hasHeard, "it is not kept yet")
    broker.toBeKept[0]()
    // PUBACK (MQTT 5, 3.4).
    let answer = try broker.receive()
    #expect(answer.first == 0x40 && answer.dropFirst(2).starts(with: [0, 7]), "\(answer)")
  }
}
