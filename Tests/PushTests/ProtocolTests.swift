// The lines between the daemon and roost-push: there and back, and what is none of them.
import Testing

@testable import Push
@testable import PushProtocol

@Suite struct PushProtocolTests {
  @Test("What one end writes the other reads, whatever is in it")
  func thereAndBack() throws {
    let odd = "\u{0}\n\"\\\u{202e}é\u{10ffff}"
    let order = PushOrder(
      host: "::1", port: 8883, isEncrypted: true, client: "roost-x", filter: "roost/x/push/+", username: odd,
      password: odd, authorities: odd, startsClean: true)
    for command in [
      .taken, .connect(order), .connect(PushOrder(host: "h", port: 1, isEncrypted: false, client: "", filter: "")),
    ]
      as [PushCommand]
    {
      #expect(try PushCommand(line: command.line.dropLast()) == command)
    }
    let long = String(repeating: "\u{1}", count: PushMessage.payloadLimit)
    let topic = String(repeating: "\u{1}", count: PushMessage.topicLimit)
    let ends = PushEnd.Kind.allCases.map { PushNews.ended(PushEnd($0, words: odd, errno: 111)) }
    for news in [
      .subscribed(isKept: true), .subscribed(isKept: false),
      .message(PushMessage(topic: topic, payload: long, size: long.utf8.count)),
      .message(PushMessage(topic: odd, payload: nil, size: 1 << 28)),
    ] + ends {
      #expect(news.line.last == UInt8(ascii: "\n") && news.line.count <= PushNews.limit)
      #expect(try PushNews(line: news.line.dropLast()) == news)
    }
  }

  @Test(
    "What is no line of roost-push's is refused",
    arguments: [
      "", "{}", "[]", "null", "{\"subscribed\":1}", "{\"subscribed\":true,\"message\":{\"topic\":\"\",\"size\":0}}",
      "{\"message\":{}}", "{\"message\":{\"topic\":\"t\",\"size\":1e99}}", "{\"ended\":{\"kind\":\"bored\"}}",
      "{\"taken\":true}", String(repeating: "[", count: 4000), "{\"ended\":{\"kind\":\"closed\",\"errno\":4294967296}}",
    ])
  func noNews(line: String) { #expect(throws: (any Error).self) { try PushNews(line: Array(line.utf8)) } }

  @Test("A hundred messages a second are delivered, two thousand refused, and the next comes when the second is over")
  func pace() {
    var pace = PushPace()
    let start: UInt64 = 5_000_000_000
    for number in 1..<UInt64(PushPace.limit) {
      #expect(pace.took(at: start + number, isDelivered: true) == nil)
      #expect(pace.took(at: start + number, isDelivered: false) == nil)
    }
    #expect(pace.took(at: start + 500, isDelivered: true) == start + 1 + 1_000_000_000)
    let next = start + 1 + 1_000_000_000
    #expect(pace.took(at: next, isDelivered: true) == nil)
    for _ in 1..<PushPace.refusedLimit { #expect(pace.took(at: next, isDelivered: false) == nil) }
    #expect(pace.took(at: next, isDelivered: false) == next + 1_000_000_000)
  }

  @Test("An app has a thousand pushes at once and then ten in a second, whatever comes for others")
  func shares() {
    var shares = PushShares()
    let start: UInt64 = 5_000_000_000
    for _ in 0..<PushShares.burst { #expect(shares.takes("a", at: start) == true) }
    #expect(shares.takes("a", at: start + 99_999_999) == false)
    #expect(shares.takes("a", at: start + 100_000_000) == true)
    #expect(shares.takes("a", at: start + 100_000_000) == false)
    for number in 0..<1500 { #expect(shares.takes("b\(number)", at: start + 100_000_000) == true) }
    #expect(shares.takes("a", at: start + 100_000_000) == false, "it is remembered among any number of others")
    for _ in 0..<PushShares.burst { #expect(shares.takes("a", at: start + 101_000_000_000) == true) }
  }
}
