// The stalls that the kernel tells of, and the place of this process in cgroup v2.
import Foundation
import LifecycleModel
import Systemd
import TestFolders
import Testing

@testable import Linux
@testable import Processes
@testable import Settings

@MainActor @Suite(.serialized) struct MemoryStallTests {
  /// A pressure file's end and ours: out-of-band data is what EPOLLPRI is about.
  private func pair() throws -> (trigger: CInt, kernel: CInt) {
    var ends: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
    return (ends[0], ends[1])
  }

  private func run(_ loop: EventLoop, until done: () -> Bool) throws {
    let deadline = monotonicNow() + 60_000_000_000
    while !done() {
      try #require(monotonicNow() < deadline)
      try loop.runOnce(timeout: .milliseconds(50))
    }
  }

  @Test("ME1 a trigger tells each time it fires, and when its file is gone for the last time")
  func fires() throws {
    let loop = try EventLoop()
    let (descriptor, kernel) = try pair()
    var told: [Bool] = []
    let trigger = try StallTrigger(descriptor, on: loop) { isOver in
      told.append(isOver)
      var byte: UInt8 = 0
      recv(descriptor, &byte, 1, CInt(MSG_OOB))
    }
    try withExtendedLifetime(trigger) {
      for count in 1...2 {
        try #require(send(kernel, "!", 1, CInt(MSG_OOB)) == 1)
        try run(loop) { told.count == count }
      }
      // A descriptor that is merely readable is no news.
      send(kernel, "?", 1, 0)
      while try loop.runOnce(timeout: .milliseconds(20)) {}
      #expect(told == [false, false])
      close(kernel)
      try run(loop) { told.count == 3 }
      #expect(told.last == true)
      #expect(try !loop.runOnce(timeout: .milliseconds(20)))
    }
  }

  @Test("ME1 a trigger that cannot be made is one warning a file that says what to do, and never the end")
  func refused() throws {
    let loop = try EventLoop()
    let folder = try TestFolder()
    let plain = try folder.write("memory.pressure", "")
    let lines = LogLines()
    let triggers = StallTriggers(on: loop, log: lines.logger) { _ in }
    var settings = StallSettings()
    triggers.start(settings, at: [folder.path + "/none", plain, folder.path])
    #expect(lines.all.count == 3)
    #expect(lines.all.allSatisfy { $0.hasPrefix("warning: unable to ") && $0.hasSuffix("stalls = false in [memory]") })
    #expect(lines.all.first?.contains("/none: No such file") == true)
    settings.isOn = false
    triggers.start(settings, at: [plain])
    #expect(lines.all.count == 3)
  }

