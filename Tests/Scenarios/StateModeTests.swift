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

    let file = test.daemon.directory.path + "/roostd.toml"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacingOccurrences(of: "user = \"\"", with: "user = \"root\"")
      .write(toFile: file, atomically: true, encoding: .utf8)
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

  private func mode(of path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }
}
