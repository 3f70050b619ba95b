// The depth of a property list in XML, and what hides an element, or the end of one, from Foundation's reader.
import PropertyLists
import Testing

@Suite struct XMLDepthTests {
  /// Arrays in each other, each behind `before`, in the element called plist.
  private func list(_ count: Int, before: String = "") -> [UInt8] {
    let begin = String(repeating: "\(before)<array>", count: count)
    let end = String(repeating: "</array>", count: count)
    return Array("<?xml version=\"1.0\"?><!DOCTYPE plist><plist version=\"1.0\">\(begin)\(end)</plist>".utf8)
  }

  @Test("sixty-three arrays in each other are read, and one more is not; those beside each other do not count")
  func bound() {
    #expect(XMLDepth.isBounded(in: list(63)))
    #expect(!XMLDepth.isBounded(in: list(64)))
    let beside = String(repeating: "<dict><key>a</key><array/></dict><array></array>", count: 200)
    #expect(XMLDepth.isBounded(in: Array("<plist><array>\(beside)</array></plist>".utf8)))
    #expect(PropertyListBounds.problem(in: list(63)) == nil)
    #expect(PropertyListBounds.problem(in: list(64))?.contains("more than 64 deep") == true)
  }

  @Test(
    "an end that Foundation passes over ends nothing",
    arguments: [
      "<!-- </array> -->", "<!--></array>-->", "<? </array> ?>", "<string><![CDATA[</array>]]></string>",
      "<string x=\"</array\"></string>", "<array></array><!--</array></array>-->",
    ])
  func hidden(before: String) {
    #expect(!XMLDepth.isBounded(in: list(64, before: before)))
  }

  @Test("a list with an instruction that ends where it begins is refused: its readers do not agree where it goes on")
  func instruction() {
    #expect(!XMLDepth.isBounded(in: list(1, before: "<?>")))
    #expect(!XMLDepth.isBounded(in: Array("<?>".utf8) + list(1)))
    #expect(XMLDepth.isBounded(in: list(1, before: "<??>")))
  }

  @Test("a tag that looks empty and is none leaves the dictionaries around it as deep as they are")
  func emptyKey() {
    let text = String(repeating: "<dict><key/>a</key>", count: 64) + "<true/>" + String(repeating: "</dict>", count: 64)
    #expect(!XMLDepth.isBounded(in: Array("<plist>\(text)</plist>".utf8)))
  }

  @Test("a list that is cut short anywhere is looked through to its end")
  func cutShort() {
    let text = Array("<?x?><!DOCTYPE a><!--b--><plist><array><string><![CDATA[c]]></string></array></plist>".utf8)
    for length in 0...text.count { #expect(XMLDepth.isBounded(in: Array(text.prefix(length)))) }
  }
}
