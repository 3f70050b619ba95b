// The names in Info.plist, and the things that outlive a process: classes, activities, kept state (SC1, SC5).

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite(.serialized) struct KeptStateTests {
  @Test(
    "Classes are found by name: with the module, without it, and those that are private to their file",
    arguments: [
      "UIKitTests.NamedDelegate", "$(PRODUCT_MODULE_NAME).NamedDelegate",
    ])
  func named(name: String) {
    #expect(
      AppClass.named(name.replacingOccurrences(of: "$(PRODUCT_MODULE_NAME)", with: "UIKitTests")) == NamedDelegate.self)
    #expect(AppClass.named("UIKitTests.NobodyElsesDelegate") == NobodyElsesDelegate.self)
    #expect(AppClass.named("UIKitTests.Nobody") == nil)
  }

  @Test("SC5 an activity comes back as it was given, whatever a property list can hold")
  func activities() throws {
    let activity = NSUserActivity(activityType: "com.example.read")
    activity.title = "Reading"
    activity.webpageURL = URL(string: "https://example.com/a?b=c")
    let date = Date(timeIntervalSince1970: 1_000_000)
    activity.userInfo = [
      "page": 12, "half": 0.5, "on": true, "name": "x", "when": date, "bytes": Data([0, 255]), "list": [1, "two"],
      "nested": ["deep": ["er": 3]],
    ]
    let back = try #require(NSUserActivity(json: JSON(parsing: activity.json.text)))
    #expect(
      back.activityType == activity.activityType && back.title == "Reading" && back.webpageURL == activity.webpageURL)
    let info = try #require(back.userInfo)
    #expect(info["page"] as? Int == 12 && info["half"] as? Double == 0.5 && info["on"] as? Bool == true)
    #expect(info["when"] as? Date == date && info["bytes"] as? Data == Data([0, 255]))
    #expect(((info["nested"] as? [String: Any])?["deep"] as? [String: Any])?["er"] as? Int == 3)
    #expect(NSUserActivity(json: ["title": "no type"]) == nil)
  }

  @Test("SC5 what is encoded is decoded, objects of the app's own included")
  func stateCoder() throws {
    let coder = StateCoder()
    coder.encode(7, forKey: "count")
    coder.encode("text", forKey: "text")
    coder.encode(true, forKey: "flag")
    coder.encode(1.5, forKey: "number")
    coder.encode(["a", "b"], forKey: "list")
    coder.encode(Marker(3), forKey: "marker")
    let data = try #require(coder.data)
    let back = try #require(StateCoder(data: data))
    #expect(back.decodeInteger(forKey: "count") == 7 && back.decodeObject(forKey: "text") as? String == "text")
    #expect(back.decodeBool(forKey: "flag") && back.decodeDouble(forKey: "number") == 1.5)
    #expect(back.decodeObject(forKey: "list") as? [String] == ["a", "b"])
    #expect((back.decodeObject(forKey: "marker") as? Marker)?.place == 3)
    #expect(!back.containsValue(forKey: "nothing") && back.decodeInteger(forKey: "nothing") == 0)
    #expect(StateCoder(data: Data("nonsense".utf8)) == nil)
  }
}

/// Named by its module, or by the placeholder that Xcode leaves.
final class NamedDelegate: UIResponder, UIWindowSceneDelegate {}

/// Named by Info.plist, and by nobody in the code.
private final class NobodyElsesDelegate: UIResponder, UIWindowSceneDelegate {}

final class Marker: NSObject, NSCoding {
  let place: Int
  init(_ place: Int) { self.place = place }
  required init?(coder: NSCoder) { place = coder.decodeInteger(forKey: "place") }
  func encode(with coder: NSCoder) { coder.encode(place, forKey: "place") }
}
