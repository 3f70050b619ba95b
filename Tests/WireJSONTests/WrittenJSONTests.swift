// A value that is kept as its text is written as that text, and is the value that the text says.
import Testing

@testable import WireJSON

@Suite struct WrittenJSONTests {
  /// Our writer leaves no spaces, so they show that a text was not taken apart.
  private static let roomy = #"{"b" : [1, 2], "a" : null}"#

  @Test("A text is written as it is, by itself, in an object and on a line")
  func text() {
    let written = WrittenJSON(written: Self.roomy)
    #expect(written.text == Self.roomy)
    #expect(WrittenJSON(members: ["b": written, "a": [:]]).text == #"{"a":{},"b":\#(Self.roomy)}"#)
    let line = ObjectWriter.line { $0.put("x", written: written) }
    #expect(String(decoding: line, as: UTF8.self) == "{\"x\":\(Self.roomy)}\n")
  }

  @Test("The value is the one that the text says, whichever of them was there first")
  func value() {
    let value: JSON = ["b": [1, 2], "a": nil]
    #expect(WrittenJSON(written: Self.roomy).value == value)
    #expect(WrittenJSON(value).value == value)
    #expect(WrittenJSON(value) == WrittenJSON(written: value.text))
    #expect(WrittenJSON(value).hashValue == WrittenJSON(written: value.text).hashValue)
    #expect(WrittenJSON(written: "no JSON").value == "no JSON")
  }

  @Test("That a value takes more bytes than a limit is found without its text, and of none that takes fewer")
  func surelyLonger() {
    let exact: [JSON] = [
      nil, true, false, 7, "x", [], [:], [nil], ["a": true], ["b": [1, 2], "a": nil, "c": ["d": "text", "e": false]],
    ]
    for value in exact {
      let length = value.text.utf8.count
      #expect(value.isSurelyLonger(than: length - 1) && !value.isSurelyLonger(than: length), "\(value.text)")
    }
    // Those that are written with more than they are counted with.
    for value in [1234, -0.5, "\n\u{1}\"", ["\t": 10]] as [JSON] {
      #expect(!value.isSurelyLonger(than: value.text.utf8.count), "\(value.text)")
    }
  }

  @Test("A text that would end the line becomes a string")
  func oneLine() {
    #expect(WrittenJSON(written: "{\n}").text == #""{\n}""#)
  }

  @Test("The members of an object are in the order that those of any JSON object have")
  func order() {
    let members = Dictionary(uniqueKeysWithValues: ["b", "a", "\u{e9}", "Z", "aa", ""].map { ($0, JSON.string($0)) })
    #expect(WrittenJSON(members: members.mapValues { WrittenJSON($0) }).text == JSON.object(members).text)
  }
}
