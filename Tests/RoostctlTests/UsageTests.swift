// Exit statuses and messages where no daemon is needed (roostctl(1), EXIT STATUS).
import Testing

struct UsageTests {
  @Test("Where nobody listens the status is 3, and the message names the socket and the next step")
  func noDaemon() throws {
    for run in [
      try Roostctl("apps", "--socket", "/nonexistent/control"),
      try Roostctl("apps", environment: ["ROOST_SOCKET": "/nonexistent/control"]),
    ] {
      #expect(run.status == 3)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("no daemon answers at /nonexistent/control") && run.errors.contains("--socket"))
    }
  }

  @Test(
    "Wrong usage is 2, before any daemon is asked",
    arguments: [
      ["launch"], ["fly"], ["call", "shout"], ["overlay", "switcher"], ["input", "com.example.notes", "[1]"],
      ["home", "--timeout", "0"], ["home", "--timeout", "nan"], ["home", "--no-wait", "--timeout", "1"],
      ["bundle", "/bin/true", "--info", "Info.plist", "-o", "Notes"],
      ["open"], ["open", "no scheme"], ["open", "notes:"],
      ["launch", "a", "--activity", "{}"], ["launch", "a", "--activity", "[1]"], ["launch", "a", "--shortcut", ""],
      ["scenes"], ["scene", "fly", "a"], ["scene", "close", "a"], ["scene", "close", "a", ""],
      ["snapshot", "a"], ["snapshot", "a", "-o", "x.jpg"], ["snapshot", "a", "-o", "x/"],
      ["snapshot", "a", "-o", "x.svg", "--scene", ""],
      ["timeline"], ["timeline", "-o", "x.jpg"], ["timeline", "-o", "x.svg", "--last", "0"],
      ["timeline", "-o", "x.svg", "--for", "nan"], ["timeline", "-o", "x.svg", "--last", "1", "--for", "1"], ["trace"],
      ["timeline", "--live"], ["timeline", "--live", "-o", "x.svg", "--for", "1"],
      ["push", "a"], ["push", "a", "[]"], ["push", "a", "{}"], ["push", "a", #"{"aps":{"badge":1}}"#], ["fetch"],
      ["location", "a"], ["location", "a", "48.1"], ["location", "a", "91,0"], ["location", "a", "0,180.5"],
      ["location", "a", "nan,0"], ["location", "a", "1,2,3"], ["location", "a", "--fly"], ["accessory", "a"],
      ["accessory", "a", ""],
      ["bluetooth", "a", "two\nlines"],
      ["tap", "a"], ["tap", "a", "b", "--at", "1,2"], ["tap", "a", "--at", "1"], ["tap", "a", "--at", "nan,1"],
      ["tap", "a", "b", "--taps", "0"], ["swipe", "a", "sideways"], ["swipe", "a", "up", "--by", "nan"],
      ["press", "a", "nokey"], ["type", "a"], ["elements"], ["input", "a", #"{"type":"touches"}"#],
      ["alert", "show", "a"], ["alert", "dismiss", "a", "camera"], ["alert", "allow", "a", "fridge"],
      ["notify"], ["notify", "fly"], ["notify", "battery"], ["notify", "battery", "level=2"],
    ])
  func wrongUsage(_ arguments: [String]) throws {
    let run = try Roostctl.run(arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty && !run.errors.isEmpty)
  }

  @Test(
    "NQ2 a notice that is none lists what is allowed",
    arguments: [
      (["fly"], "display-mode"), (["battery", "colour=red"], "state=unplugged|charging|full"),
      (["proximity"], "near=true|false"), (["time", "zone"], "jump=SECONDS"),
      (["orientation", "orientation=up"], "portraitUpsideDown"),
    ])
  func notices(_ words: [String], _ allowed: String) throws {
    let run = try Roostctl.run(["notify"] + words)
    #expect(run.status == 2 && run.errors.contains(allowed))
  }

  @Test("A payload that is too long is told its size")
  func longPayload() throws {
    let payload = #"{"aps":{"alert":"\#(String(repeating: "x", count: 4096))"}}"#
    let run = try Roostctl("push", "a", payload)
    #expect(run.status == 2 && run.errors.contains("\(payload.utf8.count) bytes") && run.errors.contains("4096"))
  }

  @Test("Help is no failure", arguments: [["--help"], ["launch", "--help"], ["--version"]])
  func help(_ arguments: [String]) throws {
    let run = try Roostctl.run(arguments)
    #expect(run.status == 0)
    #expect(!run.output.isEmpty && run.errors.isEmpty)
  }
}
