// The device and the screen of an app as those see them who watch: FG7 with real apps, and the state of the device.
import ControlAPI
import Glibc
import RoostTesting
import Testing

@Suite(.serialized) struct ScreenTests {
  @Test("FG7 an active app draws its screen, anew when it has changed; others are refused with the reason")
  func screen() throws {
    let test = try TestDevice(apps: [Programs.app("form"), Programs.app("pynote")])
    let form = test.device.app("com.example.form")
    #expect("\(try refusal { _ = try form.screen() })".contains("roostctl launch"))
    try form.launch()
    let first = try form.screen()
    #expect(first.svg?.contains("Order") == true)
    #expect(try form.screen(seen: first.picture) == .init(picture: first.picture, svg: nil))
    let name = try #require(try form.elements().first { $0.identifier == "name" })
    for phase in ["began", "ended"] {
      try form.send(
        input: #"{"type":"touches","touches":[{"phase":"\#(phase)","x":\#(name.x + 9),"y":\#(name.y + 9)}]}"#)
    }
    try form.send(input: #"{"type":"text","text":"Ada"}"#)
    let second = try form.screen(seen: first.picture)
    #expect(second.svg?.contains("Ada") == true)

    let pynote = test.device.app("com.example.pynote")
    try pynote.launch()
    #expect("\(try refusal { _ = try pynote.screen() })".contains("has no picture"))
    #expect("\(try refusal { _ = try form.screen() })".contains("suspended"))
  }

  @Test("FG5 FG6 FG7 each of two scenes in front has its own screen: picture, elements and touches")
  func scenes() throws {
    let test = try TestDevice(device: "foreground-slots = 2", apps: [Programs.app("pages")])
    let pages = test.device.app("com.example.pages")
    let client = try ControlClient(socket: test.daemon.socket)
    try pages.launch()
    let first = try #require(try pages.scenes().first).session
    let second = try pages.newScene()
    func number(_ scene: String?) throws -> String? {
      try client.call(AppsInterface.Elements(id: pages.id, scene: scene)).elements
        .first { $0.identifier == "number" }?.label
    }
    func picture(_ scene: String?) throws -> String {
      try client.call(AppsInterface.Picture(id: pages.id, scene: scene)).svg ?? ""
    }
    #expect(try [number(first), number(second)] == ["1", "1"])
    let next = try #require(
      try client.call(AppsInterface.Elements(id: pages.id, scene: second)).elements.first { $0.identifier == "next" })
    for phase in ["began", "ended"] {
      try pages.send(
        input: """
          {"type":"touches","scene":"\(second)","touches":[{"phase":"\(phase)","x":\(next.x + 9),"y":\(next.y + 9)}]}
          """)
    }
    #expect(try [number(first), number(second)] == ["1", "2"])
    #expect(try picture(first).contains("Page 1") && !picture(first).contains("Page 2"))
    #expect(try picture(second).contains("Page 2") && !picture(second).contains("Page 1"))
    // Without a name: the scene with the key window, and it alone.
    #expect(try ["1", "2"].contains(number(nil)))
    #expect("\(try refusal { _ = try picture("nobody") })".contains("not in front"))
    #expect(throws: (any Error).self) { try picture(String(repeating: "x", count: 201)) }
  }

  @Test("NQ2 the volume is told to apps, is the device's state, and outlives the daemon")
  func volume() throws {
    let test = try TestDevice()
    try test.notes.launch()
    try test.device.notify(.volume(level: 0.25))
    #expect(try test.device.state().volume == 0.25)
    try test.daemon.restart(after: SIGKILL)
    #expect(try Device(socket: test.daemon.socket).state().volume == 0.25)
  }

  @Test("FG7 a picture that is larger than may be, or has too long a name, is refused, and the app lives")
  func tooLarge() throws {
    let bundle = try ScriptApp.make(
      "bigpicture",
      script: """
        #!/bin/sh
        echo '{"hello":{"protocol":1,"library":"test/1"}}' >&4
        while IFS= read -r line <&3; do
          seq=${line#'{"seq":'}
          seq=${seq%%,*}
          case $line in
          *'"seen":"long"'*) echo "{\\"ack\\":$seq,\\"result\\":{\\"picture\\":\\"$(printf %0201d 0)\\"}}" >&4 ;;
          *'"picture"'*)
            echo "{\\"ack\\":$seq,\\"result\\":{\\"picture\\":\\"1\\",\\"svg\\":\\"$(printf %065537d 0)\\"}}" >&4 ;;
          *) echo "{\\"ack\\":$seq}" >&4 ;;
          esac
        done
        """)
    let test = try TestDevice(apps: [bundle])
    let large = test.device.app("com.example.bigpicture")
    try large.launch()
    #expect("\(try refusal { _ = try large.screen() })".contains("65536"))
    #expect("\(try refusal { _ = try large.screen(seen: "long") })".contains("too long a name"))
    #expect(try large.state == .active)
  }

  @Test("the device tells its state: lock, call, alerts, panels, apps in front, orientation and battery")
  func state() throws {
    let test = try TestDevice()
    let fresh = try test.device.state()
    #expect(
      fresh
        == .init(
          locked: false, passcode: false, call: .none, alerts: 0, panels: [], front: [], orientation: "portrait",
          level: 1, charging: "full", appearance: "light", contentSize: "large", volume: 1))
    try test.notes.launch()
    try test.device.call(.ring)
    try test.device.showAlert()
    try test.device.open(.notificationCenter)
    let covered = try test.device.state()
    #expect(covered.call == .ringing && covered.alerts == 1 && covered.panels == [.notificationCenter])
    #expect(covered.front == ["com.example.notes"])
    try test.device.call(.accept)
    #expect(try test.device.state().call == .underWay)
    try test.device.setPasscode("2580")
    try test.device.lock()
    let locked = try test.device.state()
    #expect(locked.locked && locked.passcode && locked.panels.isEmpty)
  }
}
