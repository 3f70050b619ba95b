// push, fetch, location, accessory, bluetooth, tasks: what is asked, and what is printed.
import FakeDaemon
import Foundation
import Testing

struct EventCommandTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func run(
    _ arguments: [String], _ replies: [String: String]
  ) throws -> (run: Roostctl, calls: [(method: String, parameters: NSDictionary)]) {
    let daemon = try FakeDaemon(at: scratch.path + "/s", replies)
    defer {
      daemon.stop()
      unlink(daemon.socket)
    }
    let run = try Roostctl.run(arguments + ["--socket", daemon.socket])
    return (run, daemon.calls.map { ($0["method"] as? String ?? "", $0["parameters"] as? NSDictionary ?? [:]) })
  }

  /// The call that each command makes.
  struct Event: Sendable {
    var arguments: [String]
    var method: String
    /// JSON.
    var parameters: String
  }

  @Test(
    "BX3 each event is asked for with what was given",
    arguments: [
      Event(
        arguments: ["push", "a.b", #"{"aps":{"alert":"x"}}"#], method: "Push",
        parameters: #"{"id":"a.b","payload":"{\"aps\":{\"alert\":\"x\"}}"}"#),
      Event(
        arguments: ["push", "a.b", "{}", "--silent", "--no-wait"], method: "Push",
        parameters: #"{"id":"a.b","payload":"{}","silent":true,"wait":false}"#),
      Event(
        arguments: ["fetch", "a.b", "--timeout", "2"], method: "Fetch", parameters: #"{"id":"a.b","timeout":2000}"#),
      Event(
        arguments: ["location", "a.b", "48.1,-11.5"], method: "Location",
        parameters: #"{"id":"a.b","latitude":48.1,"longitude":-11.5}"#),
      Event(
        arguments: ["accessory", "a.b", "Tape deck"], method: "Accessory",
        parameters: #"{"id":"a.b","name":"Tape deck"}"#),
      Event(
        arguments: ["bluetooth", "a.b", "Heart"], method: "Bluetooth", parameters: #"{"id":"a.b","name":"Heart"}"#),
    ])
  func events(_ event: Event) throws {
    let (run, calls) = try run(event.arguments, ["org.roost.Events.\(event.method)": #"{"parameters":{}}"#])
    #expect(run.status == 0 && run.output.isEmpty, "\(run.errors)")
    let expected = try JSONSerialization.jsonObject(with: Data(event.parameters.utf8)) as? NSDictionary
    #expect(calls.map(\.method) == ["org.roost.Events.\(event.method)"] && calls[0].parameters == expected)
  }

  @Test("A place in the south is no option")
  func south() throws {
    let reply = ["org.roost.Events.Location": #"{"parameters":{}}"#]
    let daemon = try FakeDaemon(at: scratch.path + "/s", reply)
    defer { daemon.stop() }
    let run = try Roostctl.run(["location", "--socket", daemon.socket, "a.b", "-33.9,151.2"])
    #expect(run.status == 0, "\(run.errors)")
    #expect((daemon.calls.first?["parameters"] as? NSDictionary)?["latitude"] as? Double == -33.9)
  }

  @Test("A route of waypoints is a place each so many metres, and ends at the last")
  func route() throws {
    // A degree of latitude is 111,195 m of the mean globe.
    let words = ["location", "a.b", "0,10", "0.01,10", "0.01,10.01", "--distance", "300", "--speed", "100000"]
    let (run, calls) = try run(words, ["org.roost.Events.Location": #"{"parameters":{}}"#])
    #expect(run.status == 0 && run.output.isEmpty, "\(run.errors)")
    let places = calls.map { ($0.parameters["latitude"] as? Double ?? 0, $0.parameters["longitude"] as? Double ?? 0) }
    #expect(places.count == 9)
    #expect(places.first.map { $0 == (0, 10) } == true && places.last.map { $0 == (0.01, 10.01) } == true)
    let metres = zip(places, places.dropFirst()).map { hypot($1.0 - $0.0, $1.1 - $0.1) * 111_195 }
    // One is cut short by the corner, and the last by the end.
    #expect(metres.filter { abs($0 - 300) < 1 }.count == 6 && metres.allSatisfy { $0 < 301 }, "\(metres)")
    for wrong in [
      ["location", "a.b", "0,0", "--speed", "3"], ["location", "a.b", "0,0", "1,1", "--speed", "0"],
      ["location", "a.b", "0,0", "1,1", "--interval", "1", "--distance", "1"],
      ["location", "a.b", "0,0", "1,1", "--interval", "1e308", "--speed", "1e308"],
      ["location", "a.b", "0,0", "1,1", "--distance", "1e308", "--speed", "1e-300"],
      ["location", "a.b", "0,0", "80,80", "--distance", "1"], ["location", "a.b", "0,0", "1,191"],
    ] {
      #expect(try self.run(wrong, [:]).run.status == 2, "\(wrong)")
    }
  }

  @Test("BX8 tasks run and tasks expire name an app, and a task where it has several")
  func developersTasks() throws {
    for (words, method) in [("run", "RunTask"), ("expire", "ExpireTask")] {
      let reply = ["org.roost.Apps.\(method)": #"{"parameters":{}}"#]
      let (only, calls) = try run(["tasks", words, "a.b", "--no-wait"], reply)
      #expect(only.status == 0 && only.output.isEmpty, "\(only.errors)")
      #expect(calls.map(\.parameters) == [["id": "a.b", "wait": false]])
      let named = try run(["tasks", words, "a.b", "a.b.look"], reply).calls
      #expect(named.map(\.parameters) == [["id": "a.b", "task": "a.b.look"]])
    }
  }

  @Test("BX5 a refusal is status 1, in the daemon's words")
  func refused() throws {
    let reply = #"{"error":"org.roost.Apps.Refused","parameters":{"app":"a.b","message":"it has no mode fetch"}}"#
    let run = try run(["fetch", "a.b"], ["org.roost.Events.Fetch": reply]).run
    #expect(run.status == 1 && run.errors.contains("it has no mode fetch"))
  }

  @Test("BX4 tasks is a table for people and an array for programs")
  func tasks() throws {
    let reply = """
      {"parameters":{"tasks":[{"app":"a.b","identifier":"a.b.clean","kind":"processing",
       "earliest":"2026-11-21T04:42:34Z","needs":["power","network"]},
       {"app":"a.b","identifier":"a.b.look","kind":"refresh","needs":[]}]}}
      """
    let run = try run(["tasks"], ["org.roost.Apps.ListTasks": reply]).run
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 3 && lines[0].hasPrefix("APP"))
    #expect(lines[1].contains("2026-11-21T04:42:34Z  power, network"))
    #expect(lines[2].contains("refresh     -                     -"))
    let json = try self.run(["tasks", "--json"], ["org.roost.Apps.ListTasks": reply]).run
    #expect(
      json.output.hasSuffix(
        #"{"app":"a.b","earliest":null,"identifier":"a.b.look","kind":"refresh","needs":[]}]"# + "\n"))
  }
}
