// The screen of top at every size, the order of apps and the filter, and what keys do.
import ControlAPI
import Testing

@testable import TopScreen

struct TopTests {
  private static func texts(
    _ top: Top = Top(), _ glance: Glance = Glances.four, size: ScreenSize
  ) -> [String] {
    top.lines(glance, size, at: 13 * Glances.second).map(\.text)
  }

  @Test("At 80x24 every app has its state, memory and processor time, its deadlines, and what keeps it awake")
  func ordinary() {
    let lines = Self.texts(size: ScreenSize(width: 80, height: 24))
    #expect(lines.count == 24)
    #expect(lines[0].contains("unlocked  in front: com.example.notes"))
    #expect(lines[1].contains("apps 4, 3 running  memory 20.0M  battery 50 % charging"))
    #expect(lines.contains { $0.hasPrefix("> com.example.clock  background") && $0.contains("71   3.0M    0.0") })
    #expect(lines.contains { $0.hasPrefix("  com.example.notes  active") && $0.contains("70  12.0M   25.0") })
    #expect(lines.contains { $0.hasPrefix("  com.example.faulty -") && $0.contains("killed by the") })
    #expect(lines.contains { $0.contains("in didEnterBackground for 2.0 s") })
    #expect(lines.contains { $0.contains("[########------------] enterBackground, 2.0 s of 5.0 s") })
    #expect(!lines.contains { $0.contains("cpuWindow") })
    #expect(lines.contains { $0.contains("awake: backgroundTask upload, 19.0 s left") })
    #expect(lines.contains { $0.contains("awake: activity audio, for 3.0 s") })
    #expect(lines.contains("  04:42:34 com.example.faulty  killed by the watchdog"))
    #expect(lines.contains("  com.example.clock  didEnterBackground  5.3 ms"))
    #expect(lines.last?.contains("? help") == true)
  }

  @Test(
    "At any size the screen is filled and not passed, and the chosen app is on it", arguments: [1, 2, 5, 12, 24, 50])
  func sizes(height: Int) {
    for width in [1, 3, 20, 39, 40, 59, 60, 80, 200] {
      var top = Top()
      for _ in 0..<4 {
        let size = ScreenSize(width: width, height: height)
        let lines = top.lines(Glances.four, size, at: 13 * Glances.second)
        #expect(lines.count == height)
        #expect(lines.allSatisfy { $0.columns <= width }, "\(width)x\(height)")
        if height >= 5, width > 3 { #expect(lines.contains { $0.text.hasPrefix("> ") }, "\(width)x\(height)") }
        _ = top.press(.down, Glances.four)
      }
    }
  }

  @Test("A narrow screen shows the last part of identifiers, and wide characters keep the columns in line")
  func narrow() {
    let lines = Self.texts(size: ScreenSize(width: 40, height: 12))
    #expect(lines.contains { $0.hasPrefix("> clock ") })
    let wide = Self.texts(size: ScreenSize(width: 80, height: 24))
    let (notes, korean) = (
      wide.first { $0.contains("example.notes ") && $0.contains("70") }, wide.first { $0.contains("한글") }
    )
    func column(_ line: String?, _ word: String) -> Int? {
      line.flatMap { line in line.firstRange(of: word).map { line[..<$0.lowerBound].columns } }
    }
    #expect(column(notes, "active") == column(korean, "suspended"))
  }

  @Test("Apps are ordered and filtered, and what is chosen stays chosen")
  func order() {
    var top = Top()
    _ = top.press(.end, Glances.four)
    #expect(top.choice(top.apps(of: Glances.four)) == "com.example.한글")
    _ = top.press(.character("o"), Glances.four)
    #expect(top.apps(of: Glances.four).map(\.state) == [.active, .background, .suspended, .notRunning])
    _ = top.press(.character("o"), Glances.four)
    #expect(top.apps(of: Glances.four).first?.id == "com.example.notes")
    #expect(top.choice(top.apps(of: Glances.four)) == "com.example.한글")
    _ = top.press(.character("a"), Glances.four)
    #expect(top.apps(of: Glances.four).count == 3)
    for key in "/NOT" { _ = top.press(.character(key), Glances.four) }
    #expect(top.apps(of: Glances.four).map(\.id) == ["com.example.notes"])
    _ = top.press(.enter, Glances.four)
    #expect(top.press(.character("l"), Glances.four) == .launch("com.example.notes"))
    _ = top.press(.escape, Glances.four)
    #expect(top.filter.isEmpty)
  }

  @Test(
    "A key does what it says",
    arguments: [
      (Key.character("h"), Top.Deed.home), (.character("k"), .lock), (.character("s"), .switcher(open: true)),
      (.character("w"), .warn), (.character("x"), .quit("com.example.clock")),
      (.character("r"), .report("com.example.clock")), (.enter, .launch("com.example.clock")),
      (.character("q"), .leave),
      (.interrupt, .leave), (.suspend, .suspend), (.redraw, .redraw),
    ])
  func keys(key: Key, deed: Top.Deed) {
    var top = Top()
    #expect(top.press(key, Glances.four) == deed)
  }

  @Test("A page is read with the arrows, and left by another key; no key does a deed meanwhile")
  func page() {
    var top = Top()
    top.show(page: "why", "one\ntwo\nthree")
    #expect(Self.texts(top, size: ScreenSize(width: 20, height: 4)) == ["why", "one", "two", "arrows and space sc…"])
    #expect(top.press(.down, Glances.four) == nil)
    #expect(Self.texts(top, size: ScreenSize(width: 20, height: 4))[1] == "two")
    for _ in 0..<9 { _ = top.press(.down, Glances.four) }
    #expect(Self.texts(top, size: ScreenSize(width: 20, height: 4))[1] == "three")
    #expect(top.press(.character("q"), Glances.four) == nil)
    #expect(Self.texts(top, size: ScreenSize(width: 80, height: 24))[0].hasPrefix("roost"))
  }

  @Test("Text of an app steers nothing, and no device at all is shown too")
  func hostile() {
    var glance = Glance()
    #expect(Self.texts(Top(), glance, size: ScreenSize(width: 80, height: 24)).count == 24)
    #expect(Top().press(.enter, in: glance) == nil)
    let name = "\u{1B}[2J\u{202E}x\n"
    glance.saw(
      [
        Glances.app(
          "a.b", .background, pid: 1, callback: .init(name: name, elapsed: .max),
          deadlines: [.init(step: name, limit: 0, elapsed: .min)],
          assertions: [.init(app: "a.b", id: 1, kind: name, name: name, left: .min)],
          lastExit: Glances.exit("a.b", name))
      ], nil, at: 0)
    glance.heard(MonitorEvent(time: 1, kind: .notice(app: name, text: name)))
    let lines = Self.texts(Top(), glance, size: ScreenSize(width: 80, height: 24))
    #expect(!lines.contains { $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E } })
  }

  @Test("Of what happens the last is kept")
  func kept() {
    var glance = Glance()
    for number in 0..<10_000 {
      glance.heard(MonitorEvent(time: Int64(number), kind: .device(name: "home", detail: nil)))
      glance.heard(MonitorEvent(time: Int64(number), kind: .exit(Glances.exit("a.b", "\(number)"))))
    }
    #expect(glance.events.count <= 2 * Glance.kept && glance.exits.count == Glance.kept)
    #expect(glance.exits.last?.text == "9999")
  }
}

extension Top {
  fileprivate func press(_ key: Key, in glance: Glance) -> Deed? {
    var top = self
    return top.press(key, glance)
  }
}
