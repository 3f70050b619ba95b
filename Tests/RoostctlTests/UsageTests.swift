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
    ])
  func wrongUsage(_ arguments: [String]) throws {
    let run = try Roostctl.run(arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty && !run.errors.isEmpty)
  }

  @Test("Help is no failure", arguments: [["--help"], ["launch", "--help"], ["--version"]])
  func help(_ arguments: [String]) throws {
    let run = try Roostctl.run(arguments)
    #expect(run.status == 0)
    #expect(!run.output.isEmpty && run.errors.isEmpty)
  }
}
