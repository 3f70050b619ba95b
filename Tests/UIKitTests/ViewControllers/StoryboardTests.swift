// Storyboards as Interface Builder writes them (LA9).

import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct StoryboardTests {
  /// A bundle with one storyboard, gone with the test.
  private final class TestBundle {
    let bundle: Bundle
    private let folder: URL

    init(_ text: String, name: String = "Main") throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).app")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try Data(text.utf8).write(to: folder.appending(path: "\(name).storyboard"))
      guard let bundle = Bundle(path: folder.path) else { throw CocoaError(.fileNoSuchFile) }
      self.bundle = bundle
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
  }

  private static let tabs = """
    <?xml version="1.0" encoding="UTF-8"?>
    <document initialViewController="T"><scenes>
      <!--Tabs-->
      <scene sceneID="1"><objects>
        <tabBarController id="T" sceneMemberID="viewController"><connections>
          <segue destination="N" kind="relationship" relationship="viewControllers" id="a"/>
          <segue destination="V" kind="relationship" relationship="viewControllers" id="b"/>
        </connections></tabBarController>
      </objects></scene>
      <scene sceneID="2"><objects>
        <navigationController id="N"><connections>
          <segue destination="R" kind="relationship" relationship="rootViewController" id="c"/>
        </connections></navigationController>
      </objects></scene>
      <scene sceneID="3"><objects>
        <viewController storyboardIdentifier="root" id="R" title="Root">
          <view key="view" id="v"><rect key="frame" x="0.0" y="0.0" width="100" height="200"/><subviews>
            <label text="Tom &amp; Jerry" id="l"><rect key="frame" x="1" y="2" width="30" height="4"/></label>
            <button buttonType="system" id="u"><state key="normal" title="Tap"/></button>
            <textField placeholder="Word" id="t"><textInputTraits key="textInputTraits" secureTextEntry="YES"/></textField>
          </subviews><color key="backgroundColor" red="1" green="0" blue="0" alpha="1"/></view>
          <connections><segue destination="V" kind="show" identifier="next" id="d"/></connections>
        </viewController>
      </objects></scene>
      <scene sceneID="4"><objects><viewController id="V" customClass="StoryboardPage" customModule="UIKitTests"/></objects></scene>
    </scenes></document>
    """

  @Test("LA9 the controller with the arrow is made, with what it contains and the class that it names")
  func containers() throws {
    let test = try TestBundle(Self.tabs)
    let tabs = try #require(try MainInterface.load(storyboard: "Main", bundle: test.bundle) as? UITabBarController)
    let navigation = try #require(tabs.viewControllers?.first as? UINavigationController)
    #expect(navigation.topViewController?.title == "Root")
    #expect((tabs.viewControllers?.last as? StoryboardPage)?.made == "by init(coder:)")
  }

  @Test("LA9 views have the frames, texts and colours of the storyboard")
  func views() throws {
    let test = try TestBundle(Self.tabs)
    let root = UIStoryboard(name: "Main", bundle: test.bundle).instantiateViewController(withIdentifier: "root")
    let views = root.view.subviews
    #expect((views[0] as? UILabel)?.text == "Tom & Jerry" && views[0].frame == CGRect(x: 1, y: 2, width: 30, height: 4))
    #expect((views[1] as? UIButton)?.title(for: .normal) == "Tap")
    #expect((views[2] as? UITextField)?.isSecureTextEntry == true)
    #expect(root.view.backgroundColor == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
  }

  @Test("A segue prepares its destination and shows it", arguments: ["show", "push"])
  func segues(kind: String) throws {
    let test = try TestBundle(Self.tabs.replacingOccurrences(of: "kind=\"show\"", with: "kind=\"\(kind)\""))
    let tabs = try #require(try MainInterface.load(storyboard: "Main", bundle: test.bundle) as? UITabBarController)
    let navigation = try #require(tabs.viewControllers?.first as? UINavigationController)
    navigation.topViewController?.performSegue(withIdentifier: "next", sender: nil)
    #expect(navigation.topViewController is StoryboardPage)
  }

  @Test("A segue that shows a detail puts it beside its source in a split view, and over it without a split view")
  func detail() throws {
    let test = try TestBundle(Self.tabs.replacingOccurrences(of: "kind=\"show\"", with: "kind=\"showDetail\""))
    let storyboard = UIStoryboard(name: "Main", bundle: test.bundle)
    let source = storyboard.instantiateViewController(withIdentifier: "root")
    let split = UISplitViewController()
    split.viewControllers = [UINavigationController(rootViewController: source), UIViewController()]
    source.performSegue(withIdentifier: "next", sender: nil)
    #expect(split.viewControllers.last is StoryboardPage && source.presentedViewController == nil)
    let alone = storyboard.instantiateViewController(withIdentifier: "root")
    alone.performSegue(withIdentifier: "next", sender: nil)
    #expect(alone.presentedViewController is StoryboardPage)
  }

  @Test(
    "What cannot be read is an error that says where",
    arguments: [
      ("<document", "an attribute is expected"), ("<document><scenes></document>", "the end comes before"),
      ("<document a=b/>", "not in quotes"), ("", "the end comes before"), ("<document/>", "no initial view controller"),
      (String(repeating: "<a>", count: 10_000), "nested more than"),
      (Self.doublings(20), "more than 1000 view controllers"),
    ])
  func malformed(text: String, complaint: String) throws {
    let test = try TestBundle(text)
    let error = #expect(throws: StoryboardError.self) {
      try MainInterface.load(storyboard: "Main", bundle: test.bundle)
    }
    #expect(error?.description.contains(complaint) == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test(
    "A custom class that the app does not have is replaced by the plain one, and the rest of the storyboard is made")
  func missingClass() throws {
    let test = try TestBundle(
      """
      <document initialViewController="N"><scenes><scene><objects>
      <navigationController id="N" customClass="Nobody"><connections>
      <segue destination="V" kind="relationship"/></connections></navigationController>
      <viewController id="V" customClass="StoryboardPage" customModule="UIKitTests"/>
      </objects></scene></scenes></document>
      """)
    let made = try MainInterface.load(storyboard: "Main", bundle: test.bundle) as? UINavigationController
    #expect(made?.topViewController is StoryboardPage)
  }

  @Test(
    "A number that is not finite, or that no interface has, is taken as if it were not written",
    arguments: ["nan", "inf", "-inf", "1e300", "-1e300", "0x1p1023"])
  func absurdNumber(number: String) throws {
    let test = try TestBundle(
      """
      <document initialViewController="V"><scenes><scene><objects><viewController id="V">
      <view key="view"><subviews><label text="Tom" alpha="\(number)">
      <rect key="frame" x="\(number)" y="2" width="\(number)" height="4"/>
      <fontDescription key="fontDescription" type="system" pointSize="\(number)"/>
      </label></subviews></view></viewController></objects></scene></scenes></document>
      """)
    let controller = try MainInterface.load(storyboard: "Main", bundle: test.bundle)
    let label = try #require(controller.view.subviews.first as? UILabel)
    #expect(label.frame == CGRect(x: 0, y: 2, width: 0, height: 4))
    #expect(label.alpha == 1 && label.font.pointSize == 17)
  }

  /// Containers, each with the next one in it twice.
  private nonisolated static func doublings(_ count: Int) -> String {
    let scenes = (0..<count).map { number in
      let segue = "<segue destination=\"\(number + 1)\" kind=\"relationship\"/>"
      return "<scene><objects><tabBarController id=\"\(number)\"><connections>\(segue)\(segue)</connections>"
        + "</tabBarController></objects></scene>"
    }
    return "<document initialViewController=\"0\"><scenes>\(scenes.joined())"
      + "<scene><objects><viewController id=\"\(count)\"/></objects></scene></scenes></document>"
  }

  @Test("A storyboard that is missing, or compiled for iOS, is an error that says what to do")
  func missing() throws {
    let test = try TestBundle("", name: "Other")
    let error = #expect(throws: StoryboardError.self) {
      try MainInterface.load(storyboard: "Main", bundle: test.bundle)
    }
    #expect(error?.description.contains("roostctl bundle --resources") == true)
  }
}

final class StoryboardPage: UIViewController {
  var made = ""
  required init?(coder: NSCoder) {
    super.init(coder: coder)
    made = "by init(coder:)"
  }
}
