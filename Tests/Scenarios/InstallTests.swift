// LA7 with the real programs: what an install puts in the place of another bundle, and what is there when it fails.
import ControlAPI
import Foundation
import RoostTesting
import Synchronization
import Testing

@Suite(.serialized) struct InstallTests {
  private let test: TestDevice
  private let source: String
  private let id = "com.example.sealed"
  private var apps: String { test.daemon.directory.path + "/apps" }
  private var installed: String { apps + "/sealed.app" }
  private var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: apps).sorted() } }

  init() throws {
    test = try TestDevice(apps: [])
    source = try ScriptApp.make("sealed", writes: "events")
  }

  private func roostctl(_ arguments: String...) throws -> RoostctlTests.Run {
    try RoostctlTests.Run(arguments, socket: test.daemon.socket)
  }

  private func succeeds(_ arguments: String...) throws {
    let run = try RoostctlTests.Run(arguments, socket: test.daemon.socket)
    #expect(run.status == 0, "\(arguments): \(run.errors)")
  }

  /// The bundle that was installed is there alone, and is launched.
  private func isAsBefore() throws {
    #expect(try names == ["sealed.app"])
    try succeeds("verify", id)
    #expect(try test.device.app(id).launch().state == .active)
    try test.device.app(id).quit()
  }

  /// A bundle of another app in a folder of the same name.
  private func stranger() throws -> String {
    try ScriptApp.make("sealed", script: "#!/bin/sh\n", keys: ["CFBundleIdentifier": "com.example.stranger"])
  }

  @Test("LA7 a bundle of another app with the name of one that is installed does not take its place")
  func sameName() throws {
    try succeeds("install", source)
    let run = try roostctl("install", try stranger())
    #expect(run.status == 1 && run.errors.contains("\(installed) is the bundle of \(id)"), "\(run.errors)")
    #expect(run.errors.contains("rename ") && run.errors.contains("`roostctl uninstall \(id)`"), "\(run.errors)")
    try isAsBefore()
  }

  @Test("LA7 the place of a bundle that is gone is kept for its app, until that is uninstalled")
  func place() throws {
    try succeeds("install", source)
    try FileManager.default.removeItem(atPath: installed)
    let run = try roostctl("install", try stranger())
    #expect(run.status == 1 && run.errors.contains("it is the place of \(id)"), "\(run.errors)")
    #expect(run.errors.contains("`roostctl uninstall \(id)`"), "\(run.errors)")
    #expect(try names == [])
    try succeeds("uninstall", id)
    try succeeds("install", try stranger())
    #expect(try names == ["sealed.app"])
  }

  @Test("LA7 a bundle of another app that lies in the place of one that is uninstalled stays")
  func takenPlace() throws {
    try succeeds("install", source)
    try FileManager.default.removeItem(atPath: installed)
    try FileManager.default.copyItem(atPath: try stranger(), toPath: installed)
    let run = try roostctl("uninstall", id)
    #expect(run.status == 1 && run.errors.contains("is a bundle of com.example.stranger by now"), "\(run.errors)")
    #expect(try names == ["sealed.app"])
    try succeeds("install", installed)
    try succeeds("verify", "com.example.stranger")
  }

  @Test(
    "LA7 when the daemon refuses a bundle, the one that it was to replace is there as before", arguments: [true, false])
  func refused(hasSense: Bool) throws {
    try succeeds("install", source)
    let bad = try ScriptApp.make("sealed", script: "#!/bin/sh\n", mode: hasSense ? 0o644 : 0o755)
    if !hasSense { try "nonsense".write(toFile: bad + "/Info.plist", atomically: true, encoding: .utf8) }
    let run = try roostctl("install", bad)
    #expect(run.status == 1, "\(run.errors)")
    try isAsBefore()
  }

  @Test("LA7 of a good and a bad bundle of one name, installed at once, the good one is there in the end")
  func atOnce() throws {
    let bad = try ScriptApp.make("sealed", script: "#!/bin/sh\n", mode: 0o644)
    for isThere in [false, true, false, true, false, true] {
      if isThere { try succeeds("install", source) }
      let runs = try [source, bad, source, bad].map { bundle in
        try Program(
          Programs.roostctl, ["install", bundle, "--socket", test.daemon.socket], output: "/dev/null",
          errors: "/dev/null")
      }
      #expect(runs.map { $0.wait() } == [0, 1, 0, 1])
      #expect(try names == ["sealed.app"])
      try succeeds("verify", id)
      try succeeds("uninstall", id)
      #expect(try names == [])
    }
  }

  @Test("LA7 uninstall removes a link in an app directory, and not the bundle that it leads to")
  func link() throws {
    try FileManager.default.createSymbolicLink(atPath: installed, withDestinationPath: source)
    try succeeds("install", installed)
    try succeeds("verify", id)
    try succeeds("uninstall", id)
    #expect(try names == [])
    #expect(FileManager.default.fileExists(atPath: source + "/Info.plist"))
  }

  @Test("LA7 uninstall removes nothing outside of the app directories, and says so")
  func outside() throws {
    try succeeds("install", source)
    let seal = test.daemon.stateDirectory + "/seals/" + id
    let text = try String(contentsOfFile: seal, encoding: .utf8)
    try text.replacingOccurrences(of: "\"\(installed)\"", with: "\"\(source)\"")
      .write(toFile: seal, atomically: true, encoding: .utf8)
    let run = try roostctl("uninstall", id)
    #expect(run.status == 1 && run.errors.contains("is in no app directory that you can open"), "\(run.errors)")
    #expect(FileManager.default.fileExists(atPath: source + "/Info.plist"))
    #expect(try names == ["sealed.app"])
  }

  @Test(
    "LA7 an app is not launched while a client uninstalls it, and is when that client has gone and left the bundle")
  func launchMeanwhile() throws {
    try succeeds("install", source)
    let app = test.device.app(id)
    let client = try ControlClient(socket: test.daemon.socket)
    #expect(try client.call(BundlesInterface.Uninstall(id: id)).path == installed)
    try succeeds("reload")
    for _ in 0..<2 {
      let why = try refusal { try app.launch() }.description
      #expect(why.contains("it is being uninstalled; wait for the end of the program"), "\(why)")
    }
    #expect(try app.state == .notRunning)
    #expect(try app.exits().isEmpty, "a launch that was never tried counts as no crash")
    let again = try refusal { _ = try client.call(BundlesInterface.Uninstall(id: id)) }
    #expect(again.description.contains("has no seal"), "\(again)")
    shutdown(client.fileDescriptor, CInt(SHUT_RDWR))
    try eventually("the app is launched") { (try? app.launch()) != nil }
    try app.quit()
  }

  @Test("LA7 an app whose bundle a client has left in its place is launched when it is installed again")
  func installedMeanwhile() throws {
    try succeeds("install", source)
    let client = try ControlClient(socket: test.daemon.socket)
    _ = try client.call(BundlesInterface.Uninstall(id: id))
    try succeeds("install", source)
    try isAsBefore()
    withExtendedLifetime(client) {}
  }

  @Test("LA7 no launch succeeds from the moment on in which the command uninstall has taken the seal away")
  func launchesMeanwhile() throws {
    // So many files that to remove them takes longer than a launch.
    let folder = source + "/Resources"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    for number in 0..<4_000 { try Data().write(to: URL(fileURLWithPath: "\(folder)/\(number)")) }
    let seal = test.daemon.stateDirectory + "/seals/" + id
    for _ in 0..<3 {
      try succeeds("install", source)
      let run = try Program(
        Programs.roostctl, ["uninstall", id, "--socket", test.daemon.socket], output: "/dev/null", errors: "/dev/null")
      try eventually("the seal is gone") { access(seal, F_OK) != 0 }
      while run.exitStatus == nil { _ = try refusal { try test.device.app(id).launch() } }
      #expect(run.wait() == 0)
      #expect(try names == [])
    }
  }

  @Test("LA7 an uninstall that cannot remove all of a bundle leaves nothing that is launched, and nothing in the way")
  func halfRemoved() throws {
    try succeeds("install", source)
    let deep = installed + "/Resources" + String(repeating: "/d", count: 410)
    try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
    let run = try roostctl("uninstall", id)
    #expect(run.status == 1 && run.errors.contains("is too deep to be removed"), "\(run.errors)")
    #expect(try !names.contains("sealed.app"))
    #expect(try names.allSatisfy { $0.hasPrefix(".uninstall-") })
    #expect(try !test.device.apps().contains { $0.id == id })
    let rest = try #require(try names.first)
    try FileManager.default.removeItem(atPath: "\(apps)/\(rest)")
    let killed = apps + "/.uninstall-abcdef/Resources"
    try FileManager.default.createDirectory(atPath: killed, withIntermediateDirectories: true)
    try succeeds("install", source)
    try isAsBefore()
  }

  @Test("LA7 the name of a bundle that is replaced leads to the old one or to the new one at any moment")
  func exchange() throws {
    try succeeds("install", source)
    let isOver = Mutex(false)
    let missed = Mutex(0)
    let ended = DispatchSemaphore(value: 0)
    let path = installed
    Thread.detachNewThread {
      while !isOver.withLock({ $0 }) {
        if access(path, F_OK) != 0 { missed.withLock { $0 += 1 } }
      }
      ended.signal()
    }
    do {
      defer {
        isOver.withLock { $0 = true }
        ended.wait()
      }
      for _ in 0..<10 { try succeeds("install", source) }
    }
    #expect(missed.withLock { $0 } == 0)
  }

  @Test("LA7 the folders of killed installs of a name go with the next one, and nothing of a person's")
  func leftovers() throws {
    for name in [".install-a1B2c3", ".install-a1B2c3.old", ".backup", ".install-notes", ".install-a1.app"] {
      try FileManager.default.createDirectory(atPath: installed + name + "/deep", withIntermediateDirectories: true)
    }
    try succeeds("install", source)
    #expect(try names == ["sealed.app", "sealed.app.backup", "sealed.app.install-a1.app", "sealed.app.install-notes"])
  }

  @Test("LA7 a bundle with the identifier of a desktop entry's app does not get its data, while that is there")
  func desktopEntry() throws {
    let folder = MadeApps.newFolder()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let entry = "\(folder)/\(id).desktop"
    try "[Desktop Entry]\nType=Application\nName=Bank\nExec=sleep infinity\n"
      .write(toFile: entry, atomically: true, encoding: .utf8)
    let daemon = try PrivateDaemon(
      roostd: Programs.roostd, apps: [], configuration: "[apps]\ndesktop = [\"\(folder)\"]\n")
    let apps = daemon.directory.path + "/apps"
    let run = try RoostctlTests.Run(["install", source], socket: daemon.socket)
    #expect(run.status == 1 && run.errors.contains("by the desktop entry \(entry)"), "\(run.errors)")
    #expect(run.errors.contains("remove the entry and run `roostctl reload`"), "\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: apps) == [])
    let client = try ControlClient(socket: daemon.socket)
    #expect(try client.call(BundlesInterface.Locate(id: id)).bundle == entry)
    // The daemon refuses one as well that somebody has put there without roostctl.
    try FileManager.default.copyItem(atPath: source, toPath: apps + "/sealed.app")
    let asked = try refusal { _ = try client.call(BundlesInterface.Install(path: apps + "/sealed.app")) }.description
    #expect(asked.contains("by the desktop entry \(entry)"), "\(asked)")
    try FileManager.default.removeItem(atPath: apps + "/sealed.app")
    try FileManager.default.removeItem(atPath: entry)
    for command in [["reload"], ["install", source], ["verify", id]] {
      let run = try RoostctlTests.Run(command, socket: daemon.socket)
      #expect(run.status == 0, "\(command): \(run.errors)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: apps) == ["sealed.app"])
    withExtendedLifetime(daemon) {}
  }

  @Test("LA7 a hidden name, which no look through the app directories finds, is refused")
  func hidden() throws {
    let bundle = source.replacingOccurrences(of: "/sealed.app", with: "/.app")
    try FileManager.default.moveItem(atPath: source, toPath: bundle)
    let run = try roostctl("install", bundle)
    #expect(run.status == 1 && run.errors.contains("begins with a dot"), "\(run.errors)")
    #expect(try names == [])
    try FileManager.default.copyItem(atPath: bundle, toPath: apps + "/.app")
    let asked = try refusal {
      _ = try ControlClient(socket: test.daemon.socket).call(BundlesInterface.Install(path: apps + "/.app"))
    }
    #expect(asked.description.contains("begin with no dot"), "\(asked.description)")
  }
}
