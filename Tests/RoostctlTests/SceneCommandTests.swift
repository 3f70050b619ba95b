// open, scenes, scene, screenshot, snapshot, notify, launch: what is asked, and what is printed.
import FakeDaemon
import Foundation
import Glibc
import Testing

struct SceneCommandTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private static let scenes = """
    {"parameters":{"scenes":[
      {"session":"3FA1","state":"foregroundActive","role":"r","configuration":"Default","front":true,
       "activity":"{\\"activityType\\":\\"a.edit\\"}"},
      {"session":"3FB2","state":"unattached","role":"r","configuration":null,"activity":null,"front":false},
      {"session":"7A","state":"background","role":"r","front":false},
      {"session":"7","state":"background","role":"r","front":false}]}}
    """
  private static let done = #"{"parameters":{}}"#

  private func run(
    _ arguments: [String], _ replies: [String: String], programs: URL = Roostctl.programs
  ) throws -> (run: Roostctl, calls: [(method: String, parameters: [String: Any])]) {
    let daemon = try FakeDaemon(at: scratch.path + "/s", replies)
    defer {
      daemon.stop()
      unlink(daemon.socket)
    }
    let run = try Roostctl.run(arguments + ["--socket", daemon.socket], programs: programs)
    return (run, daemon.calls.map { ($0["method"] as? String ?? "", $0["parameters"] as? [String: Any] ?? [:]) })
  }

  @Test("LA6 open asks for the URL and says which app it was")
  func open() throws {
    let reply = #"{"parameters":{"app":"a.b","pid":7,"state":"active"}}"#
    let (run, calls) = try run(["open", "notes://1"], ["org.roost.Apps.Open": reply])
    #expect(run.status == 0 && run.output == "a.b\n")
    #expect(calls.map(\.method) == ["org.roost.Apps.Open"] && calls[0].parameters["url"] as? String == "notes://1")
    let json = try self.run(["open", "notes://1", "--json"], ["org.roost.Apps.Open": reply]).run
    #expect(json.output == #"{"app":"a.b","pid":7,"state":"active"}"# + "\n")
  }

  @Test("FG7 screenshot says when to try again where the app has drawn as much as it may, and writes no file")
  func allDrawn() throws {
    let file = scratch.path + "/screen.svg"
    let reply = #"{"parameters":{"picture":"","svg":null}}"#
    let run = try run(["screenshot", "a.b", "-o", file], ["org.roost.Apps.Picture": reply]).run
    #expect(run.status == 1 && run.errors.contains("a.b has drawn as much as it may in 10 seconds"), "\(run.errors)")
    #expect(access(file, F_OK) != 0)
  }

  @Test("LA6 a URL that no app opens is refused in the daemon's words")
  func nobody() throws {
    let reply = #"{"error":"org.roost.Apps.NoAppForURL","parameters":{"url":"n:1","message":"no app opens n:1"}}"#
    let run = try run(["open", "n:1"], ["org.roost.Apps.Open": reply]).run
    #expect(run.status == 1 && run.errors.contains("no app opens n:1"))
  }

  @Test("LA4 launch hands over a shortcut and an activity, the latter on one line")
  func launch() throws {
    let arguments = ["launch", "a.b", "--shortcut", "new", "--activity", "{ \"activityType\":\n\"a.edit\" }"]
    let reply = #"{"parameters":{"pid":7,"state":"active"}}"#
    let (run, calls) = try run(arguments, ["org.roost.Apps.Launch": reply])
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      calls[0].parameters as? [String: String] == [
        "id": "a.b", "shortcut": "new", "activity": #"{"activityType":"a.edit"}"#,
      ])
  }

  @Test("SC1 scenes is a table for people and an array for programs")
  func list() throws {
    let run = try run(["scenes", "a.b"], ["org.roost.Scenes.List": Self.scenes]).run
    let lines = run.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(lines.first == ["SESSION", "STATE", "FRONT", "CONFIGURATION", "ACTIVITY"])
    #expect(lines.dropFirst().first == ["3FA1", "foregroundActive", "yes", "Default", "a.edit"])
    #expect(lines.last == ["7", "background", "-", "-", "-"])
    let json = try self.run(["scenes", "a.b", "--json"], ["org.roost.Scenes.List": Self.scenes]).run
    #expect(json.output.contains(#"{"activity":null,"configuration":null,"front":false,"role":"r","session":"7""#))
  }

  @Test("SC1 a new scene's session is printed")
  func new() throws {
    let reply = ["org.roost.Scenes.New": #"{"parameters":{"session":"9C"}}"#]
    #expect(try run(["scene", "new", "a.b"], reply).run.output == "9C\n")
    #expect(try run(["scene", "new", "a.b", "--json"], reply).run.output == #"{"session":"9C"}"# + "\n")
  }

  @Test(
    "A session may be abbreviated as far as no other begins so",
    arguments: [("activate", "3FB", "3FB2"), ("close", "7", "7"), ("discard", "3FA1", "3FA1"), ("close", "X", "X")])
  func abbreviated(_ action: String, _ given: String, _ session: String) throws {
    let method = "org.roost.Scenes.\(action.capitalized)"
    let (run, calls) = try run(
      ["scene", action, "a.b", given, "--no-wait"], ["org.roost.Scenes.List": Self.scenes, method: Self.done])
    #expect(run.status == 0, "\(run.errors)")
    #expect(calls.map(\.method) == ["org.roost.Scenes.List", method])
    #expect(calls[1].parameters["session"] as? String == session && calls[1].parameters["wait"] as? Bool == false)
  }

  @Test("A beginning that several sessions have is refused, and names them")
  func ambiguous() throws {
    let (run, calls) = try run(["scene", "discard", "a.b", "3F"], ["org.roost.Scenes.List": Self.scenes])
    #expect(run.status == 1 && run.errors.contains("3FA1, 3FB2"))
    #expect(calls.count == 1)
  }

  private static let snapshot = """
    {"parameters":{"scene":"3FB2","time":"2026-11-21T04:42:34.123Z","svg":"<svg>é</svg>"}}
    """

  @Test("SN1 a snapshot is written as it is, whatever was there")
  func svg() throws {
    let file = try scratch.write("an older and longer picture", to: "x.svg")
    let (run, calls) = try run(
      ["snapshot", "a.b", "--scene", "3FB", "-o", file, "--json"],
      ["org.roost.Scenes.Snapshot": Self.snapshot, "org.roost.Scenes.List": Self.scenes])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try scratch.read("x.svg") == "<svg>é</svg>")
    #expect(run.output.contains(#""scene":"3FB2","time":"2026-11-21T04:42:34.123Z""#))
    #expect(calls.last?.parameters["scene"] as? String == "3FB2")
  }

  @Test("SN1 where there is no picture yet nothing is written")
  func none() throws {
    let reply = #"{"error":"org.roost.Scenes.NoSnapshot","parameters":{"app":"a.b","message":"none was taken yet"}}"#
    let run = try run(["snapshot", "a.b", "-o", scratch.path + "/x.svg"], ["org.roost.Scenes.Snapshot": reply]).run
    #expect(run.status == 1 && run.errors.contains("none was taken yet"))
    #expect(scratch.names == [])
  }

  private static func drawn(_ svg: String) -> [String: String] {
    ["org.roost.Scenes.Snapshot": #"{"parameters":{"scene":"7","time":"2026-11-21T04:42:34.123Z","svg":"\#(svg)"}}"#]
  }

  @Test("SN1 a file whose name ends in .png gets the picture as PNG")
  func png() throws {
    let svg = #"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"6\"/>"#
    let run = try run(["snapshot", "a.b", "-o", scratch.path + "/x.PNG"], Self.drawn(svg)).run
    #expect(run.status == 0, "\(run.errors)")
    let png = try Data(contentsOf: URL(filePath: scratch.path + "/x.PNG"))
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]) && PNGSize(png) == PNGSize(width: 8, height: 6))
  }

  @Test("SN1 a picture that cannot be drawn is an error that says why, and leaves the file")
  func noPicture() throws {
    let file = try scratch.write("an older picture", to: "x.png")
    let run = try run(["snapshot", "a.b", "-o", file], Self.drawn("<html/>")).run
    #expect(run.status == 1 && run.errors.contains("unable to write \(file): this is no picture in SVG"))
    #expect(run.errors.contains("an .svg shows what the app drew") && run.errors.split(separator: "\n").count == 1)
    #expect(try scratch.read("x.png") == "an older picture")
  }

  @Test(
    "SN1 PNG without its program, or without librsvg, names what to install",
    arguments: [
      ("", "no roost-picture is installed"), ("exit 127", "install the package librsvg2-2"),
      ("kill -9 $$", "ended by status 9"),
    ])
  func noPainter(_ script: String, _ words: String) throws {
    let programs = try programs(painter: script)
    let run = try run(["snapshot", "a.b", "-o", scratch.path + "/x.png"], Self.drawn("<svg/>"), programs: programs).run
    #expect(run.status == 1 && run.errors.contains(words), "\(run.errors)")
    #expect(!scratch.names.contains("x.png"))
  }

  @Test("SN1 a roost-picture that says much before it reads is heard, and then gets the whole picture")
  func eagerPainter() throws {
    let svg = "<svg/>" + String(repeating: " ", count: 300_000)
    let programs = try programs(painter: "head -c 300000 /dev/zero; wc -c >\"${0%/*}/read\"")
    let run = try run(["snapshot", "a.b", "-o", scratch.path + "/x.png"], Self.drawn(svg), programs: programs).run
    #expect(run.status == 0, "\(run.errors)")
    #expect(FileManager.default.contents(atPath: scratch.path + "/x.png")?.count == 300_000)
    #expect(try scratch.read("read").filter(\.isNumber) == "\(svg.utf8.count)")
  }

  /// A folder with roostctl and, unless it is empty, a script for roost-picture.
  private func programs(painter script: String) throws -> URL {
    let programs = URL(filePath: scratch.path)
    let (built, here) = (Roostctl.programs.appending(path: "roostctl"), programs.appending(path: "roostctl"))
    // A child that another test starts meanwhile has a file that is being copied open for writing, and the kernel runs no such
    // file (ETXTBSY, execve(2)).
    if (try? FileManager.default.linkItem(at: built, to: here)) == nil {
      try FileManager.default.copyItem(at: built, to: here)
    }
    if !script.isEmpty { _ = try scratch.write("#!/bin/sh\n\(script)\n", to: "roost-picture", mode: 0o755) }
    return programs
  }

  @Test("NQ2 notify sends the kind and its members, typed")
  func notify() throws {
    let (run, calls) = try run(
      ["notify", "battery", "level=0.2", "state=unplugged", "--timeout", "2"],
      ["org.roost.Device.Notify": Self.done])
    #expect(run.status == 0, "\(run.errors)")
    let parameters = try #require(calls.first?.parameters)
    #expect(parameters["kind"] as? String == "battery" && parameters["level"] as? Double == 0.2)
    #expect(parameters["state"] as? String == "unplugged" && parameters["timeout"] as? Int == 2000)
  }
}
