// Desktop entries: what their lines, quotes and field codes mean, and what is said of those that are wrong.
import Foundation
import LifecycleModel
import TestFolders
import Testing

@testable import Bundles
@testable import Settings

@Suite struct DesktopEntryTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  private func arguments(_ exec: String, icon: String? = nil) throws -> [ProgramArgument] {
    let entry = try DesktopEntry("[Desktop Entry]\nExec=\(exec)\n")
    let line = try ExecLine(#require(try entry.string("Exec")))
    return try line.arguments(ExecLine.Fields(name: "A Name", icon: icon, path: "/x/y.desktop"))
  }

  private func texts(_ exec: String, opening url: String? = nil) throws -> [String] {
    try arguments(exec).compactMap { $0.expanded(opening: url) }
  }

  @Test("words are parted by spaces, and quotes keep them together")
  func quoting() throws {
    #expect(try texts("run a  b") == ["run", "a", "b"])
    #expect(try texts(#"run "a b" "" c"#) == ["run", "a b", "", "c"])
    #expect(try texts(#"run "a\\"b" "\\$5" "\\`" "\\\\""#) == ["run", "a\"b", "$5", "`", "\\"])
    #expect(try texts(#"sh -c "exec sleep 1; 'x'""#) == ["sh", "-c", "exec sleep 1; 'x'"])
    #expect(
      try texts(#"run "a\\\\sb""#) == ["run", "a\\sb"], "first the escapes of every string, then those of quotes")
  }

  @Test("field codes stand for what is opened, the icon, the name, the entry, and a percent sign")
  func fieldCodes() throws {
    let url = "file:///tmp/a%20b"
    #expect(try texts("run %u", opening: "x:y") == ["run", "x:y"])
    #expect(try texts("run %U", opening: url) == ["run", url])
    #expect(try texts("run %f", opening: url) == ["run", "/tmp/a b"])
    #expect(try texts("run --file=%f.", opening: url) == ["run", "--file=/tmp/a b."])
    #expect(try texts("run %F", opening: "https://example.com") == ["run"])
    for code in ["%u", "%U", "%f", "%F", "%i", "%d", "%v", "%m"] {
      #expect(try texts("run \(code) x") == ["run", "x"])
    }
    #expect(try arguments("run %i", icon: "pic") == ["run", "--icon", "pic"].map(ProgramArgument.text))
    #expect(try texts("run %c %k 100%%") == ["run", "A Name", "/x/y.desktop", "100%"])
  }

  @Test("blanks around keys and values do not count, however many, and field codes have a bound together")
  func long() throws {
    let blanks = String(repeating: " \t", count: 100_000)
    let entry = try DesktopEntry("[Desktop Entry]\n\(blanks)Exec\(blanks)=\(blanks)run  a\(blanks)\n")
    #expect(try entry.string("Exec") == "run  a")
    let name = String(repeating: "N", count: 100_000)
    let fields = ExecLine.Fields(name: name, icon: name, path: name)
    #expect(try ExecLine("run %c %i %k").arguments(fields).count == 5)
    for codes in ["%c", "%i ", "x%k ", "%c "].map({ String(repeating: $0, count: 20_000) }) {
      #expect(throws: DesktopEntry.Mistake.self) { try ExecLine("run " + codes).arguments(fields) }
    }
  }

  @Test("a command line and a list have a bound, however short their parts are")
  func many() throws {
    let line = { (words: Int) in String(repeating: "a ", count: words) }
    #expect(try texts(line(4096)).count == 4096)
    let mistake = #expect(throws: DesktopEntry.Mistake.self) { try texts(line(4097)) }
    #expect(mistake?.key == "Exec" && mistake?.why.contains("more than 4096 arguments") == true)
    // The rest of the line is not read: its mistakes are not told.
    for words in ["a ", "\"\" "] {
      let line = String(repeating: words, count: 4097) + ";"
      let mistake = #expect(throws: DesktopEntry.Mistake.self) { try texts(line) }
      #expect(mistake?.why.contains("more than 4096 arguments") == true, "\(mistake as Any)")
    }
    for key in ["MimeType", "X-Roost-Signals", "X-Roost-Devices"] {
      let list = { (values: Int) in
        try DesktopEntry("[Desktop Entry]\n\(key)=\(String(repeating: "a;", count: values))\n").list(key)
      }
      #expect(try list(4096).count == 4096)
      let mistake = #expect(throws: DesktopEntry.Mistake.self) { try list(4097) }
      #expect(mistake?.key == key && mistake?.why.contains("more than 4096 values") == true)
    }
  }

  @Test(
    "what the specification does not allow is named",
    arguments: [
      ("run %z", "%z"), ("run %", "field code %"), ("run %u %f", "more than one"), ("run x%U", "a longer argument"),
      (#"run "%u""#, "outside the quotes"), (#"run "a"#, "not closed"),
      ("run a;b", "reserved ;"), ("run 'a b'", "reserved '"),
      (#"run a"b""#, "the middle of"), (#"run "a"b"#, "the middle of"), (#"run "$HOME""#, "unescaped $"),
      (#"run "a\\b""#, "backslash"), (#"run \q"#, "unknown escape sequence"), ("", "names no program"),
    ])
  func badExec(exec: String, words: String) throws {
    let mistake = #expect(throws: DesktopEntry.Mistake.self) { try arguments(exec) }
    #expect(mistake?.key == "Exec")
    #expect(mistake?.why.contains(words) == true, "\(String(describing: mistake))")
  }

  @Test("comments, other groups, translations and spaces around the equals sign are no matter")
  func file() throws {
    let entry = try DesktopEntry(
      "# x\n\n[Desktop Entry]\r\nName = A\\sB \nName[de]=C\nHidden=false\nList=a\\;b;c;\n[Desktop Action new]\nName=no\nnothing\n"
    )
    #expect(try entry.string("Name") == "A B")
    #expect(try entry.list("List") == ["a;b", "c"])
    #expect(try !entry.boolean("Hidden") && !entry.boolean("NoDisplay"))
  }

  private func read(_ lines: String..., terminal: [String] = []) throws -> AppBundle? {
    let path = try folder.write(
      "org.x.App.desktop", (["[Desktop Entry]", "Type=Application"] + lines).joined(separator: "\n"))
    return try AppBundle(desktopEntry: path, DesktopSettings(terminal: terminal))
  }

  @Test("an entry is an app under its file's name, found in PATH, with what the X-Roost keys say")
  func app() throws {
    let bundle = try #require(
      try read(
        "Exec=sleep 5", "Path=/tmp", "MimeType=text/plain;x-scheme-handler/HTTP;", "X-Roost-Ready=notify",
        "X-Roost-Signals=didEnterBackground:SIGUSR1;willTerminate:SIGINT", "X-Roost-Watchdog=1.5"))
    #expect(bundle.app == AppDescription(id: AppID("org.x.App"), style: .app, isForeign: true, schemes: ["http"]))
    #expect(bundle.executable.hasSuffix("/bin/sleep"))
    let marks = "a" + String(repeating: "\u{301}\u{327}", count: 10_000)
    #expect(try read("Exec=sleep \(marks)", "Path=\(marks)", "MimeType=\(marks);", "\(marks)=1") != nil)
    let program = try #require(bundle.program)
    #expect(program.arguments == [.text("5")])
    #expect(program.readiness == .notify && program.directory == "/tmp")
    #expect(program.signals == [.didEnterBackground: 10, .willTerminate: 2])
    #expect(program.watchdog == .milliseconds(1500))
    #expect(try read("Exec=sleep 5", "Terminal=true", terminal: ["env", "-i"])?.program?.arguments.count == 3)
  }

  @Test("what is hidden, not installed, or no application is no app, and no problem")
  func none() throws {
    #expect(try read("Exec=sleep 5", "Hidden=true") == nil)
    #expect(try read("Exec=sleep 5", "TryExec=no-such-program") == nil)
    #expect(try read("Exec=sleep 5", "TryExec=sleep", "NoDisplay=true") != nil)
    let link = try folder.write("link.desktop", "[Desktop Entry]\nType=Link\nURL=x:\n")
    #expect(try AppBundle(desktopEntry: link, DesktopSettings()) == nil)
  }

  @Test(
    "a mistake is told with the file, the line or the key, and what is wrong",
    arguments: [
      (["nothing"], "line 3"), (["Exec=a", "Exec=b"], "line 4: \"Exec\" is set twice"),
      (["Name=x"], "\"Exec\" is missing"),
      (["Exec=sleep", "Hidden=yes"], "\"Hidden\" must be true or false"), (["Exec=sleep", "[x"], "line 4"),
      (["Exec=sleep", "Terminal=true"], "\"Terminal\" is true, but no"), (["Exec=%u"], "begins with a field code"),
      (["Exec=sleep", "X-Roost-Ready=soon"], "\"X-Roost-Ready\" must be one of exec, notify"),
      (["Exec=sleep", "X-Roost-Signals=willTerminate:SIGKILL"], "must be one of SIGHUP"),
      (["Exec=sleep", "X-Roost-Signals=x:SIGHUP"], "one of willResignActive"),
      (["Exec=sleep", "X-Roost-Signals=x"], "must be a list"), (["Exec=sleep", "X-Roost-Watchdog=nan"], "seconds"),
      (["Exec=sleep", "X-Roost-Home=root"], "must be user"),
    ])
  func mistakes(lines: [String], words: String) throws {
    let path = try folder.write("b.desktop", (["[Desktop Entry]", "Type=Application"] + lines).joined(separator: "\n"))
    let error = #expect(throws: BundleError.self) { try AppBundle(desktopEntry: path, DesktopSettings()) }
    let text = try #require(error).description
    #expect(text.hasPrefix(path) && text.contains(words), "\(text)")
  }

  @Test("random bytes are an app, none, or a mistake, and never the daemon's end")
  func random() throws {
    var generator = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: .min ... .max, using: &generator)
    print("seed \(seed)")
    var state = seed
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    let pieces = [
      "%", "\"", "\\", "u", "f", "%%", " ", "\n", "[", "]", "Exec", "=", ";", "a", "\0", "é", "[Desktop Entry]\n", "\t",
    ]
    for _ in 0..<5000 {
      let text = (0..<next(30)).map { _ in pieces[next(pieces.count)] }.joined()
      _ = try? DesktopEntry("[Desktop Entry]\nExec=" + text).list("Exec")
      _ = try? ExecLine(text).arguments(ExecLine.Fields()).map { $0.expanded(opening: "file:///%" + text) }
    }
  }

  @Test("a broken entry hides no other, and a bundle of the same identifier wins")
  func catalog() throws {
    try folder.bundle("A", TestFolder.plist("a.a"))
    try folder.write("d/a.a.desktop", "[Desktop Entry]\nType=Application\nExec=sleep 1\n")
    try folder.write("d/b.desktop", "\u{0}garbage")
    try folder.write("d/c.desktop", "[Desktop Entry]\nType=Application\nExec=sleep 1\n")
    try folder.write("d/readme.txt", "x")
    var catalog = BundleCatalog(
      directories: [folder.path], desktop: DesktopSettings(directories: [folder.path + "/d", folder.path + "/none"]))
    let changes = catalog.scan()
    #expect(changes.added.map(\.app.id.string) == ["a.a", "c"])
    #expect(changes.problems.map(\.bundle) == ["/none", "/d/a.a.desktop", "/d/b.desktop"].map { folder.path + $0 })
    #expect(try catalog.launchable(AppID("c")).bundle.program != nil)
  }

  // MARK: RoostProgram

  @Test("RoostProgram of an Info.plist: a program elsewhere, its arguments, readiness, signals and watchdog")
  func manifest() throws {
    let program: [String: Any] = [
      "Arguments": ["-m", "http.server"], "Ready": "notify", "Signals": ["didEnterBackground": "SIGUSR1"],
      "Watchdog": 3,
    ]
    let path = try folder.bundle(
      "P", ["CFBundleIdentifier": "p", "CFBundleExecutable": "sh", "RoostProgram": program], script: nil)
    let bundle = try AppBundle(path: path)
    #expect(bundle.executable.hasSuffix("/bin/sh"))
    #expect(
      bundle.program
        == ForeignProgram(
          arguments: [.text("-m"), .text("http.server")], readiness: .notify, signals: [.didEnterBackground: 10],
          watchdog: .seconds(3)))
  }

  @Test("what is wrong in it is named by its key")
  func manifestMistakes() throws {
    func text(_ executable: String, _ program: [String: Any]?) throws -> String {
      var keys: [String: Any] = ["CFBundleIdentifier": "p", "CFBundleExecutable": executable]
      keys["RoostProgram"] = program
      let path = try folder.bundle("P", keys, script: nil)
      return try #require(#expect(throws: BundleError.self) { try AppBundle(path: path) }).description
    }
    #expect(try text("sh", ["Ready": "soon"]).hasSuffix("RoostProgram.Ready must be one of exec, notify"))
    #expect(
      try text("sh", ["Signals": ["willTerminate": "SIGKILL"]]).contains(
        "RoostProgram.Signals.willTerminate must be one"))
    #expect(try text("sh", ["Watchdog": 0]).contains("RoostProgram.Watchdog must be a number of seconds"))
    #expect(try text("sh", ["Arguments": "x"]).contains("RoostProgram.Arguments must be an array"))
    #expect(try text("bin/sh", [:]).contains("absolute path"))
    #expect(try text("/bin/sh", nil).contains("directly in the bundle"))
  }
  @Test("an argument with a NUL byte, which a binary list may have, is named; execve(2) would cut it")
  func argumentWithNUL() throws {
    let program = InfoPlist.Program(arguments: ["a\0b"])
    #expect(throws: ForeignProgram.Mistake.self) { try program.program() }
    #expect(try InfoPlist.Program(arguments: ["a b"]).program().arguments == [.text("a b")])
  }
}
