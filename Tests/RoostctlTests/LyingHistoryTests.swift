// A daemon whose history has times that no clock has: sums and differences of them end no command.
import FakeDaemon
import Foundation
import Testing

struct LyingHistoryTests {
  @Test(
    "Times at both ends of 64 bits end neither logs nor timeline nor trace",
    arguments: ["logs", "timeline", "trace"], [Int64.min, Int64.max])
  func times(command: String, time: Int64) throws {
    let scratch = try ScratchDirectory()
    _ = try scratch.write("one\n", to: "a.b.log")
    let other: Int64 = time < 0 ? .max : .min
    let daemon = try FakeDaemon(
      at: scratch.path + "/s",
      [
        "org.roost.Apps.List": #"{"parameters":{"apps":[]}}"#,
        "org.roost.Apps.GetOutput": #"{"parameters":{"identifier":null,"path":"\#(scratch.path)/a.b.log"}}"#,
        "org.roost.Apps.ListExits": """
        {"parameters":{"exits":[{"app":"a.b","pid":7,"time":"9999-12-31T04:42:34.123Z","state":"active",
         "namespace":"SIGNAL","code":null,"reason":"crash","signal":11,"status":null,"footprint":0,"cpu":0,
         "callback":null,"elapsed":null,"text":"it crashed"}]}}
        """,
        "org.roost.History.Read": """
        {"parameters":{"entries":[
         {"position":1,"time":\(time),"kind":"state","app":"a.b","name":"active","detail":"inactive"},
         {"position":2,"time":\(other),"kind":"output","app":"a.b","value":\(time)},
         {"position":3,"time":\(time),"kind":"output","app":"a.b","value":\(other)}],
         "now":\(time),"calendar":\(other)}}
        """,
      ])
    defer { daemon.stop() }
    let arguments =
      switch command {
      case "logs": ["logs", "a.b"]
      case "timeline": ["timeline", "-o", scratch.path + "/past.svg"]
      case _: [command, "-o", scratch.path + "/past.json"]
      }
    let run = try Roostctl.run(arguments + ["--socket", daemon.socket])
    #expect(run.status == 0, "\(run.errors)")
  }
}
