// roost-backtrace with files that are made to harm it, and the rights that it has while it reads them.
import Foundation
import Glibc
import Reports
import Systemd
import TestFolders
import Testing

@testable import Processes
@testable import Reporting

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct ReportsReaderTests {
  /// A run of roost-backtrace, with what it prints in a file.
  private struct Look {
    let pid: pid_t
    private let folder: TestFolder
    private let output: String

    init(at pid: pid_t) throws {
      folder = try TestFolder()
      output = folder.path + "/output"
      let program = try #require(HelperProgram.path(of: "roost-backtrace"))
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      posix_spawn_file_actions_adddup2(&actions, 1, 2)
      var words: [UnsafeMutablePointer<CChar>?] = [strdup("roost-backtrace"), strdup("\(pid)"), nil]
      defer { for word in words { free(word) } }
      var helper: pid_t = 0
      try #require(posix_spawn(&helper, program, &actions, nil, &words, environ) == 0)
      self.pid = helper
    }

    /// Waits for its end. Returns its wait status, its largest size in bytes, and what it has printed.
    func end() throws -> (status: CInt, size: Int, output: [UInt8]) {
      var status: CInt = 0
      var usage = rusage()
      while wait4(pid, &status, 0, &usage) < 0 { try #require(errno == EINTR) }
      return (status, usage.ru_maxrss * 1024, Array(try Data(contentsOf: URL(filePath: output))))
    }
  }

  private func field(_ name: String, of pid: pid_t) -> [String] {
    let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().map(String.init) ?? []
  }

  private static let nobody = 65534

  /// The words that run the target: as root, as another user, whose alone the folder is.
  private func command(_ target: String, _ folder: TestFolder) throws -> [String] {
    guard geteuid() == 0 else {
      print("skipped: another user, which only root can become")
      return [target, "wait"]
    }
    try ReportsTarget.run(["chown", "-R", "\(Self.nobody)", folder.path])
    try #require(chmod(folder.path, 0o700) == 0)
    return ["/usr/bin/setpriv", "--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups", target, "wait"]
  }

  @Test("TE4 a program that only its user can read is read as that user, with names, files and lines")
  func ownFiles() throws {
    let folder = try TestFolder()
    let command = try command(try ReportsTarget.compile(in: folder), folder)
    try withApp(ProcessesTestApp(command)) { app throws in
      try app.lines(1)
      let look = try Look(at: app.child.pid)
      let end = try look.end()
      let backtrace = try Backtrace(json: end.output)
      let frame = try #require(backtrace.frames.first { $0.symbol == "aviary::Nest::waitForBird(int)" })
      #expect(frame.sourceFile?.hasSuffix("/target.cc") == true && frame.sourceLine == 6)
      write(app.events, "?", 1)
      #expect(try app.lines(1) == ["tweet"])
    }
  }

  @Test("TE4 a program whose file is gone is named from memory and from what it still runs")
  func deleted() throws {
    let folder = try TestFolder()
    let target = try ReportsTarget.compile(in: folder)
    try withApp(ProcessesTestApp([target, "wait"])) { app throws in
      try app.lines(1)
      try FileManager.default.removeItem(atPath: target)
      let end = try Look(at: app.child.pid).end()
      let names = try Backtrace(json: end.output).frames.map(\.symbol)
      #expect(names.contains("aviary::Nest::waitForBird(int)") && names.contains("main"), "\(names)")
    }
  }

  @Test("While it reads a file of the app's, roost-backtrace is the app's user, with no capability and few rights")
  func rights() throws {
    let folder = try TestFolder()
    let target = try ReportsTarget.compile(in: folder)
    // Its symbols are said to be in a pipe, which has nothing to say.
    let debug = folder.path + "/.debug"
    try FileManager.default.createDirectory(atPath: debug, withIntermediateDirectories: false)
    try ReportsTarget.run(["objcopy", "--only-keep-debug", target, debug + "/target.debug"])
    try ReportsTarget.run(["objcopy", "--strip-all", "--add-gnu-debuglink=\(debug)/target.debug", target])
    try FileManager.default.removeItem(atPath: debug + "/target.debug")
    try #require(mkfifo(debug + "/target.debug", 0o644) == 0)
    let command = try command(target, folder)
    try withApp(ProcessesTestApp(command)) { app throws in
      try app.lines(1)
      let look = try Look(at: app.child.pid)
      // Seccomp is the last of the walls.
      try eventually { field("Seccomp", of: look.pid) == ["2"] && field("State", of: look.pid).first == "S" }
      #expect(field("NoNewPrivs", of: look.pid) == ["1"])
      for set in ["CapInh", "CapPrm", "CapEff", "CapAmb"] {
        #expect(field(set, of: look.pid) == ["0000000000000000"], "\(set)")
      }
      if geteuid() == 0 {
        #expect(field("Uid", of: look.pid) == Array(repeating: "\(Self.nobody)", count: 4))
        #expect(field("Gid", of: look.pid) == Array(repeating: "\(Self.nobody)", count: 4))
        #expect(field("Groups", of: look.pid) == [] && field("CapBnd", of: look.pid) == ["0000000000000000"])
      }
      let limits = try String(contentsOfFile: "/proc/\(look.pid)/limits", encoding: .utf8)
      for (name, value) in [
        ("Max address space", "\(512 << 20)"), ("Max core file size", "0"),
        ("Max file size", "\(Backtrace.outputLimit + 1)"),
        ("Max processes", "0"), ("Max cpu time", "\(Backtrace.timeLimit)"),
      ] {
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix(name) })
        #expect(line.dropFirst(name.count).split(separator: " ").prefix(2) == [Substring(value), Substring(value)])
      }
      let end = try look.end()
      // It has given up, and the process runs on.
      #expect(end.status != 0 && String(decoding: end.output, as: UTF8.self).contains("in 5 s"), "\(end)")
      write(app.events, "?", 1)
      #expect(try app.lines(1) == ["tweet"])
    }
  }

  @Test("A library of gigabytes of debug symbols costs roost-backtrace no more memory and time than it may have")
  func bomb() throws {
    let folder = try TestFolder()
    let target = try ReportsTarget.compile(in: folder)
    try ReportsTarget.run(["objcopy", "--compress-debug-sections=zlib", target])
    // Each of its compressed sections becomes 1 GiB of zeros.
    let script = """
      import struct, sys, zlib
      data = bytearray(open(sys.argv[1], "rb").read())
      packer = zlib.compressobj(1)
      zeros = bytes(1 << 20)
      bomb = b"".join(packer.compress(zeros) for _ in range(1024)) + packer.flush()
      place = len(data)
      data += struct.pack("<IIQQ", 1, 0, 1 << 30, 1) + bomb
      sections, size, count = struct.unpack_from("<Q", data, 40)[0], *struct.unpack_from("<HH", data, 58)
      changed = 0
      for number in range(count):
        header = sections + number * size
        if struct.unpack_from("<Q", data, header + 8)[0] & 0x800:
          struct.pack_into("<QQ", data, header + 24, place, len(data) - place)
          changed += 1
      assert changed > 0
      open(sys.argv[1], "wb").write(data)
      """
    try ReportsTarget.run(["python3", "-c", script, target])
    let command = try command(target, folder)
    try withApp(ProcessesTestApp(command)) { app throws in
      try app.lines(1)
      let start = ContinuousClock.now
      let end = try Look(at: app.child.pid).end()
      // The kernel counts for roost-backtrace the memory of this process too, which the two share until its execve(2).
      var usage = rusage()
      getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
      #expect(end.size < max(512 << 20, usage.ru_maxrss * 1024 + 1), "\(end.size >> 20) MiB")
      #expect(ContinuousClock.now - start < .seconds(60), "it gives itself 5 s; the rest is a busy machine's")
      write(app.events, "?", 1)
      #expect(try app.lines(1) == ["tweet"])
    }
  }
}
