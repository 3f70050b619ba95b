// Types take from a text what they declare, and an error names the way to what is wrong.
import Testing

@testable import WireJSON

private struct Message: Codable, Equatable {
  struct Inner: Codable, Equatable {
    var names: [String]
    var rest: JSON?
  }

  enum Kind: String, Codable { case one, two }

  var id: UInt64
  var small: Int8?
  var ratio: Double?
  var isOn: Bool?
  var kind: Kind?
  var inner: Inner?
  var table: [String: Int]?
}

@Suite struct WireDecoderTests {
  private func message(_ text: String) throws -> Message { try WireDecoder.decode(from: Array(text.utf8)) }

  @Test("A type of any depth is read")
  func types() throws {
    let text = #"""
      {"id":18446744073709551615,"small":-128,"ratio":2,"isOn":false,"kind":"two","unknown":[{}],
       "inner":{"names":["a","b"],"rest":{"x":[1,2.5,null]}},"table":{"k":3}}
      """#
    #expect(
      try message(text)
        == Message(
          id: .max, small: -128, ratio: 2, isOn: false, kind: .two,
          inner: .init(names: ["a", "b"], rest: ["x": [1, 2.5, nil]]), table: ["k": 3]))
    #expect(try message(#"{"id":1,"small":null}"#) == Message(id: 1))
  }

  @Test(
    "An error names the value that is wrong, and how",
    arguments: [
      (#"{"id":-1}"#, "id: -1 is not an integer of this range"),
      (#"{"id":1.5}"#, "id: 1.5 is not an integer of this range"),
      (#"{"id":"1"}"#, "id: a string where an integer belongs"), (#"{"id":null}"#, "id: null where an integer belongs"),
      ("{}", "id: it is missing"), ("[]", ": an array where an object belongs"),
      (#"{"id":1,"small":128}"#, "small: 128 is not an integer of this range"),
      (#"{"id":1,"isOn":1}"#, "isOn: a number where true or false belongs"),
      (#"{"id":1,"inner":{"names":["a",2]}}"#, "inner.names.1: a number where a string belongs"),
      (#"{"id":1,"inner":{"names":{}}}"#, "inner.names: an object where an array belongs"),
      (#"{"id":1,"inner":{}}"#, "inner.names: it is missing"),
    ])
  func errors(text: String, wanted: String) throws {
    let error = #expect(throws: DecodingError.self) { try message(text) }
    let (path, description): ([any CodingKey], String) =
      switch try #require(error) {
      case .keyNotFound(let key, let context): (context.codingPath + [key], context.debugDescription)
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
        (context.codingPath, context.debugDescription)
      @unknown default: ([], "")
      }
    #expect("\(path.map(\.stringValue).joined(separator: ".")): \(description)" == wanted)
  }
}
