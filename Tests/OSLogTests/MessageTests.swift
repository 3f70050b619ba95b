// The text of messages: what is public, what is not, and how values are written.
import Testing

@testable import OSLog

@Suite struct MessageTests {
  private func text(_ message: OSLogMessage, showsPrivate: Bool = false) -> String {
    message.text(showsPrivate: showsPrivate)
  }

  @Test("Text that is put into a message is private unless the app says otherwise, and numbers are public")
  func privacy() {
    let (name, count) = ("Anna", 3)
    #expect(text("\(name) has \(count) notes") == "<private> has 3 notes")
    #expect(text("\(name, privacy: .public) has \(count, privacy: .private)") == "Anna has <private>")
    #expect(text("\(name) \(name, privacy: .sensitive)", showsPrivate: true) == "Anna <private>")
    #expect(text("nothing in it") == "nothing in it")
    let hashes = (1...2).map { _ in text("\(name, privacy: .private(mask: .hash))") }
    #expect(hashes[0] == hashes[1] && hashes[0].hasPrefix("<mask.hash: '"))
    #expect(text("\(name + "a", privacy: .private(mask: .hash))") != hashes[0])
  }

  @Test("Values are written in the formats and columns that the app asks for")
  func formats() {
    #expect(text("\(255, format: .hex(includePrefix: true, uppercase: true))") == "0xFF")
    #expect(
      text("\(-5, format: .decimal(minDigits: 3))|\(5, format: .decimal(explicitPositiveSign: true))") == "-005|+5")
    #expect(text("\(8, format: .octal)") == "10")
    #expect(text("\(1.0 / 3, format: .fixed(precision: 2))|\(Float(0.5))") == "0.33|0.500000")
    #expect(text("\(true)|\(false, format: .answer)") == "true|no")
    #expect(
      text("[\(7, align: .right(columns: 3))][\("a", align: .left(columns: 3), privacy: .public)]") == "[  7][a  ]")
  }

  struct Point: CustomStringConvertible {
    let description = "here"
  }
  struct Mistake: Error {}

  @Test("Values of any kind can be put into a message, and are asked for only when it gets anywhere")
  func kinds() {
    #expect(text("\(Point(), privacy: .public) \(Int.self, privacy: .public)") == "here Swift.Int")
    #expect(text("\(Mistake(), privacy: .public)") == "Mistake()")
    var asked = 0
    func value() -> String {
      asked += 1
      return "value"
    }
    Logger(.disabled).error("\(value(), privacy: .public)")
    #expect(asked == 0)
  }

  @Test("Formats of printf are filled with arguments of any number type, and say who may read them")
  func printf() {
    func said(_ format: String, _ arguments: Any..., showsPrivate: Bool = false) -> String {
      formatted(format, arguments, showsPrivate: showsPrivate)
    }
    #expect(said("%{public}@ %@ %d%%", "open", "secret", 50) == "open <private> 50%")
    #expect(said("%@", "secret", showsPrivate: true) == "secret")
    #expect(said("%{private}d|%{public, uuid_t}s", 1, "x") == "<private>|x")
    #expect(said("%ld %llu %03d %#x", -1, UInt64.max, UInt8(7), 255) == "-1 18446744073709551615 007 0xff")
    #expect(said("%.2f %g", 1.25, Float(2)) == "1.25 2")
    // What has no argument, or another one than it asks for.
    #expect(said("%d and %{public}@", 1) == "1 and %{public}@")
    #expect(said("%d %s", "text", 5) == "<private> <private>")
    #expect(said("%", 1) == "<private>")
    #expect(said("%99999999999999999999d", 1) == "<private>")
  }
}
