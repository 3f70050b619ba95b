// SN1, SN2, LA8, LA9 and SC5's files with real apps: what they look like, and how they are turned.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct PictureTests {
  @Test(
    "SN1 after home there is a picture: what is seen, and neither a password nor what is hidden",
    arguments: [true, false])
  func picture(scenes: Bool) throws {
    let witness = try Witness(scenes: scenes)
    try witness.app.launch()
    let error = try refusal { _ = try witness.app.picture() }
    guard case .noSnapshot = error else { throw Unexpected("\(error)") }
    try witness.test.device.home()
    let svg = try witness.app.picture()
    #expect(svg.contains("plain sight"))
    #expect(!svg.contains("horse") && !svg.contains("staple"))
  }

  @Test("SN1 Vault covers its secrets before the picture is taken")
  func vault() throws {
    let test = try TestDevice(apps: [Programs.app("vault")])
    let vault = test.device.app("com.example.vault")
    try vault.launch()
    try test.device.home()
    let svg = try vault.picture()
    #expect(!svg.contains("sesame") && !svg.contains("oak"))
    #expect(svg.contains("<rect"))
  }

  @Test("SN1 each scene has its own picture, and what is discarded loses it")
  func eachScene() throws {
    let test = try TestDevice(apps: [Programs.app("pages")])
    let pages = test.device.app("com.example.pages")
    try test.device.open(url: "pages:12")
    let first = try #require(try pages.scenes().first).session
    let second = try pages.newScene()
    try test.device.home()
    #expect(try pages.picture(of: first).contains("Page 12"))
    #expect(try pages.picture(of: second).contains("Page 1"))
    #expect(try pages.picture() == pages.picture(of: second))
    try pages.discard(scene: first)
    _ = try refusal { _ = try pages.picture(of: first) }
  }

  @Test("SN2 an app that does not render in time is suspended all the same, and lives")
  func late() throws {
    let app = try ScriptApp.make(
      "slowpicture",
      script: """
        #!/bin/sh
        echo '{"hello":{"protocol":1,"library":"test/1"}}' >&4
        while IFS= read -r line <&3; do
          seq=${line#'{"seq":'}
          seq=${seq%%,*}
          case $line in *'"snapshot"'*) late=$seq; continue ;; esac
          if [ -n "$late" ]; then echo "{\\"ack\\":$late}" >&4; late=; fi
          echo "{\\"ack\\":$seq}" >&4
          case $line in *'"willTerminate"'*) exit 0 ;; esac
        done
        """)
    let test = try TestDevice(deadlines: "snapshot = \"50ms\"", apps: [app])
    let slow = test.device.app("com.example.slowpicture")
    try slow.launch()
    try test.device.home()
    #expect(try slow.state == .suspended)
    try test.events.wait(for: "the missed deadline") {
      if case .deadline(slow.id, "snapshot", _, _) = $0.kind { true } else { false }
    }
    try slow.launch()
    #expect(try slow.state == .active)
    #expect(try slow.exits().isEmpty)
  }

  @Test("LA8 an app starts in portrait and is then told to turn as the device is, if it can")
  func orientation() throws {
    let both = [
      "UIInterfaceOrientationPortrait", "UIInterfaceOrientationLandscapeLeft", "UIInterfaceOrientationLandscapeRight",
    ]
    let turning = try Witness(scenes: false, keys: ["UISupportedInterfaceOrientations": both])
    try turning.test.device.notify(.orientation(.landscapeLeft))
    try turning.app.launch()
    try turning.test.device.home()
    #expect(turning.line(of: "viewWillTransition") != nil)
    let upright = try Witness(
      scenes: false, keys: ["UISupportedInterfaceOrientations": ["UIInterfaceOrientationPortrait"]])
    try upright.test.device.notify(.orientation(.landscapeLeft))
    try upright.app.launch()
    try upright.test.device.home()
    #expect(upright.line(of: "viewWillTransition") == nil)
    let wide = try Witness(
      scenes: false, keys: ["UISupportedInterfaceOrientations": ["UIInterfaceOrientationLandscapeRight"]])
    try wide.app.launch()
    try wide.test.device.home()
    #expect(wide.line(of: "viewWillTransition") == nil)
    #expect(try wide.app.picture().contains("844"))
  }

  @Test("LA9 the main storyboard is loaded before WF, and its labels are on the screen")
  func mainInterface() throws {
    let test = try TestDevice(apps: [Programs.app("xcode-template")])
    let template = test.device.app("com.example.xcode-template")
    try template.launch()
    #expect(try template.state == .active)
    try test.device.home()
    #expect(try template.picture().contains("Made with Interface Builder"))
  }

  @Test("SC5 app-based: state is saved after B and offered between WF and DF, across a kill; not after a force-quit")
  func stateRestoration() throws {
    let witness = try Witness(scenes: false)
    try witness.app.launch()
    #expect(!witness.calls().contains("shouldRestoreSecureApplicationState"))
    let start = witness.testimony.count
    try witness.test.device.home()
    #expect(witness.delegateCalls(from: start).suffix(2) == ["didEnterBackground", "shouldSaveSecureApplicationState"])
    kill(try #require(try witness.app.pid), SIGKILL)
    try witness.test.wait(for: .notRunning, of: witness.app)
    try witness.app.launch()
    #expect(
      witness.delegateCalls().prefix(3)
        == ["willFinishLaunching", "shouldRestoreSecureApplicationState", "didFinishLaunching"])
    #expect(witness.line(of: "shouldRestoreSecureApplicationState")?.hasSuffix("true") == true)
    try witness.test.device.home()
    try witness.app.quit()
    try witness.app.launch()
    #expect(!witness.calls().contains("shouldRestoreSecureApplicationState"))
  }
}
