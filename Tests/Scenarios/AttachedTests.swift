// An app attached to a shell, and its output afterwards: roostctl launch --console, roostctl logs.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.timeLimit(.minutes(40))) struct AttachedTests {
  private static let id = "com.example.talk"

  private static func device() throws -> TestDevice {
    let bundle = try ScriptApp.make(
      "talk",
      script: """
        #!/bin/sh
        trap 'echo told to end; exit 5' TERM
        printf 'begins %s\\033[2J\\n' "$*"
        case $1 in
        exit) printf 'no end of line'; exit 7 ;;
        kill) kill -9 $$ ;;
        esac
        while :; do sleep 0.1; done
        """, keys: ["RoostProgram": [String: String]()])
    return try TestDevice(apps: [bundle])
  }

  private static func run(_ arguments: [String], _ test: TestDevice) throws -> RoostctlTests.Run {
    // Words that follow "--" are the app's.
    let options = ["--socket", test.daemon.socket]
    let place = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return try RoostctlTests.Run(Array(arguments[..<place]) + options + arguments[place...])
  }

  @Test("launch --console shows an app's output, which steers no terminal, and ends with its exit status or its signal")
  func status() throws {
    let test = try Self.device()
    let ended = try Self.run(["launch", "--console", Self.id, "--", "exit"], test)
    #expect(ended.status == 7 && ended.output == "begins exit\\u{1B}[2J\nno end of line\n", "\(ended)")
    let killed = try Self.run(["launch", "--console", Self.id, "--", "kill"], test)
    #expect(killed.status == 128 + SIGKILL && killed.output == "begins kill\\u{1B}[2J\n", "\(killed)")
    #expect(killed.errors.contains("SIGKILL"))
    let unknown = try Self.run(["launch", "--console", "com.example.nobody"], test)
    #expect(unknown.status == 1 && unknown.errors.contains("com.example.nobody"))
    let wrong = try Self.run(["launch", "--console", "--no-wait", Self.id], test)
    #expect(wrong.status == 2)
  }

  @Test("A launch that waits for the end of the process before it shows its own process, and ends with its status")
  func ending() throws {
    let bundle = try ScriptApp.make(
      "slow",
      script: """
        #!/bin/sh
        case $1 in
        second) trap 'exit 6' TERM ;;
        *) trap 'while [ ! -e go ]; do sleep 0.1; done; exit 5' TERM ;;
        esac
        echo "begins $*"
        while :; do sleep 0.1; done
        """, keys: ["RoostProgram": [String: String]()])
    let test = try TestDevice(apps: [bundle])
    let app = test.device.app("com.example.slow")
    try app.launch()
    try eventually("it talks") { test.output(of: app).contains("begins") }
    let client = try ControlClient(socket: test.daemon.socket)
    _ = try client.call(AppsInterface.Quit(id: app.id, wait: false))
    let output = test.daemon.directory.path + "/attached"
    let attached = try Program(
      Programs.roostctl, ["launch", "--console", app.id, "--socket", test.daemon.socket, "--", "second"],
      output: output, errors: "/dev/null")
    func text() -> String { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }
    try eventually("the second launch is asked for") {
      try client.call(HistoryInterface.Read()).entries.count { $0.kind == .asked && $0.name == "launch" } == 2
    }
    #expect(
      FileManager.default.createFile(
        atPath: "\(test.daemon.stateDirectory)/containers/\(app.id)/go", contents: nil))
    try eventually("the second process is shown") { text().contains("begins second") }
    try app.quit()
    #expect(attached.wait() == 6)
    #expect(try app.exits().last?.status == 6)
  }

  @Test("An interrupt quits the app that is attached, and its own exit status is the command's")
  func interrupt() throws {
    let test = try Self.device()
    let output = test.daemon.directory.path + "/attached"
    let attached = try Program(
      Programs.roostctl, ["launch", "--console", Self.id, "--socket", test.daemon.socket], output: output,
      errors: "/dev/null")
    func text() -> String { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }
    try eventually("it talks") { text().contains("begins") }
    attached.signal(SIGINT)
    #expect(attached.wait() == 5)
    #expect(text().hasSuffix("told to end\n"))
    #expect(try test.device.app(Self.id).exits().last?.status == 5)
  }

  @Test("logs shows what an app has written, and with -f its states and its end where they come")
  func logs() throws {
    let test = try Self.device()
    #expect(try Self.run(["logs", Self.id], test).output == "")
    let output = test.daemon.directory.path + "/followed"
    let following = try Program(
      Programs.roostctl, ["logs", "-f", Self.id, "--socket", test.daemon.socket], output: output, errors: "/dev/null")
    defer {
      following.signal(SIGTERM)
      following.wait()
    }
    func text() -> String { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }
    // Its watch has begun when it tells of a launch.
    try eventually("it follows") {
      try test.device.app(Self.id).launch()
      try eventually("it talks") { test.output(of: test.device.app(Self.id)).contains("begins") }
      try test.device.app(Self.id).quit()
      return text().contains("active -> inactive")
    }
    try eventually("the end is told") { text().contains("[roostd] ended: ") }
    let lines = text().split(separator: "\n")
    // Its last words come before its end, in each life.
    let words = lines.filter { $0 == "told to end" || $0.contains("[roostd] ended: ") }
    for (place, word) in words.enumerated() where word != "told to end" {
      #expect(place > 0 && words[place - 1] == "told to end")
    }
    let json = try Self.run(["logs", "--json", Self.id], test)
    for line in json.output.split(separator: "\n") {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(Set(object.keys) == ["app", "time", "source", "text"])
    }
    let since = try Self.run(["logs", "--since", "-1h", Self.id], test)
    #expect(since.status == 0 && since.output.contains("told to end"))
  }
}
