// LA7 with the real programs: bundles that are installed are sealed, and one that was changed is not launched.
import ControlAPI
import Foundation
import RoostTesting
import Synchronization
import Testing

@Suite(.serialized) struct SealTests {
  private let test: TestDevice
  private let source: String
  private var installed: String { test.daemon.directory.path + "/apps/sealed.app" }
  private var app: AppUnderTest { test.device.app("com.example.sealed") }

  init() throws {
    test = try TestDevice(apps: [])
    source = try ScriptApp.make("sealed", writes: "events")
    try FileManager.default.createDirectory(atPath: source + "/Resources", withIntermediateDirectories: true)
    try "picture".write(toFile: source + "/Resources/picture", atomically: true, encoding: .utf8)
  }

  private func roostctl(_ arguments: String...) throws -> RoostctlTests.Run {
    try RoostctlTests.Run(arguments, socket: test.daemon.socket)
  }

  private func install() throws {
    let run = try roostctl("install", source)
    #expect(run.status == 0, "\(run.errors)")
  }

  private func whyNotLaunched() throws -> String { try refusal { try app.launch() }.description }

  @Test("LA7 roostctl install copies a bundle, seals it and takes it up; it is launched as often as one likes")
  func installs() throws {
    try install()
    #expect(try roostctl("verify", "com.example.sealed").status == 0)
    for _ in 0..<2 {
      #expect(try app.launch().state == .active)
      try app.quit()
    }
    try test.daemon.restart(after: SIGKILL)
    let device = try Device(socket: test.daemon.socket)
    #expect(try device.app("com.example.sealed").launch().state == .active, "the seal is still good")
  }

  enum Change: String, CaseIterable { case content, sameSize, added, removed, mode, link }

