// Programs on a file system that does not answer, under a whole supervisor: nobody waits for them but who launches them.
import Foundation
import LifecycleModel
import Settings
import TestFolders
import Testing

@testable import DaemonConfiguration
@testable import Processes
@testable import Supervisor

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct ElsewhereProgramTests {
  private static let near = AppID("com.example.near")
  private static let far = AppID("com.example.far")

  /// Has the supervisor find one more app, of a program at that path.
  private static func add(_ program: String, to supervisor: Supervisor) throws {
    let bundle = try #require(supervisor.configuration.appDirectories.first) + "/Far.app"
    let keys: [String: Any] = [
      "CFBundleIdentifier": far.string, "CFBundleExecutable": program, "RoostProgram": [String: String](),
    ]
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: false)
    try PropertyListSerialization.data(fromPropertyList: keys, format: .xml, options: 0)
      .write(to: URL(filePath: bundle + "/Info.plist"))
  }

  /// The app beside it acknowledges all that it is told.
  private static func with(_ body: (Supervisor, LogLines) throws -> Void) throws {
    let script = #"""
      while IFS= read -r line <&3; do
        seq=${line#'{"seq":'}
        echo "{\"ack\":${seq%%,*}}" >&4
      done
      """#
    try WholeSupervisor.with([near], script: script, kernel: .live, body)
  }

  private static func launch(_ app: AppID, _ supervisor: Supervisor) {
    supervisor.request(.launch(app, Launch(), .foreground)) { _ in }
  }

  private static func runs(_ app: AppID, _ supervisor: Supervisor) -> Bool {
    supervisor.processes.all.contains { $0.app == app }
  }

  // In a process of its own, as all supervisors are that are tested whole; and it has the gate of system calls for itself.
  @Test("A program whose file system does not answer is not launched, with the reason, and keeps nobody waiting")
  func silent() async {
    await #expect(processExitsWith: .success) { try await Self.checkSilent() }
  }

  private static func checkSilent() throws {
    try with { supervisor, lines in
      let place = SilentPlace()
      defer { place.end() }
      try add("/silent/program", to: supervisor)
      var problems: [String]?
      supervisor.findApps { problems = $0 }
      #expect(problems == nil && supervisor.model.lifecycle.apps[far] != nil)
      launch(near, supervisor)
      try WholeSupervisor.wait(supervisor) { runs(near, supervisor) }
      try WholeSupervisor.wait(supervisor) { problems != nil }
      #expect(problems?.count == 1 && problems?.first?.contains("a file system that does not answer") == true)

      @MainActor func refusals() -> Int {
        lines.all.count { $0.contains("unable to launch \(far): /silent/program, or a program that runs it, is on") }
      }
      launch(far, supervisor)
      try WholeSupervisor.wait(supervisor) { refusals() == 1 }
      #expect(place.askedByLoop == [])

      place.answer()
      var isMissing = false
      try WholeSupervisor.wait(supervisor) {
        supervisor.findApps { isMissing = $0.contains { $0.contains("is missing: /silent/program") } }
        return isMissing
      }
      #expect(place.askedByLoop == [])
    }
  }

  // In a process of its own, as above.
  @Test("A program elsewhere is launched when it has been looked at")
  func launched() async {
    await #expect(processExitsWith: .success) { try await Self.checkLaunched() }
  }

  private static func checkLaunched() throws {
    try with { supervisor, lines in
      let folder = try TestFolder()
      defer {
        for process in supervisor.processes.all { Kill.tree(root: process.child, kernel: .live) }
        withExtendedLifetime(folder) {}
      }
      try add(folder.write("program", "#!/bin/sh\nexec sleep 1000\n", mode: 0o755), to: supervisor)
      supervisor.findApps()
      launch(far, supervisor)
      try WholeSupervisor.wait(supervisor) { runs(far, supervisor) || lines.all.contains { $0.contains("unable") } }
      #expect(runs(far, supervisor), "\(lines.all)")
    }
  }

  // In a process of its own, as above.
  @Test("A program is not launched whose folder does not answer, without a sandbox as well, and the loop does not wait")
  func silentFolder() async {
    await #expect(processExitsWith: .success) { try await Self.checkSilentFolder() }
  }

  private static func checkSilentFolder() throws {
    try with { supervisor, lines in
      let folder = try TestFolder()
      try folder.write(
        "\(far.string).desktop",
        "[Desktop Entry]\nType=Application\nName=Far\nExec=sleep 1000\nPath=/silent/folder\n")
      let place = SilentPlace()
      defer {
        place.end()
        withExtendedLifetime(folder) {}
      }
      var configuration = supervisor.configuration
      configuration.desktop.directories = [folder.path]
      supervisor.launcher.look(in: configuration)
      supervisor.findApps()
      #expect(supervisor.model.lifecycle.apps[far] != nil, "\(lines.all)")
      launch(far, supervisor)
      try WholeSupervisor.wait(supervisor) { lines.all.contains { $0.contains("unable to launch \(far)") } }
      let why = "its directory /silent/folder cannot be entered: its file system has not answered"
      #expect(lines.all.contains { $0.contains(why) }, "\(lines.all)")
      #expect(place.askedByLoop == [])
      launch(near, supervisor)
      try WholeSupervisor.wait(supervisor) { runs(near, supervisor) }
    }
  }
}
