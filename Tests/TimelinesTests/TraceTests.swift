// The trace: JSON whatever apps are called, with an arrow from each request to the acknowledgement.
import ControlAPI
import Testing
import WireJSON

@testable import Timelines

struct TraceTests {
  private func events(_ past: Past) throws -> [JSON] {
    let json = try JSON(parsing: TraceEvents(past.entries, to: 5_000_000_000).json, limits: .answer)
    guard case .array(let events) = json["traceEvents"] else { return [] }
    return events
  }

  @Test("An arrow leads from the request to its event, to the callback and to the acknowledgement, forward in time")
  func arrows() throws {
    var past = Past()
    let asked = past.add(.asked, at: 10, app: "a", name: "home", number: 1)
    past.add(.sent, at: 11, app: "a", name: "didEnterBackground", number: 4, cause: asked)
    past.add(.callback, at: 15, app: "a", name: "didEnterBackground", value: 3_000_000)
    let acknowledged = past.add(.acknowledged, at: 16, app: "a", number: 4)
    past.add(.sent, at: 16, app: "a", name: "didBecomeActive", number: 5, cause: acknowledged)
    past.add(.acknowledged, at: 18, app: "a", number: 5)
    past.add(.answered, at: 19, name: "done", number: 1, cause: acknowledged)
    let arrows = try events(past).filter { $0["cat"] == "cause" }
    #expect(arrows.filter { $0["id"] == 1 }.map { $0["ph"] } == ["s", "t", "t", "f"])
    #expect(arrows.filter { $0["id"] == 2 }.map { $0["ph"] } == ["s", "t", "f"])
    #expect(arrows.filter { $0["id"] == 1 }.map { $0["ts"] } == [10000, 11000, 12000, 16000])
    // The second begins where the first ends.
    #expect(arrows.first { $0["id"] == 2 }?["ts"] == 16000)
  }

  @Test(
    "Callbacks and requests are slices with their times, and a background task has its beginning and its end")
  func slices() throws {
    let events = try events(.ofNotes())
    #expect(events.filter { $0["cat"] == "held" }.map { $0["ph"] } == ["b", "e"])
    #expect(events.contains { $0["name"] == "thread_name" && $0["args"]?["name"] == "callbacks" })
    #expect(events.contains { $0["name"] == "process_name" && $0["args"]?["name"] == "com.example.notes" })
    let slice = try #require(events.first { $0["ph"] == "X" && $0["name"] == "didFinishLaunching" && $0["tid"] == 3 })
    #expect(slice["ts"] == 125_000 && slice["dur"] == 5000)
    let request = try #require(events.first { $0["ph"] == "X" && $0["name"] == "launch" })
    #expect(request["args"]?["outcome"] == "done" && request["args"]?["app"] == "com.example.notes")
  }

  @Test("The first event of a process is brought about by the request that launched it")
  func launch() throws {
    let arrows = try events(.ofNotes()).filter { $0["cat"] == "cause" }
    #expect(arrows.map { $0["ph"] } == ["s", "t", "t", "f"] && arrows.first?["ts"] == 100_000)
  }

  @Test("A signpost of the journal is in the trace of its app, an interval from its beginning to its end")
  func signposts() throws {
    func line(_ type: String, pid: Int, at microseconds: Int, id: String = "7") -> String {
      """
      {"SIGNPOST_TYPE":"\(type)","SIGNPOST_NAME":"Parse","SIGNPOST_ID":"\(id)","_PID":"\(pid)",\
      "__MONOTONIC_TIMESTAMP":"\(microseconds)","MESSAGE":"12 pages","PRIORITY":"7"}
      """
    }
    let found = [
      line("begin", pid: 42, at: 150_000), line("end", pid: 42, at: 160_000), line("event", pid: 43, at: 170_000),
      line("event", pid: 99, at: 170_000), line("event", pid: 42, at: 9_000_000),
    ].compactMap { Signpost(journal: $0) }
    #expect(found.count == 5)
    var past = Past.ofNotes()
    past.add(.state, at: 4500, app: "b", name: "active", detail: "inactive")
    let json = try JSON(
      parsing: TraceEvents(past.entries, to: 5_000_000_000, signposts: found, pids: [43: "b"]).json, limits: .answer)
    guard case .array(let all) = json["traceEvents"] else { return }
    let signposts = all.filter { $0["name"] == "Parse" }
    #expect(signposts.map { $0["ph"] } == ["b", "e", "i"])
    #expect(signposts.map { $0["ts"] } == [150_000, 160_000, 170_000])
    #expect(
      Set(signposts.map { $0["pid"] }).count == 2 && signposts.allSatisfy { $0["args"]?["message"] == "12 pages" })
  }

  @Test(
    "A line of the journal that is no signpost is left out",
    arguments: [
      "", "{}", "[1]", "{\"SIGNPOST_TYPE\":\"begin\"}",
      #"{"SIGNPOST_TYPE":"fly","SIGNPOST_NAME":"a","_PID":"1","__MONOTONIC_TIMESTAMP":"1"}"#,
      #"{"SIGNPOST_TYPE":"begin","SIGNPOST_NAME":[97,255],"_PID":"1","__MONOTONIC_TIMESTAMP":"1"}"#,
      #"{"SIGNPOST_TYPE":"begin","SIGNPOST_NAME":"a","_PID":"x","__MONOTONIC_TIMESTAMP":"9223372036854775807"}"#,
    ])
  func noSignpost(_ line: String) { #expect(Signpost(journal: line) == nil) }

  @Test("Only what was asked for is there: a time, an app")
  func part() throws {
    var past = Past.ofNotes()
    past.add(.sent, at: 4000, app: "b", name: "x", number: 1)
    past.add(.acknowledged, at: 4001, app: "b", number: 1)
    let json = TraceEvents(past.entries, from: 3_500_000_000, to: 5_000_000_000, apps: ["b"]).json
    #expect(json.contains(#""ack x""#) && !json.contains("com.example.notes"))
  }

  @Test("Text of apps stays text", arguments: ["\"},{\"ph\":\"X", "\\", "\u{0}\n", "</script>"])
  func hostile(_ text: String) throws {
    var past = Past()
    for kind in HistoryInterface.Kind.allCases {
      past.add(kind, at: 10, app: text, name: text, detail: text, scene: text, number: 1, value: 5, limit: 5)
    }
    #expect(try !events(past).isEmpty)
  }
}