  @Test(
    "LA7 a bundle that was changed after it was installed is not launched, and the file is named",
    arguments: Change.allCases)
  func changed(_ change: Change) throws {
    try install()
    try app.launch()
    try app.quit()
    let picture = installed + "/Resources/picture"
    var named = picture
    switch change {
    case .content: try "another picture".write(toFile: picture, atomically: true, encoding: .utf8)
    case .sameSize:
      let file = try #require(FileHandle(forWritingAtPath: picture))
      try file.write(contentsOf: Data("P".utf8))
      try file.close()
    case .added:
      named = installed + "/more"
      try "more".write(toFile: named, atomically: true, encoding: .utf8)
    case .removed: try FileManager.default.removeItem(atPath: picture)
    case .mode: chmod(picture, 0o755)
    case .link:
      try FileManager.default.removeItem(atPath: picture)
      try FileManager.default.createSymbolicLink(atPath: picture, withDestinationPath: "/etc/passwd")
    }
    let word =
      switch change {
      case .content, .sameSize, .mode, .link: "changed"
      case .added: "added"
      case .removed: "removed"
      }
    let why = try whyNotLaunched()
    #expect(
      why.contains("\(named) was \(word) after it was installed; reinstall it with `roostctl install PATH`"), "\(why)")
    #expect(try app.state == .notRunning)
    let verify = try roostctl("verify", "com.example.sealed")
    #expect(verify.status == 1 && verify.errors.contains(named), "\(verify.errors)")
    try install()
    #expect(try app.launch().state == .active)
  }

  @Test("LA7 an app whose Info.plist was another when roostd read it is not launched, though the bundle is as it was")
  func exchanged() throws {
    try install()
    let path = installed + "/Info.plist"
    let sealed = try String(contentsOfFile: path, encoding: .utf8)
    // As somebody who may write to the bundle would, for as long as the daemon looks.
    try put(sealed + "\n", path)
    let client = try ControlClient(socket: test.daemon.socket)
    _ = try client.call(DaemonInterface.Reload())
    try put(sealed, path)
    #expect(try whyNotLaunched().contains("was another one when roostd looked"))
    #expect(try roostctl("verify", "com.example.sealed").status == 1)
    _ = try client.call(DaemonInterface.Reload())
    #expect(try app.launch().state == .active)
  }

  @Test("LA7 a bundle that changes while it is launched, and is as it was again, ends with its launch")
  func changing() throws {
    try Data(count: 64 << 20).write(to: URL(fileURLWithPath: source + "/Resources/picture"))
    try install()
    let picture = installed + "/Resources/picture"
    // It is read for longer than a tick of the kernel's clock, whenever its status has changed; and that changes all the
    // time.
    let isOver = Mutex(false)
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while !isOver.withLock({ $0 }) { chmod(picture, 0o644) }
      ended.signal()
    }
    defer {
      isOver.withLock { $0 = true }
      ended.wait()
    }
    _ = try? app.launch()
    let record = try test.waitForEnd(of: app)
    #expect(record.text.contains("was changed while it was launched"), "\(record)")
  }

  @Test(
    "LA7 a file that takes another's name in other bytes is found, and so is a name or a link that was spelled anew")
  func otherSpelling() throws {
    let (name, kelvin) = ("Kit.sh", "\u{212A}it.sh")
    #expect(name == kelvin)
    try "good".write(toFile: source + "/" + name, atomically: true, encoding: .utf8)
    #expect(symlink(name, source + "/link") == 0)
    try install()
    try put("bad", installed + "/" + name)
    try put("good", installed + "/" + kelvin)
    #expect(try whyNotLaunched().contains("has a name that another file there has as well"))
    #expect(unlink(installed + "/" + kelvin) == 0)
    #expect(try whyNotLaunched().contains("was changed after it was installed"))
    #expect(unlink(installed + "/" + name) == 0)
    try put("good", installed + "/" + kelvin)
    #expect(try whyNotLaunched().contains("was added after it was installed"))
    #expect(rename(installed + "/" + kelvin, installed + "/" + name) == 0)
    #expect(unlink(installed + "/link") == 0 && symlink(kelvin, installed + "/link") == 0)
    #expect(try whyNotLaunched().contains("/link was changed after it was installed"))
    try put("good", source + "/" + kelvin)
    let run = try roostctl("install", source)
    #expect(run.status != 0 && run.errors.contains("two names that read alike"), "\(run.errors)")
  }

  /// By open(2): Foundation might write a path in another form (fileSystemRepresentation).
  private func put(_ text: String, _ path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { throw POSIXError(.EIO) }
    defer { close(file) }
    #expect(write(file, text, text.utf8.count) == text.utf8.count)
  }

  @Test("LA7 a bundle that was never installed has no seal and is launched as it is")
  func unsealed() throws {
    try FileManager.default.createSymbolicLink(atPath: installed, withDestinationPath: source)
    #expect(try roostctl("reload").status == 0)
    try app.launch()
    try app.quit()
    try "changed".write(toFile: source + "/Resources/picture", atomically: true, encoding: .utf8)
    #expect(try app.launch().state == .active)
    let run = try roostctl("verify", "com.example.sealed")
    #expect(run.status == 1 && run.errors.contains("was not installed with `roostctl install PATH`"))
  }

  @Test("LA7 an app that runs is not uninstalled; one that does not is gone with its seal, and its container stays")
  func uninstalls() throws {
    try install()
    try app.launch()
    let refused = try roostctl("uninstall", "com.example.sealed")
    #expect(refused.status == 1 && refused.errors.contains("`roostctl quit com.example.sealed`"), "\(refused.errors)")
    try app.quit()
    let run = try roostctl("uninstall", "com.example.sealed")
    #expect(run.status == 0, "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: installed))
    #expect(!FileManager.default.fileExists(atPath: test.daemon.stateDirectory + "/seals/com.example.sealed"))
    #expect(FileManager.default.fileExists(atPath: test.daemon.stateDirectory + "/containers/com.example.sealed"))
    #expect(try !test.device.apps().contains { $0.id == "com.example.sealed" })
  }

  @Test("LA7 a damaged seal, and another bundle in front of the sealed one, are refused in words")
  func damaged() throws {
    try install()
    let seal = test.daemon.stateDirectory + "/seals/com.example.sealed"
    let kept = try Data(contentsOf: URL(fileURLWithPath: seal))
    try Data(kept.prefix(20)).write(to: URL(fileURLWithPath: seal))
    #expect(try whyNotLaunched().contains("unable to use the seal \(seal)"))
    try kept.write(to: URL(fileURLWithPath: seal))
    #expect(try app.launch().state == .active)
    try app.quit()
    try FileManager.default.createSymbolicLink(
      atPath: test.daemon.directory.path + "/apps/another.app", withDestinationPath: source)
    #expect(try roostctl("reload").status == 0)
    #expect(try whyNotLaunched().contains("first, but \(installed) is the installed bundle"))
    let run = try roostctl("uninstall", "com.example.sealed")
    #expect(run.status == 0, "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: installed), "what was installed is gone")
    #expect(try app.launch().state == .active, "and the other one is launched")
  }

  @Test("LA7 a bundle of another name does not take the place of an app that is installed, nor its data")
  func impostor() throws {
    try install()
    try app.launch()
    try app.quit()
    let impostor = try ScriptApp.make(
      "impostor", script: "#!/bin/sh\n", keys: ["CFBundleIdentifier": "com.example.sealed"])
    let run = try roostctl("install", impostor)
    #expect(run.status == 1 && run.errors.contains("com.example.sealed is installed already"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: test.daemon.directory.path + "/apps/impostor.app"))
    #expect(try app.launch().state == .active)
    try app.quit()
    #expect(try roostctl("uninstall", "com.example.sealed").status == 0)
    #expect(try roostctl("install", impostor).status == 0, "its place is free")
  }

  @Test("LA7 nor does one that roostd has found before the app's own, by a look between the copy and the seal")
  func foundImpostor() throws {
    try install()
    let impostor = try ScriptApp.make(
      "impostor", script: "#!/bin/sh\n", keys: ["CFBundleIdentifier": "com.example.sealed"])
    let place = test.daemon.directory.path + "/apps/impostor.app"
    try FileManager.default.copyItem(atPath: impostor, toPath: place)
    #expect(try roostctl("reload").status == 0)
    let client = try ControlClient(socket: test.daemon.socket)
    #expect(try client.call(BundlesInterface.Locate(id: "com.example.sealed")).bundle == place)
    let why = try refusal { _ = try client.call(BundlesInterface.Install(path: place)) }.description
    #expect(why.contains("com.example.sealed is installed already, as \(installed)"), "\(why)")
    try FileManager.default.removeItem(atPath: place)
    #expect(try roostctl("reload").status == 0)
    #expect(try app.launch().state == .active)
    try app.quit()
  }

  @Test("LA7 no file of a bundle is set-user-ID when it is installed: the copy belongs to who installs it")
  func setUser() throws {
    chmod(source + "/Resources/picture", 0o6755)
    chmod(source + "/Resources", 0o2755)
    try install()
    for name in ["Resources/picture", "Resources"] {
      var status = stat()
      #expect(lstat("\(installed)/\(name)", &status) == 0 && status.st_mode & 0o7777 == 0o755, "\(status.st_mode)")
    }
  }

  @Test("LA7 a bundle with a hole is refused before it is copied, and what the daemon refuses does not stay")
  func leavesNothing() throws {
    truncate(source + "/Resources/picture", 1 << 40)
    let hole = try roostctl("install", source)
    #expect(hole.status == 1 && hole.errors.contains("more than 16 GiB"), "\(hole.errors)")
    truncate(source + "/Resources/picture", 0)
    try "nonsense".write(toFile: source + "/Info.plist", atomically: true, encoding: .utf8)
    let broken = try roostctl("install", source)
    #expect(broken.status == 1 && broken.errors.contains("not a valid property list"), "\(broken.errors)")
    let left = try FileManager.default.contentsOfDirectory(atPath: test.daemon.directory.path + "/apps")
    #expect(left.isEmpty, "\(left)")
  }

  @Test(
    "LA7 a bundle with a link that leads out of it is not installed, its Info.plist least of all",
    arguments: ["Info.plist", "Resources/picture"])
  func leadsOut(_ name: String) throws {
    let away = test.daemon.directory.path + "/away"
    try FileManager.default.moveItem(atPath: "\(source)/\(name)", toPath: away)
    try FileManager.default.createSymbolicLink(atPath: "\(source)/\(name)", withDestinationPath: away)
    let run = try roostctl("install", source)
    #expect(run.status == 1 && run.errors.contains("\(name) is a link"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: installed))
    try FileManager.default.copyItem(atPath: source, toPath: installed)
    let sealing = try refusal {
      _ = try ControlClient(socket: test.daemon.socket).call(BundlesInterface.Install(path: installed))
    }
    #expect(sealing.description.contains("\(name) is a link"), "\(sealing.description)")
    #expect(!FileManager.default.fileExists(atPath: test.daemon.stateDirectory + "/seals/com.example.sealed"))
  }

  @Test(
    "LA7 a file that another user has under a second name is not copied into a bundle",
    .enabled(if: geteuid() == 0, "only root gives files away"))
  func hardLink() throws {
    let picture = source + "/Resources/picture"
    try #require(link(picture, source + "/Resources/second") == 0)
    #expect(try roostctl("install", source).status == 0, "its own files may have two names")
    try #require(chown(picture, 65_534, 65_534) == 0)
    let run = try roostctl("install", source)
    #expect(run.status == 1 && run.errors.contains("is a hard link to a file of another user"), "\(run.errors)")
  }

  @Test(
    "LA7 a file or folder of another user that is shut to others is not copied into a bundle, where all could read it",
    .enabled(if: geteuid() == 0, "only root gives files away"))
  func shutToOthers() throws {
    let places: [(String, mode_t, mode_t)] = [
      (source + "/Resources/picture", 0o640, 0o644), (source + "/Resources", 0o711, 0o755),
    ]
    for (place, shut, open) in places {
      try #require(chown(place, 65_534, 65_534) == 0 && chmod(place, shut) == 0)
      let run = try roostctl("install", source)
      #expect(run.status == 1 && run.errors.contains("\(place) belongs to another user than"), "\(run.errors)")
      try #require(chmod(place, open) == 0)
      try install()
    }
  }

  @Test("LA7 what cannot be installed is refused in words, and leaves nothing behind")
  func refused() throws {
    mkfifo(source + "/pipe", 0o600)
    let fifo = try roostctl("install", source)
    #expect(fifo.status == 1 && fifo.errors.contains("/pipe is neither a file, a folder nor a link"), "\(fifo.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: test.daemon.directory.path + "/apps").isEmpty)
    #expect(try roostctl("install", "/tmp").status == 2)
    let outside = try refusal {
      _ = try ControlClient(socket: test.daemon.socket).call(BundlesInterface.Install(path: source))
    }
    #expect(outside.description.contains("is not in one of the app directories"))
    // A hole takes no room, and an hour to read.
    let large = test.daemon.directory.path + "/apps/sealed.app"
    try FileManager.default.removeItem(atPath: source + "/pipe")
    try FileManager.default.copyItem(atPath: source, toPath: large)
    try Data().write(to: URL(fileURLWithPath: large + "/hole"))
    #expect(truncate(large + "/hole", 1 << 40) == 0)
    let tooLarge = try refusal {
      _ = try ControlClient(socket: test.daemon.socket).call(BundlesInterface.Install(path: large))
    }
    #expect(tooLarge.description.contains("more than 16 GiB with hole"), "\(tooLarge.description)")
  }
}
