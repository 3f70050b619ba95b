// A text says what the value says: our reader and Foundation's take the same value from it.
import Foundation
import Testing

@testable import WireJSON

private struct Everything: Codable, Equatable {
  enum Turn: Codable, Equatable {
    case idle
    case told(String, count: Int)
    indirect case both(Turn, Turn)
  }

  struct Nothing: Codable, Equatable {}

  var text = "a\"b\\c\n\u{1}é\u{1F600}/"
  var least = Int64.min
  var most = UInt64.max
  var ratio = 0.1
  var single: Float = 0.1
  var whole = 1.0
  var isOn = false
  var missing: Int?
  var turns: [Turn] = [.idle, .told("x", count: 2), .both(.idle, .both(.told("", count: 0), .idle))]
  var table = ["k": [1, 2, 3], "": []]
  var holes: [Int?] = [nil, 1, nil]
  var numbered = [7: "seven"]
  var nothing = Nothing()
  var matrix: [[[Int]]] = [[], [[]], [[1], []]]
}

/// Writes its containers by hand, within each other and one after the other.
private struct Handmade: Encodable {
  enum Key: String, CodingKey { case first, list, last }

  func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: Key.self)
    var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .first)
    try inner.encodeNil(forKey: .first)
    var list = inner.nestedUnkeyedContainer(forKey: .list)
    try list.encodeNil()
    var deep = list.nestedUnkeyedContainer()
    try deep.encode(1)
    _ = list.nestedContainer(keyedBy: Key.self)
    try list.encode("x")
    try "y".encode(to: outer.superEncoder(forKey: .list))
    try outer.encode(true, forKey: .last)
  }
}

@Suite struct WireEncoderTests {
  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try WireEncoder.encode(value), as: UTF8.self)
  }

  @Test("Both readers take the same value from it")
  func roundTrip() throws {
    let value = Everything()
    let bytes = try WireEncoder.encode(value)
    #expect(try JSONDecoder().decode(Everything.self, from: Data(bytes)) == value)
    #expect(try WireDecoder.decode(Everything.self, from: bytes) == value)
  }

  @Test("It says what Foundation's encoder says")
  func asFoundation() throws {
    let ours = try JSON(parsing: text(Everything()))
    let theirs = try JSON(parsing: String(decoding: JSONEncoder().encode(Everything()), as: UTF8.self))
    #expect(ours == theirs)
  }

  @Test("Keys stay in their order, and containers close where they end")
  func order() throws {
    #expect(try text(Handmade()) == #"{"first":{"first":null,"list":[null,[1],{},"x"]},"list":"y","last":true}"#)
  }

  @Test(
    "Values by themselves",
    arguments: [
      (JSON.null, "null"), (true, "true"), (-3, "-3"), (2.5, "2.5"), (2.0, "2"), (1e300, "1e+300"), ("", #""""#),
      (.array([]), "[]"), (.object([:]), "{}"), (.array([.object(["a": .array([])])]), #"[{"a":[]}]"#),
    ] as [(JSON, String)])
  func values(value: JSON, expected: String) throws { #expect(try text(value) == expected) }

  @Test("A number that JSON has no word for is an error", arguments: [Double.nan, .infinity])
  func notFinite(number: Double) { #expect(throws: EncodingError.self) { try text(["x": [number]]) } }

  private struct Deep: Encodable {
    enum Turn: Encodable {
      case told(String, ratio: Double)
      indirect case both(Turn, Turn)
    }
    var text = "a,\"[{\\"
    var turns: [Turn]
  }

  /// Fails by itself, and says where it is.
  private struct Refusing: Encodable {
    enum Key: String, CodingKey { case own }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      #expect(container.codingPath.map(\.stringValue) == encoder.codingPath.map(\.stringValue))
      var list = container.nestedUnkeyedContainer(forKey: .own)
      try list.encode(1)
      #expect(list.codingPath.map(\.stringValue) == encoder.codingPath.map(\.stringValue) + ["own"])
      throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: "no"))
    }
  }

  private func path(_ value: some Encodable) -> [String]? {
    do {
      _ = try WireEncoder.encode(value)
      return nil
    } catch EncodingError.invalidValue(_, let context) {
      for key in context.codingPath { if let index = key.intValue { #expect(key.stringValue == String(index)) } }
      return context.codingPath.map(\.stringValue)
    } catch {
      return nil
    }
  }

  @Test("An error has the way to its value, through keys with odd characters, enumerations and arrays")
  func codingPath() {
    #expect(path(Double.nan) == [])
    #expect(path(["x": [1, .infinity]] as [String: [Double]]) == ["x", "1"])
    #expect(path(["a\"]\\é\n,{": Float.nan]) == ["a\"]\\é\n,{"])
    let turns: [Deep.Turn] = [.told("x", ratio: 1), .both(.told("]", ratio: 2), .told("\\\"", ratio: .nan))]
    #expect(path(Deep(turns: turns)) == ["turns", "1", "both", "_1", "told", "ratio"])
    #expect(path(["k": [Deep(turns: [.told("", ratio: -.infinity)])]]) == ["k", "0", "turns", "0", "told", "ratio"])
    #expect(path(["r": [Refusing()]]) == ["r", "0"])
    #expect(path(["x": [1.5]]) == nil)
  }

  @Test("A member adds its keys to those of the type that it is in")
  func flattened() throws {
    struct Flat: Encodable {
      enum Key: String, CodingKey { case kind, list }
      var rest = ["level": 1]

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("battery", forKey: .kind)
        try container.encode([[1]], forKey: .list)
        try rest.encode(to: encoder)
      }
    }
    #expect(try text([Flat()]) == #"[{"kind":"battery","list":[[1]],"level":1}]"#)
  }

  @Test("A type that writes nothing is an empty object")
  func nothing() throws {
    struct Silent: Encodable { func encode(to encoder: any Encoder) {} }
    #expect(try text([Silent(), Silent()]) == "[{},{}]")
  }

  @Test("Texts full of what JSON spells out, beyond the pieces in which they are written")
  func spelled() throws {
    let all = String(decoding: (0..<128 as Range<UInt8>).map(\.self), as: UTF8.self)
    for count in [1, 8, 9, 40] {
      let text = String(repeating: all + "é\u{1F600}", count: count)
      var bytes: [UInt8] = []
      bytes.append(quoted: text)
      #expect(try JSONDecoder().decode([String].self, from: Data("[".utf8) + bytes + Data("]".utf8)) == [text])
    }
    var bytes: [UInt8] = []
    bytes.append(quoted: "a\u{1f}\u{a}\"\\")
    #expect(String(decoding: bytes, as: UTF8.self) == #""a\u001f\n\"\\""#)
  }
}
