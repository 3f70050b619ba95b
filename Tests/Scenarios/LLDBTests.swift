// lldb and an app that waits for a debugger: the command that roostctl prints comes to main (DB1).
import ControlAPI
import Foundation
import RoostTesting
import Testing

/// The lldb in PATH. That of Swift's packages is linked with one version of Python, which a machine may have only among
/// those of pyenv.
private enum LLDB {
  /// The variables with which it runs, or its last words.
  static let start: (variables: [String: String]?, problem: String) = {
    let versions = NSHomeDirectory() + "/.pyenv/versions"
    let pythons = ((try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? []).sorted()
    let folders = pythons.map { ["LD_LIBRARY_PATH": "\(versions)/\($0)/lib"] }
    let said = NSTemporaryDirectory() + "roost-lldb-\(getpid())"
    defer { unlink(said) }
    for variables in [[:]] + folders {
      let lldb = try? Program(
        "/usr/bin/env", ["lldb", "--version"], output: said, errors: said, environment: variables)
      if lldb?.wait() == 0 { return (variables, "") }
    }
    let words = (try? String(contentsOfFile: said, encoding: .utf8)) ?? ""
    return (nil, words.split(separator: "\n").first.map(String.init) ?? "it cannot be started")
  }()
}

@Suite(.serialized, .timeLimit(.minutes(40)))
struct LLDBTests {
  @Test(
    "DB1 lldb as it is printed for an app that waits comes to main, its deadline stands still, and the app goes on",
    .enabled(if: LLDB.start.variables != nil, "no lldb runs here: \(LLDB.start.problem)"))
  func comesToMain() throws {
    let test = try TestDevice(deadlines: "launch = \"300ms\"")
    let launched = try RoostctlTests.Run(
      ["launch", test.notes.id, "--wait-for-debugger"], socket: test.daemon.socket)
    #expect(launched.status == 0, "\(launched.errors)")
    let line = try #require(launched.output.split(separator: "\n").first { $0.contains(" lldb -p ") })
    let path = test.daemon.directory.path + "/lldb"
    let variables = ["ROOST_SOCKET": test.daemon.socket, "DEBUGINFOD_URLS": "", "LC_ALL": "C"]
    let status = "platform shell \(Programs.roostctl) status \(test.notes.id)"
    let lldb = try Program(
      "/bin/sh", ["-c", "exec \(line) --no-lldbinit --batch -o bt -o '\(status)' -o detach"], output: path,
      errors: path,
      environment: variables.merging(LLDB.start.variables ?? [:]) { $1 })
    let ended = lldb.wait()
    let said = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    #expect(
      ended == 0 && said.contains("stop reason = breakpoint") && said.contains("__libc_start_call_main"), "\(said)")
    #expect(said.contains("debugger    lldb"), "\(said)")
    try test.wait(for: .active, of: test.notes)
    #expect(try test.notes.status().debugger == nil)
    #expect(try test.notes.exits().isEmpty)
  }
}
