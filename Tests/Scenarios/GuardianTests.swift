// The private daemon of a play, or of a test, whose process is killed.
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct GuardianTests {
  @Test("the daemon and the app of `roostctl run` end, and their folder goes, when SIGKILL ends it")
  func killed() throws {
    let folder = MadeApps.newFolder()
    let app = try PythonApp.make("played", on: ["didBecomeActive": "note(str(os.getpid()))"])
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let scenario = """
      name: A play that takes long
      apps: [\(app)]
      steps:
        - launch com.example.played
        - advance 10min
      """
    try scenario.write(toFile: folder + "/long.yaml", atomically: false, encoding: .utf8)
    let play = try Program(
      Programs.roostctl, ["run", "--real-time", folder + "/long.yaml"], output: folder + "/said",
      errors: folder + "/said")
    func daemonOfPlay() -> (pid: pid_t, folder: String)? {
      for child in Self.children(of: play.pid) {
        let words =
          (try? String(contentsOfFile: "/proc/\(child)/cmdline", encoding: .utf8))?.split(separator: "\0") ?? []
        guard let runtime = words.first(where: { $0.hasSuffix("/run") }) else { continue }
        return (child, String(runtime.dropLast(4)))
      }
      return nil
    }
    try eventually("the play has a daemon") { daemonOfPlay() != nil }
    let daemon = try #require(daemonOfPlay())
    defer { if Self.runs(daemon.pid) { kill(daemon.pid, SIGKILL) } }
    let notes = daemon.folder + "/state/containers/com.example.played/notes"
    try eventually("its app runs: \((try? String(contentsOfFile: folder + "/said", encoding: .utf8)) ?? "")") {
      FileManager.default.contents(atPath: notes)?.last == UInt8(ascii: "\n")
    }
    let line = try String(contentsOfFile: notes, encoding: .utf8).split(separator: "\n")[0]
    let running = try #require(pid_t(line))
    play.signal(SIGKILL)
    play.wait()
    try eventually("the daemon has ended") { !Self.runs(daemon.pid) }
    #expect(!Self.runs(running))
    try eventually("its folder is gone") { !FileManager.default.fileExists(atPath: daemon.folder) }
  }

  private static func children(of pid: pid_t) -> [pid_t] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
    return threads.flatMap { thread in
      let list = (try? String(contentsOfFile: "/proc/\(pid)/task/\(thread)/children", encoding: .utf8)) ?? ""
      return list.split(separator: " ").compactMap { pid_t($0) }
    }
  }

  /// Nobody may reap it.
  private static func runs(_ pid: pid_t) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return false }
    return text.split(separator: ")").last?.split(separator: " ").first != "Z"
  }
}
