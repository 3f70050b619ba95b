// A look at what an app holds, while the app goes on.
import AppLink
import Glibc
import LifecycleModel
import Linux
import Settings
import SystemPackage
import Systemd
import TestFolders
import TestLoop
import Testing

@testable import Processes
@testable import Supervisor

@MainActor @Suite(.timeLimit(.minutes(40))) struct InspectionTests {
  /// Each question takes a millisecond, so that a look has a few descriptors at a turn of the loop.
  @MainActor private final class Slow: Kernel {
    /// In nanoseconds.
    var question: UInt64 = 1_000_000
    private var time: UInt64 = 0
    override func now() -> UInt64 {
      time += question
      return time
    }
  }

  /// It opens what stands for a camera, and then files without number; it closes the camera when it is told to.
  private static func script(_ camera: String) -> String {
    """
    import os
    camera = open('\(camera)')
    others = [os.open('/dev/null', os.O_RDONLY) for _ in range(3000)]
    out = os.fdopen(4, 'w')
    print('open', file=out, flush=True)
    os.read(3, 1)
    camera.close()
    print('closed', file=out, flush=True)
    os.read(3, 1)
    """
  }

  @Test("BG5 what a look saw before the app was told to close it counts no more when the app is looked at again")
  func superseded() throws {
    let folder = try TestFolder()
    try folder.write("video0", "")
    let camera = folder.path + "/video0"
    let (events, replies) = (try Sys.pipe(), try Sys.pipe())
    let null = try Sys.open("/dev/null", O_RDWR | O_CLOEXEC)
    let kernel = Slow()
    let child = try ChildProcess.launch(
      LaunchRequest(
        executable: "/usr/bin/python3", arguments: ["/usr/bin/python3", "-c", Self.script(camera)], environment: [],
        directory: "/tmp", output: null, error: null, events: events.read, replies: replies.write, openFiles: 4096),
      kernel: kernel)
    for descriptor in [null, events.read, replies.write] { try Sys.close(descriptor) }
    defer {
      for descriptor in [events.write, replies.read] { try? Sys.close(descriptor) }
      Kill.tree(root: child, kernel: .live)
      var end = pollfd(fd: child.pidfd.descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&end, 1, 60_000) == 1 { _ = try? child.reap() }
    }
    func says(_ word: String) throws {
      var text: [UInt8] = []
      while text.last != UInt8(ascii: "\n") {
        var ready = pollfd(fd: replies.read, events: Int16(POLLIN), revents: 0)
        try #require(poll(&ready, 1, 60_000) == 1, "it says nothing for a minute")
        var byte: UInt8 = 0
        try #require(read(replies.read, &byte, 1) == 1)
        text.append(byte)
      }
      #expect(String(decoding: text, as: UTF8.self) == word + "\n")
    }
    try says("open")
    let loop = try EventLoop()
    let process = try LiveProcess(
      ProcessIdentity(
        serial: ProcessSerial(number: 1), app: AppID("a.b"), pid: child.pid, startTime: try child.startTime(),
        executable: "/usr/bin/python3", events: 0, replies: 0),
      child: child, channel: Silent(), pressure: nil,
      heldThings: {
        HeldThings(ownPlaces: [], sharedNodes: [SharedNode(kind: .camera, pattern: realPath(camera) ?? camera)])
      },
      loop: loop, kernel: kernel, debugging: { .none }, submit: { _ in }, exited: {})
    defer { process.close() }
    var found: [[String]] = []
    func look() { process.inspect { found.append($0.resources.map(\.path)) } }
    func wait(for count: Int) throws {
      let deadline = monotonicNow() + 60_000_000_000
      while found.count < count {
        try #require(monotonicNow() < deadline)
        try loop.runOnce(timeout: .milliseconds(100))
      }
    }
    look()
    try wait(for: 1)
    #expect(found == [[realPath(camera) ?? camera]])
    look()
    #expect(found.count == 1, "a look of so many files is not done at once")
    try loop.runOnce(timeout: .seconds(60))
    #expect(write(events.write, "x", 1) == 1)
    try says("closed")
    look()
    try wait(for: 2)
    while try loop.runOnce(timeout: .zero) {}
    #expect(found.dropFirst() == [[]])
  }

  @Test(
    "BG5 a look waits while crowds have the loop, of two the last is enough, and none is left when the app is suspended"
  )
  func turns() throws {
    try withSleepingProcess(.live) { process, loop in
      @MainActor func makeBusy() {
        loop.crowds.take { usleep(200_000) }
        #expect(!loop.crowds.isFree)
      }
      var found: [Int] = []
      makeBusy()
      process.inspect { _ in found.append(0) }
      process.inspect { _ in found.append(1) }
      #expect(found == [])
      try loop.run { loop.crowds.isFree }
      #expect(found.count == 1)
      found = []
      makeBusy()
      process.inspect { _ in found.append(2) }
      process.freeze()
      try loop.run { loop.crowds.isFree && process.isSuspended }
      while try loop.runOnce(timeout: .milliseconds(50)) {}
      #expect(found == [])
    }
  }

  @Test(
    "TE4 the memory of an app that says that it crashes is looked at in turns of the loop, and known before it ends")
  func beforeEnd() throws {
    let kernel = Slow()
    // Longer than a turn.
    kernel.question = 5_000_000
    try withSleepingProcess(kernel) { process, loop in
      process.lookBeforeEnd()
      #expect(process.measured.lastFootprint == nil, "it is done at once")
      while process.measured.lastFootprint == nil { try #require(try loop.runOnce(timeout: .seconds(60))) }
      #expect((process.measured.lastFootprint?.total ?? 0) > 0)
    }
  }
}
