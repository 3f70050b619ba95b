// The values and objects that an app's kept state may hold, from one process to the next (SC5).

import Testing

@testable import UIKit

@MainActor @Suite struct StateCoderTests {
  /// The coder that the next process is given.
  private func next(after coder: StateCoder) throws -> StateCoder {
    let data = try #require(coder.data)
    return try #require(StateCoder(data: data))
  }

  /// As the next process decodes it; nil when it finds none, or one of another type.
  private func back<Value>(_ value: Value) throws -> Value? {
    let coder = StateCoder()
    coder.encode(value, forKey: "value")
    return try next(after: coder).decodeObject(forKey: "value") as? Value
  }

  @Test("SC5 an object of a nested or private class comes back, and so does one whose state is bytes")
  func classes() throws {
    #expect(try back(Shelf.Keepsake(3))?.place == 3)
    #expect(try back(HiddenKeepsake(4))?.place == 4)
    let shells = try back([Shelf.Keepsake(1), Shelf.Keepsake(2)])
    #expect(shells?.map(\.place) == [1, 2])
    let id = NSUUID()
    #expect(try back(id) == id)
    let coder = StateCoder()
    coder.encodeBytes([7, 8], length: 2, forKey: "bytes")
    let next = try next(after: coder)
    #expect(next.withDecodedUnsafeBytes(forKey: "bytes") { $0.map { Array($0) } } == [7, 8])
    #expect(next.withDecodedUnsafeBytes(forKey: "nothing") { $0.map { Array($0) } } == nil)
  }

  @Test("SC5 objects that refer to each other end no app: a conditional reference is not kept")
  func conditional() throws {
    let child = Shelf.Keepsake(1)
    child.parent = child
    let again = try #require(try back(child))
    #expect(again.place == 1 && again.parent == nil)
  }

  @Test("SC5 a text with attributes comes back, of one run and of several, and a text without")
  func attributedText() throws {
    let text = NSMutableAttributedString(
      string: "some words", attributes: [NSAttributedString.Key("mark"): "a" as NSString])
    let one = NSAttributedString(attributedString: text)
    #expect(try back(one)?.attribute(NSAttributedString.Key("mark"), at: 9, effectiveRange: nil) as? String == "a")
    text.addAttribute(NSAttributedString.Key("mark"), value: "b" as NSString, range: NSRange(location: 2, length: 3))
    let several = try back(text)
    #expect(several?.string == "some words")
    #expect(several?.attribute(NSAttributedString.Key("mark"), at: 3, effectiveRange: nil) as? String == "b")
    #expect(several?.attribute(NSAttributedString.Key("mark"), at: 8, effectiveRange: nil) as? String == "a")
    #expect(try back(NSAttributedString(string: "plain"))?.string == "plain")
  }

  @Test("SC5 values that no property list holds come back as they were, and not as their descriptions")
  func values() throws {
    let id = UUID()
    #expect(try back(id) == id)
    #expect(try back(URL(fileURLWithPath: "/a")) == URL(fileURLWithPath: "/a"))
    #expect(try back(IndexPath(indexes: [1, 2])) == IndexPath(indexes: [1, 2]))
    #expect(try back(CGPoint(x: 1, y: 2.5)) == CGPoint(x: 1, y: 2.5))
    #expect(try back(CGSize(width: 1, height: 2)) == CGSize(width: 1, height: 2))
    #expect(try back(CGRect(x: 1, y: 2, width: 3, height: 4.5)) == CGRect(x: 1, y: 2, width: 3, height: 4.5))
    #expect(try back(NSRange(location: NSNotFound, length: 1)) == NSRange(location: NSNotFound, length: 1))
    #expect(try back(Set([1, 2])) == [1, 2])
    #expect(try back(NSSet(array: [1, "a"])) == NSSet(array: [1, "a"]))
    #expect(try back(NSMutableSet(array: [1]))?.count == 1)
    #expect(try back([1: "one", 2: "two"]) == [1: "one", 2: "two"])
    #expect(try back([id: Set([1])]) == [id: Set([1])])
    #expect(try back(["$class": "URL", "$values": "a"]) == ["$class": "URL", "$values": "a"])
    #expect(try back(DateComponents(year: 2007)) == DateComponents(year: 2007))
  }

  @Test("SC5 a value that cannot be kept is left out, with its place in a dictionary, and the rest is kept")
  func leftOut() throws {
    struct Secret {}
    let coder = StateCoder()
    coder.encode(Secret(), forKey: "secret")
    coder.encode([Secret()], forKey: "secrets")
    coder.encode(["secret": Secret(), "number": 1] as [String: Any], forKey: "mixed")
    let next = try next(after: coder)
    #expect(!next.containsValue(forKey: "secret") && !next.containsValue(forKey: "secrets"))
    #expect(next.decodeObject(forKey: "mixed") as? [String: Int] == ["number": 1])
  }

  @Test("SC5 state that an earlier version of the library kept is decoded")
  func earlier() throws {
    let kept: [String: Any] = [
      "marker": ["$class": "UIKitTests.Marker", "$values": ["place": 3]],
      "link": ["$class": "URL", "$values": ["string": "notes://1"]],
      "null": ["$class": "NSNull", "$values": [String: Any]()],
      "text": "{1, 2}",
    ]
    let data = try PropertyListSerialization.data(fromPropertyList: kept, format: .binary, options: 0)
    let next = try #require(StateCoder(data: data))
    #expect((next.decodeObject(forKey: "marker") as? Marker)?.place == 3)
    #expect(next.decodeObject(forKey: "link") as? URL == URL(string: "notes://1"))
    #expect(next.decodeObject(forKey: "null") is NSNull && next.decodeObject(forKey: "text") as? String == "{1, 2}")
  }
}

private enum Shelf {
  final class Keepsake: NSObject, NSCoding {
    let place: Int
    var parent: Keepsake?
    init(_ place: Int) { self.place = place }
    required init?(coder: NSCoder) {
      place = coder.decodeInteger(forKey: "place")
      parent = coder.decodeObject(forKey: "parent") as? Keepsake
    }
    func encode(with coder: NSCoder) {
      coder.encode(place, forKey: "place")
      coder.encodeConditionalObject(parent, forKey: "parent")
    }
  }
}

private final class HiddenKeepsake: NSObject, NSCoding {
  let place: Int
  init(_ place: Int) { self.place = place }
  required init?(coder: NSCoder) { place = coder.decodeInteger(forKey: "place") }
  func encode(with coder: NSCoder) { coder.encode(place, forKey: "place") }
}
