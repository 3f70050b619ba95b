// NSUserActivity: what of it reaches roostd and comes back.

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite struct NSUserActivityTests {
  /// As it is after roostd has kept it.
  private func kept(_ activity: NSUserActivity) throws -> NSUserActivity {
    try #require(NSUserActivity(json: JSON(parsing: activity.json.text)))
  }

  @Test("What an activity says of itself survives the wire")
  func properties() throws {
    let activity = NSUserActivity(activityType: "read")
    activity.title = "Chapter 1"
    activity.webpageURL = URL(string: "https://example.com/?q=a b".replacingOccurrences(of: " ", with: "%20"))
    activity.targetContentIdentifier = "book"
    activity.persistentIdentifier = "1"
    let kept = try kept(activity)
    #expect(kept.activityType == "read" && kept.title == "Chapter 1" && kept.webpageURL == activity.webpageURL)
    #expect(kept.targetContentIdentifier == "book" && kept.persistentIdentifier == "1")
    #expect(kept.userInfo == nil)
  }

  @Test("Property-list values survive the wire as what they were")
  func userInfo() throws {
    let activity = NSUserActivity(activityType: "read")
    let date = Date(timeIntervalSince1970: 1_700_000_000.25)
    activity.userInfo = [
      "text": "é\n\"", "one": 1, "true": true, "NSNumber": NSNumber(value: 1), "half": 0.5, "whole": 2.0,
      "CGFloat": CGFloat(1.5), "data": Data([0, 255]), "date": date, "url": URL(string: "a://b") as Any,
      "list": ["a", 1, ["k": false]] as [Any],
    ]
    let info = try #require(kept(activity).userInfo)
    #expect(info["text"] as? String == "é\n\"")
    #expect(info["one"] as? Int == 1 && info["NSNumber"] as? Int == 1 && info["true"] as? Bool == true)
    #expect(info["half"] as? Double == 0.5 && info["whole"] as? Double == 2 && info["CGFloat"] as? Double == 1.5)
    #expect(info["data"] as? Data == Data([0, 255]) && info["date"] as? Date == date)
    #expect(info["url"] as? URL == URL(string: "a://b"))
    let list = try #require(info["list"] as? [Any])
    #expect(list.count == 3 && (list.last as? [String: Any])?["k"] as? Bool == false)
  }

  @Test("addUserInfoEntries adds to what is there, and replaces what has the same key")
  func entries() {
    let activity = NSUserActivity(activityType: "read")
    activity.addUserInfoEntries(from: ["page": 1, "book": "A"])
    activity.addUserInfoEntries(from: ["page": 2])
    #expect(activity.userInfo?["page"] as? Int == 2 && activity.userInfo?["book"] as? String == "A")
  }

  @Test("An activity that needs saving asks its delegate first, once")
  func needsSave() {
    let activity = NSUserActivity(activityType: "read")
    let saver = Saver()
    activity.delegate = saver
    activity.needsSave = true
    #expect(activity.json["userInfo"]?["saved"] == 1)
    #expect(activity.json["userInfo"]?["saved"] == 1)
    #expect(saver.count == 1 && !activity.needsSave)
  }

  @Test("What is no activity is none", arguments: [JSON.null, "read", ["title": "read"], ["activityType": 1]])
  func malformed(json: JSON) {
    #expect(NSUserActivity(json: json) == nil)
  }
}

private final class Saver: NSObject, NSUserActivityDelegate {
  var count = 0
  func userActivityWillSave(_ userActivity: NSUserActivity) {
    count += 1
    userActivity.addUserInfoEntries(from: ["saved": count])
  }
}
