// The private daemon of a play, or of a test, whose process is killed.
import Foundation
import RoostTesting
import TestFolders
import Testing

@Suite(.serialized) struct GuardianTests {
  @Test(
    "the daemon and the app of `roostctl run` end, and their folder goes, when SIGKILL ends it; a stuck one is killed",
    .timeLimit(.minutes(40)), arguments: [false, true])
  func killed(isStuck: Bool) throws {
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
          (try? KernelFile.text("/proc/\(child)/cmdline"))?.split(separator: "\0") ?? []
        // The guardian has the names of the folders as well.
        guard words.contains("--runtime-dir"), let runtime = words.first(where: { $0.hasSuffix("/run") }) else {
          continue
        }
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
    if isStuck { #expect(kill(daemon.pid, SIGSTOP) == 0) }
    play.signal(SIGKILL)
    play.wait()
    try eventually("the daemon has ended", deadline: 60) { !Self.runs(daemon.pid) }
    // An app outlives a daemon that is killed.
    if isStuck { kill(running, SIGKILL) } else { #expect(!Self.runs(running)) }
    try eventually("its folder is gone") { !FileManager.default.fileExists(atPath: daemon.folder) }
  }

  @Test("The folders of a daemon that does not start are gone when the test is told why")
  func refused() throws {
    let folder = MadeApps.newFolder()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(throws: TestingError.self) {
      try PrivateDaemon(
        roostd: Programs.roostd, apps: [], configuration: "nonsense", runtime: folder,
        manager: ["/bin/sh", "-c", "printf '%s\\n' \"$@\" >'\(folder)/words' && exec \"$@\"", "sh"])
    }
    let words = try String(contentsOfFile: folder + "/words", encoding: .utf8).split(separator: "\n").map(String.init)
    let state = try #require(words.firstIndex(of: "--state-dir"))
    let directory = URL(fileURLWithPath: words[state + 1]).deletingLastPathComponent().path
    #expect(!FileManager.default.fileExists(atPath: directory))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["words"])
  }

  @Test("A daemon that is stopped and cannot end is killed", .timeLimit(.minutes(40)))
  func stuck() throws {
    let daemon = try PrivateDaemon(roostd: Programs.roostd, apps: [])
    let pid = daemon.pid
    #expect(kill(pid, SIGSTOP) == 0)
    daemon.stop()
    #expect(!Self.runs(pid))
    try daemon.restart()
    #expect(try Device(socket: daemon.socket).apps().isEmpty)
  }

  private static func children(of pid: pid_t) -> [pid_t] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
    return threads.flatMap { thread in
      let list = (try? KernelFile.text("/proc/\(pid)/task/\(thread)/children")) ?? ""
      return list.split(separator: " ").compactMap { pid_t($0) }
    }
  }

  /// Nobody may reap it.
  private static func runs(_ pid: pid_t) -> Bool {
    guard let text = try? KernelFile.text("/proc/\(pid)/stat") else { return false }
    return text.split(separator: ")").last?.split(separator: " ").first != "Z"
  }
}
