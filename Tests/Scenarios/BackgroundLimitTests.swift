// BG5, BG6 and BG8 with real processes: what an app may not keep or use behind the screen, as the kernel sees it.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct BackgroundLimitTests {
  /// A file outside every container, gone with the test.
  private final class SharedFile {
    let path = "/tmp/roost-test-shared-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    init() throws { try Data("shared\n".utf8).write(to: URL(fileURLWithPath: path)) }
    deinit { unlink(path) }
  }

  @Test(
    "BG6 a lock outside the container when it would be suspended kills the app: 0xdead10cc",
    arguments: [
      "import fcntl\nglobal held\nheld = open(PATH, 'r+')\nfcntl.lockf(held, fcntl.LOCK_EX)",
      "import fcntl\nglobal held\nheld = open(PATH, 'r+')\nfcntl.flock(held, fcntl.LOCK_SH)",
      // F_OFD_SETLK: a lock of the open file, for which /proc/locks names no process.
      "import fcntl, struct\nglobal held\nheld = open(PATH, 'r+')\nfcntl.fcntl(held, 37, struct.pack('hhqqi4x', 1, 0, 0, 0, 0))",
      // A child holds it: every process of an app counts.
      "import fcntl, subprocess\nglobal child\nchild = subprocess.Popen(['flock', PATH, 'sleep', '1000'])\n"
        + "import time\nwhile subprocess.run(['flock', '-n', PATH, 'true']).returncode == 0: time.sleep(0.01)",
    ])
  func lock(code: String) throws {
    let file = try SharedFile()
    let app = try PythonApp.make(
      "locker", on: ["didBecomeActive": code.replacingOccurrences(of: "PATH", with: "'\(file.path)'")])
    let test = try TestDevice(apps: [app], sandbox: false)
    let locker = test.device.app("com.example.locker")
    try locker.launch()
    try test.device.home()
    let record = try test.waitForEnd(of: locker)
    #expect(record.code == "0xdead10cc")
    #expect(record.text.contains(file.path))
    #expect(try test.onlyExit(of: locker).state == .background)
    try eventually("the lock is free") {
      let descriptor = open(file.path, O_RDWR)
      defer { close(descriptor) }
      return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }
  }

  @Test("BG6 a lock in its own container, one that was released, or one held while it runs on is no reason to kill it")
  func innocentLock() throws {
    let file = try SharedFile()
    let own = try PythonApp.make(
      "own",
      on: [
        "didBecomeActive": """
        import fcntl
        global held, other
        held = open("Documents/mine", "w")
        fcntl.lockf(held, fcntl.LOCK_EX)
        other = open("\(file.path)", "r+")
        fcntl.lockf(other, fcntl.LOCK_EX)
        """,
        "didEnterBackground": "import fcntl\nfcntl.lockf(other, fcntl.LOCK_UN)",
      ])
    let test = try TestDevice(apps: [own], sandbox: false)
    let app = test.device.app("com.example.own")
    try app.launch()
    try test.device.home()
    #expect(try app.state == .suspended)
    #expect(try app.exits().isEmpty)
  }

  @Test("BG5 an app that keeps a shared device open is told and killed; one that closes it, or has the mode, is not")
  func sharedDevice() throws {
    let node = try SharedFile()
    let code = "global held\nheld = open('\(node.path)')"
    let devices = ["RoostDevices": ["camera", "audio"]]
    let keeper = try PythonApp.make("keeper", on: ["didBecomeActive": code], keys: devices)
    let player = try PythonApp.make(
      "player", on: ["didBecomeActive": code],
      keys: devices.merging(["UIBackgroundModes": ["audio"]]) { given, _ in given })
    let warned = try PythonApp.make(
      "warned", on: ["didBecomeActive": code, "closeDevices": "held.close()\nnote(','.join(event['paths']))"],
      keys: devices)
    let polite = try PythonApp.make(
      "polite", on: ["didBecomeActive": code, "didEnterBackground": "held.close()"], keys: devices)
    for kind in ["camera", "audio"] {
      let test = try TestDevice(
        device: "[background]\n\(kind) = [\"\(node.path)*\"]", apps: [keeper, player, warned, polite])
      for name in ["keeper", "player", "warned", "polite"] {
        let app = test.device.app("com.example.\(name)")
        try app.launch()
        try test.device.home()
        if name == "keeper" || (name == "player" && kind == "camera") {
          let record = try test.waitForEnd(of: app)
          #expect(record.code == "0xd00d2bad" && record.text.contains(node.path))
        } else {
          #expect(try app.state == .suspended, "\(name) with \(kind)")
          #expect(name != "warned" || test.notes(of: app.id) == [node.path])
        }
      }
    }
  }

  @Test("BG5 a shared device that an app opens when it has run on behind the screen for long is found as well")
  func openedLate() throws {
    let node = try SharedFile()
    let late = try PythonApp.make(
      "late",
      on: [
        "didBecomeActive": "ask('beginActivity', mode='audio')",
        "didEnterBackground": """
        import threading
        def use():
          global held
          held = open('\(node.path)')
        threading.Timer(1, use).start()
        """,
        "closeDevices": "note(','.join(event['paths']))",
      ], keys: ["RoostDevices": ["camera", "audio"], "UIBackgroundModes": ["audio"]])
    let test = try TestDevice(
      device: "[background]\ncpu-window = \"1500ms\"\ncamera = [\"\(node.path)*\"]", apps: [late])
    let app = test.device.app("com.example.late")
    try app.launch()
    try test.device.home()
    let record = try test.waitForEnd(of: app)
    #expect(record.code == "0xd00d2bad" && record.text.contains(node.path))
    #expect(test.notes(of: app.id) == [node.path])
  }

  @Test("BG8 too much of the processor behind the screen, over the window, kills the app; a little does not")
  func processor() throws {
    let keys = ["UIBackgroundModes": ["audio"]]
    let idle = try PythonApp.make("idle", on: ["didBecomeActive": "ask('beginActivity', mode='audio')"], keys: keys)
    let busy = try PythonApp.make(
      "busy",
      on: [
        "didBecomeActive": "ask('beginActivity', mode='audio')",
        "didEnterBackground": """
        import threading
        def spin():
          while True: pass
        threading.Thread(target=spin, daemon=True).start()
        """,
      ], keys: keys)
    let test = try TestDevice(device: "[background]\ncpu-window = \"400ms\"\ncpu-percent = 30", apps: [idle, busy])
    let quiet = test.device.app("com.example.idle")
    let loud = test.device.app("com.example.busy")
    try quiet.launch()
    try loud.launch()
    try test.device.home()
    let record = try test.waitForEnd(of: loud)
    #expect(record.code == "0xd00d2bad")
    #expect(try quiet.state == .background)
    #expect(try quiet.exits().isEmpty)
  }

  @Test(
    "BG8 the time of workers that nobody waits for counts: the kernel has it in the app's cgroup alone",
    .enabled(if: Means.all.contains(.cgroups), "only a cgroup has their time"))
  func unwaited() throws {
    let app = try PythonApp.make(
      "foreman",
      on: [
        "didBecomeActive": "ask('beginActivity', mode='audio')",
        // Each takes less than an eighth of the window, and is gone when the next begins (waitpid(2), "SIG_IGN").
        "didEnterBackground": """
        import signal, threading
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        def work():
          import os, time
          while True:
            if os.fork() == 0:
              end = time.process_time() + 0.05
              while time.process_time() < end: pass
              os._exit(0)
            try: os.wait()
            except ChildProcessError: pass
        threading.Thread(target=work, daemon=True).start()
        """,
      ], keys: ["UIBackgroundModes": ["audio"]])
    let test = try TestDevice(
      device: "[background]\ncpu-window = \"400ms\"\ncpu-percent = 30", apps: [app], cgroups: true)
    let foreman = test.device.app("com.example.foreman")
    try foreman.launch()
    try test.device.home()
    #expect(try test.waitForEnd(of: foreman).code == "0xd00d2bad")
  }
}
