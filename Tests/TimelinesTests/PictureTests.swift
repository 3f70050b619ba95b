// The picture and the page: well-formed whatever apps are called, and without a script of theirs.
import ControlAPI
import Crypto
import Foundation
import FoundationXML
import Testing

@testable import Timelines

struct PictureTests {
  private func picture(_ past: Past) -> TimelinePicture {
    TimelinePicture(History(past.entries, to: 5_000_000_000), title: "A day", subtitle: "from now on")
  }

  /// The names of the elements, and the names of all attributes.
  private final class Elements: NSObject, XMLParserDelegate {
    var names: Set<String> = []
    var attributes: Set<String> = []

    func parser(
      _: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      names.insert(name)
      self.attributes.formUnion(attributes.keys)
    }
  }

  private func elements(of svg: String) throws -> Elements {
    let elements = Elements()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = elements
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    return elements
  }

  @Test("States, callbacks, tasks, kills and pressure are in the picture, with their durations")
  func whole() throws {
    let svg = picture(.ofNotes()).svg
    _ = try elements(of: svg)
    for text in [
      "class=\"band suspended\"", "didFinishLaunching: 5 ms", "backgroundTask upload: 498 ms", "its memory was needed",
      "memory: urgent for 1 s", ">launch<", ">home<", "com.example.notes",
    ] { #expect(svg.contains(text), "\(text)") }
    // The device says again that the home button was pressed: once is enough.
    #expect(svg.components(separatedBy: "home, at").count == 2)
  }

  @Test(
    "Names and sentences of apps stay text",
    arguments: [
      "</text><script>alert(1)</script>", "\"><image href=\"http://a/\"/>", "' onload='x", "]]>", "<!--", "&amp;&#0;",
      "\u{0}\u{1B}[2J\u{202E}\u{FFFF}", "</svg></main><script>",
    ])
  func hostile(_ text: String) throws {
    var past = Past()
    for kind in HistoryInterface.Kind.allCases {
      past.add(kind, at: 10, app: text, name: text, detail: text, scene: text, number: 1, value: 5, limit: 5)
    }
    past.add(.state, at: 20, app: text, name: "active", detail: "inactive")
    let plain = try elements(of: picture(.ofNotes()).svg)
    let history = History(past.entries, to: 5_000_000_000)
    let found = try elements(of: TimelinePicture(history, title: text, subtitle: text).svg)
    #expect(found.names.isSubset(of: plain.names) && found.attributes.isSubset(of: plain.attributes))
    let page = TimelinePage(TimelinePicture(history, title: text, subtitle: text), title: text).html
    #expect(page.components(separatedBy: "<script>").count == 2 && page.components(separatedBy: "</script>").count == 2)
  }

  @Test("The page's policy allows its one script and nothing from elsewhere")
  func policy() {
    let page = TimelinePage(picture(.ofNotes()), title: "A day").html
    let digest = Data(SHA256.hash(data: Data(TimelinePage.script.utf8))).base64EncodedString()
    #expect(TimelinePage.digest == digest)
    #expect(page.contains("default-src 'none'") && page.contains("script-src 'sha256-\(digest)'"))
    #expect(page.contains("<script>\(TimelinePage.script)</script>"))
    #expect(!page.contains("href=") && !page.contains("src="))
    let live = TimelinePage(picture(.ofNotes()), title: "A day", isLive: true).html
    #expect(live.contains("<script>\(TimelinePage.script)</script>") && live.contains("script-src 'sha256-\(digest)'"))
    #expect(live.contains(" data-live>") && !page.contains(" data-live>"))
  }
}
