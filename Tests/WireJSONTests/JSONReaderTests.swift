// JSON is read as RFC 8259 has it, in one pass, and within bounds, whoever wrote it.
import Testing

@testable import WireJSON

@Suite struct JSONReaderTests {
  @Test(
    "Values of every kind are read",
    arguments: [
      ("null", nil), (" true\n", true), ("\tfalse\r", false), ("0", 0), ("-0", 0), ("12", 12), ("-9", -9), ("1.5", 1.5),
      ("1e2", 100), ("1.0", 1), ("2.5E-1", 0.25), ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
      (#""""#, ""), (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{c}\n\r\t"), (#""\u00e9\u20AC\ud83d\ude00é€😀""#, "é€😀é€😀"),
      (#""\u0000""#, "\0"), ("[]", []), ("[ ]", []), ("[1,[2],\n[ ]]", [1, [2], []]), ("{}", [:]), ("{ }", [:]),
      (#"{"a" : {"b":[null]} , "":1}"#, ["a": ["b": [nil]], "": 1]), (#"{"a":1,"a":2}"#, ["a": 2]),
    ] as [(String, JSON)])
  func values(text: String, value: JSON) throws {
    #expect(try JSON(parsing: text) == value)
  }

  @Test(
    "A text that is not JSON is refused where it goes wrong",
    arguments: [
      ("", 0), ("  ", 2), ("nul", 0), ("True", 0), ("[1,]", 3), ("[1 2]", 3), ("[1", 2), ("{", 1), ("{a:1}", 1),
      (#"{"a"}"#, 4), (#"{"a":}"#, 5), (#"{"a":1,}"#, 7), ("01", 1), ("-", 1), ("+1", 0), (".5", 0), ("1.", 2),
      ("1e", 2),
      ("NaN", 0), ("Infinity", 0), ("'a'", 0), ("\"a", 2), ("\"a\nb\"", 2), (#""\x""#, 2), (#""\u12g4""#, 5),
      ("1 1", 2),
      ("[]]", 2), ("{}{}", 2), ("/* */1", 0), ("\u{feff}1", 0),
    ])
  func notJSON(text: String, offset: Int) {
    #expect(throws: JSONError(fault: .notJSON, offset: offset)) { try JSON(parsing: text) }
  }

  @Test(
    "Strings are UTF-8: no broken sequence and no half of a surrogate pair passes",
    arguments: [
      [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], Array(#"\ud800"#.utf8),
      Array(#"\ud800\u0041"#.utf8), Array(#"\udc00"#.utf8), Array(#"\n"#.utf8) + [0x80],
    ] as [[UInt8]])
  func notUTF8(bytes: [UInt8]) {
    let error = #expect(throws: JSONError.self) { try JSONReader.read([0x22] + bytes + [0x22], limits: .peer) }
    #expect(error?.fault == .notUTF8)
  }

  @Test(
    "A number that no double holds, or of absurd length, is refused",
    arguments: ["1e999", "-1e999", String(repeating: "1", count: 65), "0." + String(repeating: "0", count: 63)])
  func range(text: String) {
    #expect(throws: JSONError(fault: .numberOutOfRange, offset: 1)) { try JSON(parsing: "[\(text)]") }
  }

  @Test("Arrays and objects nest as deep as the limit, and no deeper, at whatever length")
  func depth() throws {
    let limits = JSONLimits(depth: 3, values: 100)
    #expect(try JSON(parsing: "[{\"a\":[1]}]", limits: limits) == [["a": [1]]])
    #expect(throws: JSONError(fault: .tooDeep(limit: 3), offset: 3)) { try JSON(parsing: "[[[[", limits: limits) }
    #expect(throws: JSONError(fault: .tooDeep(limit: 32), offset: 32)) {
      try JSON(parsing: String(repeating: "[", count: 1 << 20))
    }
    // Side by side is not deep.
    #expect(throws: Never.self) { try JSON(parsing: "[[[]],[[]],[[]]]", limits: limits) }
  }

  @Test("As many values are read as the limit, and no more")
  func count() throws {
    let limits = JSONLimits(depth: 3, values: 4)
    #expect(try JSON(parsing: "[1,2,3]", limits: limits) == [1, 2, 3])
    #expect(throws: JSONError(fault: .tooManyValues(limit: 4), offset: 7)) {
      try JSON(parsing: "[1,2,3,4]", limits: limits)
    }
    #expect(throws: JSONError(fault: .tooManyValues(limit: 65_536), offset: 131_071)) {
      try JSON(parsing: "[" + String(repeating: "0,", count: 1 << 19) + "0]")
    }
  }

  @Test("As many members are read as the limit, in whatever objects they are, and no more")
  func memberCount() throws {
    let limits = JSONLimits(depth: 3, values: 100, members: 3)
    #expect(try JSON(parsing: #"{"a":{"b":1},"c":2}"#, limits: limits) == ["a": ["b": 1], "c": 2])
    #expect(throws: JSONError(fault: .tooManyMembers(limit: 3), offset: 19)) {
      try JSON(parsing: #"{"a":{"b":1},"c":2,"d":3}"#, limits: limits)
    }
  }

  @Test(
    "Names are compared unit by unit: those that Unicode calls equivalent are members of their own", arguments: [2, 20])
  func names(count: Int) throws {
    let (one, two) = ("\u{E9}", "e\u{301}")
    let others = (2..<count).map { #","name \#($0)":0"# }.joined()
    let text = Array(#"{"\#(one)":1,"\#(two)":2\#(others)}"#.utf8)
    guard case .object(let members) = try JSONReader.read(text, limits: .peer) else {
      Issue.record("it is no object")
      return
    }
    #expect(members.names.count == count)
    func number(_ name: String) -> Double? {
      if case .number(let number)? = members[name] { number.double } else { nil }
    }
    #expect(number(one) == 1 && number(two) == 2 && number("absent") == nil)
    // One to Swift's dictionary.
    let value = try JSON(parsing: String(decoding: text, as: UTF8.self))
    guard case .object(let object) = value else {
      Issue.record("it is no object")
      return
    }
    #expect(object.names.count == count && object.dictionary.count == count - 1)
    #expect(value[one] == 1 && value[two] == 2)
    #expect(try JSON(parsing: value.text) == value)
  }

  @Test("Members are written in the order of their names' bytes")
  func order() {
    // Unicode's order is the other way round.
    let (composed, decomposed) = ("\u{E9}a", "e\u{301}z")
    #expect(composed < decomposed)
    #expect(JSON.object([composed: 1, decomposed: 2, "b": 3]).text == #"{"b":3,"\#(decomposed)":2,"\#(composed)":1}"#)
  }

  @Test("Whatever bytes there are, they are read or refused, and what is read is written and read again")
  func garbage() throws {
    var random = SystemRandomNumberGenerator()
    let pieces = ["{", "}", "[", "]", ",", ":", "\"", "a", "\\u00", "\\", "1", "-", ".", "e", "true", "null", " ", "é"]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement(using: &random)! }
        .joined()
      guard let value = try? JSON(parsing: text) else { continue }
      #expect(try JSON(parsing: value.text) == value, "\(text)")
    }
  }
}
