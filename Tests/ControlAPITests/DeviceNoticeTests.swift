// Notices: the words of a shell and the members of a call, read by the same strict rules.
import FoundationEssentials
import Testing
import Varlink
import WireJSON

@testable import ControlAPI

struct DeviceNoticeTests {
  @Test("NQ2 what a client writes is what the server reads", arguments: WireFormTests.notices)
  func roundTrip(_ notice: DeviceNotice) throws {
    let request = DeviceInterface.Notify(notice, wait: false, timeout: 5)
    let data = try JSONEncoder().encode(request)
    #expect(try WireDecoder.decode(DeviceInterface.Notify.self, from: Array(data)) == request)
  }

  @Test("NQ2 a member that no notice has is refused, also behind one that is null, and however it is spelt")
  func foreignMembers() throws {
    func read(_ members: String) throws -> DeviceInterface.Notify {
      try WireDecoder.decode(
        DeviceInterface.Notify.self, from: Array(#"{"kind":"volume","level":0.5\#(members)}"#.utf8))
    }
    #expect(try read(#","levle":null"#).notice == .volume(level: 0.5))
    for members in [#","levle":2"#, #","a":null,"levle":2"#, #","\u0301":2"#] {
      #expect(throws: DecodingError.self) { try read(members) }
    }
  }

  @Test("NQ2 there is a sample of every kind")
  func kinds() {
    #expect(Set(WireFormTests.notices.map(\.kind)) == Set(DeviceNotice.Kind.allCases))
  }

  @Test(
    "NQ2 the words of the manual page",
    arguments: [
      ("orientation", ["orientation=faceDown"], .orientation(.faceDown)),
      ("time", ["zone=Asia/Seoul"], .timeZone("Asia/Seoul")),
      ("time", ["jump=-60"], .timeJump(seconds: -60)),
      ("battery", ["level=0.2"], .battery(level: 0.2, state: nil)),
      ("battery", ["state=full", "level=1"], .battery(level: 1, state: .full)),
      ("proximity", ["near=true"], .proximity(true)),
      ("volume", ["level=0.25"], .volume(level: 0.25)),
      ("accessory", ["name=My Pen", "connected=false"], .accessory(name: "My Pen", connected: false)),
      ("display", ["name=TV=2", "connected=true"], .display(name: "TV=2", connected: true)),
      ("display-mode", ["name=TV", "mode=3840x2160"], .displayMode(name: "TV", mode: "3840x2160")),
      ("settings", ["app=a", "key=k", "value=[1,\n true]"], .settings(app: "a", key: "k", valueJSON: "[1,true]")),
      ("locale", ["locale=zh-Hans_CN"], .locale("zh-Hans_CN")),
      ("icloud", ["account=none"], .icloud(account: nil)),
      ("icloud", ["account=kim@example.com"], .icloud(account: "kim@example.com")),
      ("appearance", ["style=dark"], .appearance(.dark)),
      ("content-size", ["category=accessibility-medium"], .contentSize(.accessibilityMedium)),
      ("protected-files", ["available=true"], .protectedFiles(available: true)),
      ("network", ["network=cellular"], .network(.cellular)),
    ] as [(String, [String], DeviceNotice)])
  func words(_ kind: String, _ words: [String], _ notice: DeviceNotice) throws {
    #expect(try DeviceNotice(kind: kind, words: words) == notice)
  }

  @Test(
    "NQ2 anything else is refused, naming the key and what is allowed",
    arguments: [
      ("fly", [], "kind", "protected-files"),
      ("orientation", [], "orientation", "portraitUpsideDown"),
      ("orientation", ["orientation=up"], "orientation", "portraitUpsideDown"),
      ("orientation", ["orientation"], "orientation", "portraitUpsideDown"),
      ("time", [], "zone", "jump=SECONDS"),
      ("time", ["zone=a", "jump=1"], "jump", "zone="),
      ("time", ["zone=/etc/passwd"], "zone", "Asia/Seoul"),
      ("time", ["zone=../x"], "zone", "Asia/Seoul"),
      ("time", ["jump=0"], "jump", "SECONDS"),
      ("time", ["jump=soon"], "jump", "SECONDS"),
      ("time", ["jump=9223372036854775807"], "jump", "SECONDS"),
      ("battery", [], "level", "unplugged|charging|full"),
      ("battery", ["level=1.1"], "level", "0..1"),
      ("battery", ["level=nan"], "level", "0..1"),
      ("battery", ["level=0.5", "near=true"], "near", "0..1"),
      ("battery", ["level=0.5", "level=0.6"], "level", "0..1"),
      ("appearance", ["style=grey"], "style", "light|dark"),
      ("content-size", ["category=huge"], "category", "extra-small|small"),
      ("proximity", ["near=yes"], "near", "true|false"),
      ("accessory", ["name=", "connected=true"], "name", "connected=true|false"),
      ("accessory", ["connected=true"], "name", "connected=true|false"),
      ("accessory", ["name=a\nb", "connected=true"], "name", "connected=true|false"),
      ("display-mode", ["name=a", "mode=1920"], "mode", "WIDTHxHEIGHT"),
      ("display-mode", ["name=a", "mode=0x0"], "mode", "WIDTHxHEIGHT"),
      ("display-mode", ["name=a", "mode=+1x1"], "mode", "WIDTHxHEIGHT"),
      ("settings", ["app=a", "key=k", "value=hello"], "value", "JSON"),
      ("locale", ["locale=ko KR"], "locale", "ko_KR"),
      ("protected-files", ["available=1"], "available", "true|false"),
      ("network", ["network=lan"], "network", "offline|cellular|wifi"),
    ] as [(String, [String], String, String)])
  func refused(_ kind: String, _ words: [String], _ key: String, _ hint: String) {
    let error = #expect(throws: NoticeError.self) { try DeviceNotice(kind: kind, words: words) }
    #expect(error?.key == key)
    #expect(error?.description.contains(hint) == true, "\(error?.description ?? "")")
  }
}