  @Test("ME1 triggers are made anew where the settings have changed, and those of before are closed")
  func changes() throws {
    let folder = try TestFolder()
    // The kernel's file takes a line for each trigger as a FIFO does.
    let file = folder.path + "/memory.pressure"
    try #require(mkfifo(file, 0o600) == 0)
    let kernel = open(file, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    defer { close(kernel) }
    let lines = LogLines()
    let triggers = StallTriggers(on: try EventLoop(), log: lines.logger) { _ in }
    var settings = StallSettings()
    /// The lines that the kernel is given, and the number of triggers that are open.
    func start() -> (asked: String, open: Int) {
      triggers.start(settings, at: [file])
      var bytes = [UInt8](repeating: 0, count: 1000)
      let count = max(0, read(kernel, &bytes, bytes.count))
      let asked = String(decoding: bytes.prefix(count).map { $0 == 0 ? UInt8(ascii: ";") : $0 }, as: UTF8.self)
      let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      let open = descriptors.count { (try? Sys.readlink("/proc/self/fd/\($0)")) == file }
      return (asked, open - 1)
    }
    withExtendedLifetime(triggers) {
      #expect(start() == ("some 200000 2000000;some 500000 2000000;full 500000 2000000;", 3))
      #expect(start() == ("", 3))
      settings.warning = StallThreshold(written: "some 100ms")
      settings.urgent = nil
      #expect(start() == ("some 100000 2000000;full 500000 2000000;", 2))
      settings.isOn = false
      #expect(start() == ("", 0))
      settings.isOn = true
      #expect(start() == ("some 100000 2000000;full 500000 2000000;", 2))
    }
    #expect(lines.all.isEmpty)
  }

  @Test("ME1 a threshold is written as the kernel wants it, in microseconds of a window of 2 s")
  func trigger() {
    #expect(StallThreshold(written: "some 200ms")?.trigger == "some 200000 2000000")
    #expect(StallThreshold(written: "full 2s")?.trigger == "full 2000000 2000000")
    for text in ["some", "some  1s", "some 3s", "some 0ms", "none 1s", "some 1s ", ""] {
      #expect(StallThreshold(written: text) == nil, "\(text)")
    }
  }

  @Test("ME1 the kernel takes the triggers that are asked for by default, also from one without privileges")
  func accepted() throws {
    let file = "/proc/pressure/memory"
    guard access(file, W_OK) == 0 else { return }
    let lines = LogLines()
    let triggers = StallTriggers(on: try EventLoop(), log: lines.logger) { _ in }
    withExtendedLifetime(triggers) { triggers.start(StallSettings(), at: [file]) }
    #expect(lines.all.isEmpty)
  }

  @Test("ME6 only what an app has of its own is pushed out, and odd lines of its mappings are passed over")
  func mappings() {
    func isOwn(_ line: String) -> Bool? { Mapping(Array(line.utf8))?.isOwn }
    #expect(isOwn("7f2b1000-7f2b3000 rw-p 00000000 00:00 0                  [heap]\n") == true)
    #expect(isOwn("7f2b1000-7f2b3000 r--p 00000000 00:00 0\n") == true)
    #expect(isOwn("7f2b1000-7f2b3000 rw-p 00001000 fe:00 1234               /usr/lib/libc.so.6\n") == true)
    #expect(isOwn("7f2b1000-7f2b3000 r-xp 00001000 fe:00 1234               /usr/lib/libc.so.6\n") == false)
    #expect(isOwn("7f2b1000-7f2b3000 r-xp 00000000 00:00 0                  [vdso]\n") == false)
    for line in [
      "", "\n", "1-2", "x-y rw-p 0 0:0 0", "2-1 rw-p 0 0:0 0", "0-1 rw-p 0 0:0 0", "1 rw-p 0 0:0 0",
      "1-2- rw-p 0 0:0 0",
    ] {
      #expect(isOwn(line) == nil, "\(line)")
    }
    let large = Mapping(Array("1000-15000 rw-p 00000000 00:00 0\n".utf8))
    #expect(large.map { Array($0.parts(of: 0x8000)) } == [0x1000..<0x9000, 0x9000..<0x11000, 0x11000..<0x15000])
    let memory = MachineMemory(meminfo: Array("MemTotal:  24 kB\nSwapCached: 9 kB\nSwapFree:   3 kB\n".utf8))
    #expect(memory.total == 24 << 10 && memory.swapFree == 3 << 10)
    #expect(MachineMemory(meminfo: []).swapFree == 0)
  }

  @Test("ME1 a stall counts while little is available of the machine's memory, or below a limit of the own cgroup")
  func room() throws {
    func machine(_ available: Int) -> MemoryRoom {
      MemoryRoom(MachineMemory(meminfo: Array("MemTotal: 100 kB\nMemAvailable: \(available) kB\n".utf8)))
    }
    #expect(machine(24).letsWaitsCount(below: 25) && !machine(25).letsWaitsCount(below: 25))
    #expect(machine(100).letsWaitsCount(below: 100))
    // A kernel that does not tell: all stalls count.
    #expect(MemoryRoom(MachineMemory(meminfo: [])).letsWaitsCount(below: 1))
    let folder = try TestFolder()
    try folder.write("cgroup.type", "domain\n")
    let group = ControlGroup(path: folder.path)
    #expect(MemoryRoom(boundedBy: group, .live) == nil)
    try folder.write("memory.max", "max\n")
    try folder.write("memory.high", "max\n")
    #expect(MemoryRoom(boundedBy: group, .live) == nil)
    try folder.write("memory.max", "1000000\n")
    try folder.write("memory.high", "500000\n")
    try folder.write("memory.current", "600000\n")
    try folder.write("memory.stat", "anon 90000\ninactive_file 110000\nactive_file 40000\nfile 150000\n")
    let bounded = try #require(MemoryRoom(boundedBy: group, .live))
    #expect(bounded.available == 50_000 && bounded.total == 500_000)
    #expect(MemoryRoom(in: group, kernel: .live) == bounded)
    try folder.write("memory.current", "9999999999999999999\n")
    #expect(MemoryRoom(boundedBy: group, .live)?.available == 0)
  }

  @Test("The cgroup of this process is found beside the ones of v1, in a container, and with any name")
  func ownGroup() {
    func group(_ membership: String, _ mounts: String) -> String? {
      ControlGroup(membership: Array(membership.utf8), mounts: Array(mounts.utf8))?.path
    }
    let unified = "24 1 0:22 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n"
    let hybrid = """
      30 25 0:26 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
      31 25 0:27 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n
      """
    #expect(group("0::/system.slice/roostd.service\n", unified) == "/sys/fs/cgroup/system.slice/roostd.service")
    #expect(group("4:memory:/a\n1:name=systemd:/\n0::/\n", hybrid) == "/sys/fs/cgroup/unified")
    #expect(group("0::/a b\n", "24 1 0:22 / /mnt/c\\040d rw - cgroup2 none rw\n") == "/mnt/c d/a b")
    let bound = "24 1 0:22 /box /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"
    #expect(group("0::/box/app\n", bound) == "/sys/fs/cgroup/app")
    #expect(group("0::/box\n", bound) == "/sys/fs/cgroup")
    // Outside of what is mounted, or of the cgroup namespace.
    #expect(group("0::/boxes\n", bound) == nil)
    #expect(group("0::/../other\n", bound) == nil)
    for (membership, mounts) in [
      ("", ""), ("0::", unified), ("4:memory:/\n", unified), ("0::/\n", "24 1 - cgroup2"), ("0::/\n", "a b c d e f -"),
    ] {
      #expect(group(membership, mounts) == nil)
    }
  }
}
