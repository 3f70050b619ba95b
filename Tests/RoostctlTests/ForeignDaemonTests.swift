// A daemon of another user, or one that lies: nothing is replaced or removed because it says so.
import FakeDaemon
import Foundation
import Glibc
import Testing

struct ForeignDaemonTests {
  private let scratch: ScratchDirectory
  private var apps: String { scratch.path + "/apps" }

  init() throws {
    scratch = try ScratchDirectory()
    for folder in ["/Notes.app", "/apps"] {
      try FileManager.default.createDirectory(atPath: scratch.path + folder, withIntermediateDirectories: true)
    }
    _ = try scratch.write(Self.info("org.example.notes"), to: "Notes.app/Info.plist")
  }

  private static func info(_ identifier: String) -> String {
    "<plist version=\"1.0\"><dict><key>CFBundleIdentifier</key><string>\(identifier)</string></dict></plist>"
  }

  /// - Parameter name: the name in the app directory that it calls the bundle of the app.
  private func daemon(uninstalling name: String) throws -> FakeDaemon {
    try FakeDaemon(
      at: scratch.path + "/s",
      [
        "org.roost.Bundles.GetDirectories": #"{"parameters":{"directories":["\#(apps)"]}}"#,
        "org.roost.Bundles.Uninstall": #"{"parameters":{"path":"\#(apps)/\#(name)"}}"#,
        "org.roost.Daemon.Reload": #"{"parameters":{"apps":0,"problems":[]}}"#,
      ])
  }

  @Test(
    "uninstall removes nothing that does not say itself that it is the app's bundle, whatever the daemon says",
    arguments: ["home/thesis", "home.app/thesis", "Notes/Info.plist", "shadow"])
  func kept(file: String) throws {
    let name = String(file.prefix { $0 != "/" })
    if file != name {
      try FileManager.default.createDirectory(atPath: "\(apps)/\(name)", withIntermediateDirectories: false)
    }
    _ = try scratch.write(Self.info("org.example.notes"), to: "apps/\(file)")
    let daemon = try daemon(uninstalling: name)
    defer { daemon.stop() }
    let run = try Roostctl.run(["uninstall", "org.example.notes", "--socket", daemon.socket])
    #expect(run.status == 1 && run.errors.contains("it is no bundle whose Info.plist names org.example.notes"))
    #expect(run.errors.contains("remove it yourself"), "\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: apps) == [name])
    #expect(FileManager.default.fileExists(atPath: "\(apps)/\(file)"))
  }

  @Test("A command in a refusal of install takes an author's text for one word")
  func quotedAdvice() throws {
    try FileManager.default.createDirectory(atPath: apps + "/Notes.app", withIntermediateDirectories: false)
    _ = try scratch.write(Self.info("a;id"), to: "apps/Notes.app/Info.plist")
    let daemon = try daemon(uninstalling: "Notes.app")
    defer { daemon.stop() }
    let run = try Roostctl.run(["install", scratch.path + "/Notes.app", "--socket", daemon.socket])
    #expect(run.status == 1 && run.errors.contains("`roostctl uninstall 'a;id'`"), "\(run.errors)")
  }

  /// Listens, and answers nothing.
  private static let listening = """
    import socket, sys
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    listener.listen()
    print("listens", flush=True)
    clients = []
    while True: clients.append(listener.accept())
    """

  @Test(
    "install and uninstall take no word of the daemon of another user",
    .enabled(if: geteuid() == 0, "only root can run one as another user"), arguments: ["install", "uninstall"])
  func otherUser(command: String) throws {
    chmod(scratch.path, 0o777)
    let listener = Process()
    listener.executableURL = URL(filePath: "/usr/bin/setpriv")
    listener.arguments = [
      "--reuid=65523", "--regid=65523", "--clear-groups", "/usr/bin/python3", "-c", Self.listening, scratch.path + "/s",
    ]
    let output = Pipe()
    listener.standardOutput = output
    try listener.run()
    defer {
      kill(listener.processIdentifier, SIGKILL)
      listener.waitUntilExit()
    }
    let said = Data("listens\n".utf8)
    #expect(try output.fileHandleForReading.read(upToCount: said.count) == said)
    let subject = command == "install" ? scratch.path + "/Notes.app" : "org.example.notes"
    let run = try Roostctl.run([command, subject, "--socket", scratch.path + "/s"])
    #expect(run.status == 1 && run.errors.contains("is that of the user 65523"), "\(run.errors)")
    #expect(run.errors.contains("run roostctl as that user") && run.errors.contains("--socket"), "\(run.errors)")
  }
}
