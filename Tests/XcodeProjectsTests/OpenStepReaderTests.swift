// The reader of OpenStep's property lists: its whole grammar, its mistakes by line, its bounds.
import Foundation
import Testing

@testable import XcodeProjects

struct OpenStepReaderTests {
  private func read(_ text: String) throws -> PropertyListValue { try OpenStepReader.read(Array(text.utf8)) }

  private func mistake(_ text: String) -> OpenStepReader.Mistake? {
    do throws(OpenStepReader.Mistake) {
      _ = try OpenStepReader.read(Array(text.utf8))
      return nil
    } catch { return error }
  }

  @Test("Texts of marks, which take the square of their length to compare, have a joiner after each thirty")
  func marks() throws {
    let marks = "a" + String(repeating: "\u{301}", count: 100)
    guard case .dictionary(let members) = try read("{ \(marks) = \"\(marks)\"; }") else { return #expect(Bool(false)) }
    #expect(members.keys.first?.unicodeScalars.count == 101 + 3)
    guard case .string(let value)? = members.values.first else { return #expect(Bool(false)) }
    #expect(value.unicodeScalars.count == 101 + 3)
  }

  @Test("Dictionaries, lists, words, quoted strings and data, with comments between all of them")
  func grammar() throws {
    let text = """
      // !$*UTF8*$!
      {
      \tisa = PBXGroup; /* Begin */ "a key" = ( 00E8/* id */, "two words", <0fbd 77>, );
      \tpath = ../Shared/file-1.swift; empty = {}; none = (); 'single' = 'x"y';
      }
      """
    #expect(
      try read(text)
        == .dictionary([
          "isa": .string("PBXGroup"),
          "a key": .array([.string("00E8"), .string("two words"), .data(Data([0x0F, 0xBD, 0x77]))]),
          "path": .string("../Shared/file-1.swift"), "empty": .dictionary([:]), "none": .array([]),
          "single": .string("x\"y"),
        ]))
    #expect(try read("\u{FEFF}{a = 1;}") == .dictionary(["a": .string("1")]))
    #expect(try read("http://example.com") == .string("http://example.com"))
  }

  @Test("Escapes: quotes, line ends, octal numbers, UTF-16 with pairs, and half a pair")
  func escapes() throws {
    #expect(try read(#""a\"b\\c\n\t\101\12""#) == .string("a\"b\\c\n\tA\n"))
    #expect(try read(#""\U00e9\Ud83d\Ude00""#) == .string("é😀"))
    #expect(try read(#""\Ud83dx""#) == .string("\u{FFFD}x"))
    #expect(try read(#""é""#) == .string("é"))
  }

  @Test("A mistake is named with its line")
  func mistakes() throws {
    #expect(mistake("{\n a = 1\n}")?.line == 3)
    #expect(mistake("{\n a 1;\n}")?.why == "\"=\" is missing after the key a")
    #expect(mistake("(a b)")?.why == "\",\" or \")\" is missing after an item")
    for (text, why) in [
      ("", "a value is missing at the end"), ("{a = ", "a value is missing at the end"),
      ("{a = \"x", "a string has no end"),
      ("\"\\", "a string has no end"), ("/* x", "a comment has no end"), ("<0f", "data has no end, or an odd digit"),
      ("<0>", "data has no end, or an odd digit"), ("<zz>", "data has something else than hexadecimal digits"),
      ("a b", "there is something after the end"), ("{;}", "a string is missing"),
      ("\"\\U12", "\\U has fewer than four digits"),
    ] {
      #expect(mistake(text)?.why == why, "\(text)")
    }
  }

  @Test("Depth has a bound, and 32 MB of comments or brackets are read once")
  func bounds() throws {
    let deepest = OpenStepReader.deepest - 1
    let deep = String(repeating: "(", count: deepest)
    #expect(mistake(deep + "a" + String(repeating: ")", count: deepest)) == nil)
    #expect(
      mistake("(" + deep + "a" + String(repeating: ")", count: deepest + 1))?.why
        == "braces and parentheses go deeper than 64")
    #expect(mistake(String(repeating: "(", count: 1_000_000))?.why == "braces and parentheses go deeper than 64")
    #expect(try read(String(repeating: "/**/", count: 100_000) + "a") == .string("a"))
  }

  @Test(
    "XML of marks in a row is refused before its texts are compared, also of marks that are references or parts of texts",
    arguments: ["\u{301}", "&#x301;", "<![CDATA[\u{301}]]>"])
  func marksOfXML(mark: String) {
    let xml =
      "<plist version=\"1.0\"><dict><key>a" + String(repeating: mark, count: 300) + "</key><true/></dict></plist>"
    #expect(throws: ProjectError.notValid("a", line: 1, why: "it has more than thirty combining marks in a row")) {
      try PropertyListFile.parse(Array(xml.utf8), "a")
    }
  }

  @Test("XML is read where it is not nested too deep; a binary list names the cure")
  func otherForms() throws {
    let xml = "<?xml version=\"1.0\"?><!-- </dict> --><plist version=\"1.0\"><dict><key>a</key><true/></dict></plist>"
    #expect(try PropertyListFile.parse(Array(xml.utf8), "a") == .dictionary(["a": .bool(true)]))
    let deep =
      "<plist version=\"1.0\">" + String(repeating: "<array>", count: 100_000)
      + String(repeating: "</array>", count: 100_000) + "</plist>"
    #expect(throws: ProjectError.notValid("a", line: 1, why: "its arrays and dictionaries are more than 64 deep")) {
      try PropertyListFile.parse(Array(deep.utf8), "a")
    }
    #expect(throws: ProjectError.notValid("a", line: 1, why: "it is binary; `plutil -convert xml1` makes it XML")) {
      try PropertyListFile.parse(Array("bplist00".utf8), "a")
    }
  }
}
