// The mode of the state directory, through which apps of other users pass: systemd sets its own before a unit's commands.
import Foundation
import RoostTesting
import Testing

@Suite(
  .serialized, .timeLimit(.minutes(40)), .enabled(if: geteuid() == 0, "only root can run apps as users of their own"))
struct StateModeTests {
  @Test("LA7 after a reload the way to the containers is open for apps of other users, and closed where none runs")
  func reloaded() throws {
    let test = try TestDevice(apps: [try ScriptApp.make("one", writes: "events")], user: "")
    let app = test.device.app("com.example.one")
    let state = test.daemon.stateDirectory
    func reload() throws { #expect(try RoostctlTests.Run(["reload"], socket: test.daemon.socket).status == 0) }
    try app.launch()
    #expect(mode(of: state) == 0o711)
    #expect(chmod(state, 0o700) == 0)
    try reload()
    #expect(mode(of: state) == 0o711)

    try giveAppsNoUsers(test)
    for _ in 1...2 {
      try reload()
      #expect(mode(of: state) == 0o711, "the app that runs has a user of its own")
    }
    try app.quit()
    try eventually("nobody passes through it any more") {
      try reload()
      return mode(of: state) == 0o700
    }
    #expect(chmod(state, 0o711) == 0)
    try reload()
    #expect(mode(of: state) == 0o700)
  }

  @Test("LA7 a daemon that begins anew, and gives apps no users, keeps the way open while one runs that has one")
  func begunAnew() throws {
    let test = try TestDevice(apps: [try ScriptApp.make("one", writes: "events")], user: "")
    let state = test.daemon.stateDirectory
    try test.device.app("com.example.one").launch()
    try giveAppsNoUsers(test)
    try test.replaceDaemon()
    for folder in [state, state + "/containers"] { #expect(mode(of: folder) == 0o711, "\(folder)") }
    try Device(socket: test.daemon.socket).app("com.example.one").quit()
    try test.replaceDaemon()
    for folder in [state, state + "/containers"] { #expect(mode(of: folder) == 0o700, "\(folder)") }
  }

  /// From the next start or reload on; an app that runs keeps its own.
  private func giveAppsNoUsers(_ test: TestDevice) throws {
    let file = test.daemon.directory.path + "/roostd.toml"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacingOccurrences(of: "user = \"\"", with: "user = \"root\"")
      .write(toFile: file, atomically: true, encoding: .utf8)
  }

  private func mode(of path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }
}
