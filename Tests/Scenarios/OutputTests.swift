// Apps that write to their standard output without end: the disk is not filled.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.timeLimit(.minutes(40))) struct OutputTests {
  /// Numbered lines of 64 bytes, and then it goes on as every app.
  private static func app(_ name: String, lines: Int) throws -> String {
    try PythonApp.make(
      name,
      on: [
        "didBecomeActive": """
        for block in range(0, \(lines), 1024):
          os.write(1, b''.join(b'%063d\\n' % n for n in range(block, block + 1024)))
        os.write(1, b'all is said\\n')
        """,
        "input": "os.write(1, b'more\\n')",
      ])
  }

  @Test("The output of an app that writes 64 MiB in one life takes 16 MiB of the disk at most, and the rest says so")
  func isBounded() throws {
    let test = try TestDevice(apps: [try Self.app("chatty", lines: 1 << 20), try Self.app("calm", lines: 1024)])
    let (chatty, calm) = (test.device.app("com.example.chatty"), test.device.app("com.example.calm"))
    try calm.launch()
    try chatty.launch()
    let file = "\(test.daemon.stateDirectory)/logs/com.example.chatty.log"
    try eventually("its file is small, and says so") {
      try Self.size(file) <= 8 << 20 && test.output(of: chatty).contains("of it are in \(file).1]")
    }
    #expect(try Self.size(file + ".1") <= 8 << 20)
    try eventually("the log says so") {
      test.daemon.log.contains("com.example.chatty writes more output than is kept")
    }
    #expect(test.output(of: calm).hasSuffix("all is said\n"))
    #expect(try Self.size("\(test.daemon.stateDirectory)/logs/com.example.calm.log") == 65536 + 12)
    // It writes on where the file ends now.
    try chatty.send(input: "{}")
    try eventually("it is heard") { test.output(of: chatty).hasSuffix("more\n") }
    #expect(try Self.size(file) <= 8 << 20)
  }

  @Test("The next daemon bounds the output of the apps that it takes over")
  func afterARestart() throws {
    let bundle = try PythonApp.make(
      "late",
      on: ["input": "for n in range(48): os.write(1, (b'%1023d\\n' % n) * 1024)"])
    let daemon = try SurvivingDaemon(apps: [bundle], configuration: "[log]\napp-output = \"file\"\n")
    try daemon.device().app("com.example.late").launch()
    try daemon.end(.killed)
    try daemon.device().app("com.example.late").send(input: "{}")
    let file = "\(daemon.daemon.stateDirectory)/logs/com.example.late.log"
    try eventually("its file is small") {
      try Self.size(file) <= 8 << 20 && FileManager.default.fileExists(atPath: file + ".1")
    }
  }

  private static func size(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }
}
