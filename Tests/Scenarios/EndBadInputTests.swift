// Bad input around ends: sizes and levels that are none, victims that fork or vanish, reports that cannot be written.
import ControlAPI
import Foundation
import Glibc
import RoostTesting
import Testing
import Varlink

@Suite(.serialized) struct EndBadInputTests {
  private func roostctl(_ words: [String], of test: TestDevice) throws -> (status: Int32, said: String) {
    let file = test.daemon.directory.path + "/said"
    let program = try Program(
      Programs.roostctl, words + ["--socket", test.daemon.socket], output: file, errors: file + ".errors")
    let status = program.wait()
    let said = [file, file + ".errors"].map { (try? String(contentsOfFile: $0, encoding: .utf8)) ?? "" }
    return (status, said.joined())
  }

  @Test("ME1 sizes that are none are wrong usage, who names a level that is none is told which there are; nobody goes")
  func sizes() throws {
    let test = try TestDevice()
    try test.clock.launch()
    let huge = "99999999999999999999G"
    for words in [
      ["budget", huge], ["budget", "9000000000G"], ["budget", "--", "-1"], ["budget", "--", "-5G"], ["budget", ""],
      ["budget", "G"], ["budget", "1.5G"], ["budget", "12X"], ["pressure", "urgent", "--free", huge],
      ["pressure", "urgent", "--free=-1"], ["pressure", "urgent", "--free="], ["pressure", ""], ["pressure"],
    ] {
      let (status, said) = try roostctl(["memory"] + words, of: test)
      #expect(status == 2 && !said.isEmpty, "\(words): \(status) \(said)")
    }
    let (status, said) = try roostctl(["memory", "pressure", "panic"], of: test)
    #expect(status == 2)
    for level in MemoryLevel.allCases { #expect(said.contains(level.rawValue), "\(said)") }
    let zero = try roostctl(["memory", "budget", "0"], of: test)
    #expect(zero.status == 1 && zero.said.contains("memory budget none"), "\(zero.said)")
    // More than there is: all that may go has gone, and the answer says what is missing.
    let most = try roostctl(["memory", "pressure", "urgent", "--free", "\(Int64.max)"], of: test)
    #expect(most.status == 1 && most.said.contains("are missing"), "\(most.said)")
    #expect(try test.clock.state == .active)
    #expect(try roostctl(["memory", "budget", "\(Int64.max)"], of: test).status == 0)
    #expect(try test.clock.exits().isEmpty)
  }

  @Test(
    "ME1 by Varlink a level that nobody knows, or a size below nothing, is an invalid parameter",
    arguments: [
      #"{"method":"org.roost.Memory.Pressure","parameters":{"level":"panic"}}"#,
      #"{"method":"org.roost.Memory.Pressure","parameters":{"level":7}}"#,
      #"{"method":"org.roost.Memory.Pressure","parameters":{"level":"urgent","free":-1}}"#,
      #"{"method":"org.roost.Memory.Pressure","parameters":{"level":"urgent","free":99999999999999999999}}"#,
      #"{"method":"org.roost.Memory.SetBudget","parameters":{"budget":-9223372036854775808}}"#,
    ])
  func varlink(_ call: String) throws {
    let test = try TestDevice()
    let answer = try RawCall.answer(to: call, at: test.daemon.socket)
    #expect(answer.contains("org.varlink.service.InvalidParameter"), "\(answer)")
    #expect(try test.clock.launch().state == .active)
  }

  @Test("ME3 TE3 an app that forks all the while it is killed leaves one record, and nothing that runs")
  func forking() throws {
    let app = try PythonApp.make(
      "forking",
      on: [
        "launch": """
        if os.fork() == 0:
          os.setsid()
          # Each has a child and ends, so that its pid is old when it is looked at. Bounded, should nobody end it.
          import time
          for _ in range(3000):
            if os.fork():
              time.sleep(0.002)
              os._exit(0)
          os._exit(0)
        global hoard
        hoard = bytearray(b'x' * (20 << 20))
        """
      ])
    let test = try TestDevice(apps: [app])
    let forking = test.device.app("com.example.forking")
    for round in 1...5 {
      try forking.launch()
      try test.device.press(.critical, free: 1 << 20)
      try test.device.press(.normal)
      #expect(try forking.state == .notRunning)
      #expect(try forking.exits().map(\.reason) == Array(repeating: "vm-pageshortage", count: round))
    }
    try eventually("nothing of it is left") { KernelView.tree(of: test.daemon.pid) == [test.daemon.pid] }
  }

  @Test("ME4 TE3 a victim that somebody else kills meanwhile leaves one record, and the one in front stays")
  func vanishing() throws {
    let names = ["one", "two"]
    let hoard = ["launch": "global hoard\nhoard = bytearray(b'x' * (30 << 20))"]
    let test = try TestDevice(apps: try names.map { try PythonApp.make($0, on: hoard) } + [Programs.app("clock")])
    let apps = names.map { test.device.app("com.example.\($0)") }
    try test.clock.launch()
    let front = try test.clock.pid
    for round in 1...20 {
      for app in apps { try app.launch() }
      try test.clock.activate()
      let pids = try apps.map { try #require(try $0.pid) }
      // A little earlier or later each time, around the choice of the victim.
      let killer = Thread {
        usleep(UInt32(round) * 100)
        for pid in pids { kill(pid, SIGKILL) }
      }
      killer.start()
      _ = try? test.device.press(.urgent, free: 40 << 20)
      try test.device.press(.normal)
      for app in apps {
        try eventually("\(app.id) is gone") { try app.state == .notRunning }
        let reasons = try app.exits().map(\.reason)
        #expect(reasons.count == round, "\(reasons)")
        #expect(["crash", "vm-pageshortage"].contains(reasons.last), "\(reasons)")
      }
    }
    #expect(try test.clock.pid == front && test.clock.state == .active)
    #expect(try test.clock.exits().isEmpty)
  }

  @Test(
    "TE3 TE4 ME7 a report folder that is full, or read-only, costs reports and never a record; later ones are there",
    .enabled(if: getuid() == 0, "mounting a tmpfs takes root"), arguments: [false, true])
  func fullFolder(isReadOnly: Bool) throws {
    let test = try TestDevice()
    let folder = test.daemon.stateDirectory + "/reports"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try #require(mount("tmpfs", folder, "tmpfs", 0, "size=16k") == 0)
    defer { umount2(folder, Int32(MNT_DETACH)) }
    if isReadOnly {
      try #require(mount(nil, folder, nil, UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
    } else {
      let file = open(folder + "/filler", O_WRONLY | O_CREAT, 0o600)
      let block = [UInt8](repeating: 0, count: 4096)
      while write(file, block, block.count) > 0 {}
      close(file)
    }
    _ = try? test.faulty.launch("crash=didFinishLaunching")
    try test.clock.launch()
    try test.notes.launch()
    try eventually("it sleeps") { try test.clock.state == .suspended }
    try test.device.press(.urgent, free: 1)
    try test.device.press(.normal)
    #expect(try test.onlyExit(of: test.faulty).signal == 11)
    #expect(try test.onlyExit(of: test.clock).reason == "vm-pageshortage")
    try eventually("the log says so") {
      test.daemon.log.contains("unable to keep reports in \(folder): \(isReadOnly ? "Read-only" : "No space left")")
    }
    #expect(try test.faulty.reports().isEmpty)
    // It works again.
    if isReadOnly { try #require(mount(nil, folder, nil, UInt(MS_REMOUNT), "size=1m") == 0) }
    unlink(folder + "/filler")
    if !isReadOnly { try #require(mount(nil, folder, nil, UInt(MS_REMOUNT), "size=1m") == 0) }
    _ = try? test.faulty.launch("crash=didFinishLaunching")
    try eventually("there is a report") { try test.faulty.reports().count == 1 }
    #expect(try test.faulty.exits().count == 2)
  }
}

/// One Varlink call as it is, whatever is wrong with it, and the answer as it is.
private enum RawCall {
  static func answer(to call: String, at path: String) throws -> String {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard connected == 0 else { throw Unexpected("unable to connect to \(path)") }
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let line = Array(call.utf8) + [0]
    guard write(descriptor, line, line.count) == line.count else { throw Unexpected("unable to write") }
    var answer: [UInt8] = []
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1, byte != 0 { answer.append(byte) }
    return String(decoding: answer, as: UTF8.self)
  }
}
