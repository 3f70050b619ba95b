// A daemon that crashes while it starts: the next one does without what the last ones have ended at, and serves.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized, .timeLimit(.minutes(40))) struct StartTests {
  /// A library that ends the process when SQLite hands it this text, in place of a row that the daemon cannot bear.
  private static func fatalText(_ text: String, in folder: String) throws -> String {
    try library("if (text && strstr((const char *)text, \"\(text)\")) abort();", in: folder)
  }

  /// One that runs `code` when SQLite hands `text` to the process.
  private static func library(_ code: String, in folder: String) throws -> String {
    try compiled(
      """
      const unsigned char *sqlite3_column_text(void *statement, int column) {
        const unsigned char *(*real)(void *, int) = dlsym(RTLD_NEXT, "sqlite3_column_text");
        const unsigned char *text = real(statement, column);
        \(code)
        return text;
      }
      """, in: folder)
  }

  private static func compiled(_ function: String, in folder: String) throws -> String {
    let headers = ["dlfcn", "fcntl", "signal", "stdlib", "string", "sys/stat", "unistd"].map { "#include <\($0).h>\n" }
    try ("#define _GNU_SOURCE\n" + headers.joined() + function)
      .write(toFile: folder + "/code.c", atomically: false, encoding: .utf8)
    let library = folder + "/code.so"
    let compiler = try Program(
      "/usr/bin/env", ["clang", "-shared", "-fPIC", "-o", library, folder + "/code.c", "-ldl"],
      output: folder + "/clang", errors: folder + "/clang")
    try #require(compiler.wait() == 0, "clang comes with Swift")
    return library
  }

  @Test("A limit of file sizes is as a full disk is: the daemon serves, and launches apps")
  func fileSizes() throws {
    let daemon = try PrivateDaemon(
      roostd: Programs.roostd, apps: [try PythonApp.make("limited", on: [:])],
      configuration: "[cgroups]\nuse = false\n", manager: ["/bin/sh", "-c", "ulimit -f 8 && exec \"$@\"", "sh"])
    #expect(try Device(socket: daemon.socket).app("com.example.limited").launch().state == .active)
  }

  @Test(
    "A daemon that is handed fewer descriptors than it is told of serves",
    arguments: [
      "LISTEN_PID=$$ LISTEN_FDS=2 LISTEN_FDNAMES=one:two exec \"$@\" 3<&- 4</dev/null",
      "LISTEN_PID=$$ LISTEN_FDS=900 exec \"$@\" 3<&-",
    ])
  func missingDescriptors(start: String) throws {
    let daemon = try PrivateDaemon(roostd: Programs.roostd, apps: [], manager: ["/bin/sh", "-c", start, "sh"])
    #expect(try Device(socket: daemon.socket).apps().isEmpty)
  }

  @Test("A daemon without standard output and error writes into no file of its own in their place")
  func closedStandardDescriptors() throws {
    let daemon = try PrivateDaemon(
      roostd: Programs.roostd, apps: [], manager: ["/bin/sh", "-c", "exec \"$@\" <&- >&- 2>&-", "sh"])
    #expect(try Device(socket: daemon.socket).apps().isEmpty)
    for number in 0...2 {
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(daemon.pid)/fd/\(number)") == "/dev/null")
    }
  }

  @Test("A daemon that is told to end while it starts, and a store is late, ends its apps and then itself")
  func toldToEnd() throws {
    let folder = "/tmp/roost-test-start-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // The store answers now at the latest.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (hold, held) = (folder + "/hold", folder + "/held")
    let late = """
      if (!access("\(hold)", F_OK)) close(open("\(held)", O_CREAT | O_WRONLY, 0600));
      while (!access("\(hold)", F_OK)) usleep(1000);
      """
    let library = try Self.library(late, in: folder)
    let bundle = try PythonApp.make("hanging", on: ["willTerminate": "import time\nnote('T')\ntime.sleep(1000)"])
    let daemon = try PrivateDaemon(
      roostd: Programs.roostd, apps: [bundle],
      configuration: """
        [deadlines]
        terminate = "1s"
        [cgroups]
        use = false
        [apps]
        user = "\(TestDevice.user)"
        read = \(TestDevice.programs)
        """, manager: SurvivalTests.manager + ["/usr/bin/env", "LD_PRELOAD=" + library])
    let app = try Device(socket: daemon.socket).app("com.example.hanging")
    try app.launch()
    #expect(try app.terminate()?.code == "0x8badf00d")
    let pid = try #require(try app.launch().pid.map(Int32.init))
    // The row that the next daemon reads is on disk.
    #expect(try app.exits().count == 1)

    try #require(FileManager.default.createFile(atPath: hold, contents: nil))
    let first = try ControlClient(socket: daemon.socket).call(DaemonInterface.GetVersion()).pid
    kill(pid_t(first), SIGKILL)
    try eventually("the next one's store is late") { FileManager.default.fileExists(atPath: held) }
    kill(daemon.pid, SIGTERM)
    try eventually("the app has been told") {
      let notes = daemon.stateDirectory + "/containers/com.example.hanging/notes"
      return try String(contentsOfFile: notes, encoding: .utf8) == "T\nT\n"
    }
    try FileManager.default.removeItem(atPath: hold)
    try eventually("the app has ended") { kill(pid, 0) != 0 }
    try eventually("the daemon has ended, and the manager after it") { !KernelView.isAlive(daemon.pid) }
    #expect(!daemon.log.contains("critical"), "\(daemon.log)")
  }

  @Test("A daemon that is told to end before it has read of the apps that it is to adopt ends these, and then itself")
  func toldToEndAtOnce() throws {
    let folder = "/tmp/roost-test-start-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let order = folder + "/order"
    let library = try Self.compiled(
      """
      mode_t umask(mode_t mask) {
        mode_t (*real)(mode_t) = dlsym(RTLD_NEXT, "umask");
        if (!unlink("\(order)")) kill(getpid(), SIGTERM);
        return real(mask);
      }
      """, in: folder)
    let daemon = try SurvivingDaemon(apps: [try PythonApp.make("mail", on: [:])], preloaded: library)
    let pid = try #require(try daemon.device().app("com.example.mail").launch().pid.map(Int32.init))
    try #require(FileManager.default.createFile(atPath: order, contents: nil))
    try daemon.end(.killed)
    try eventually("the app has ended") { !KernelView.isAlive(pid) }
    #expect(!FileManager.default.fileExists(atPath: order))
    #expect(try daemon.device().app("com.example.mail").exits().count == 1)
  }

  @Test(
    "After two starts that crashed at a store the third puts it aside, serves, and says so; the others are as before")
  func store() throws {
    let folder = "/tmp/roost-test-start-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let broker = try Broker()
    let app = try PythonApp.make("mail", on: [:])
    let daemon = try PrivateDaemon(
      roostd: Programs.roostd, apps: [app],
      configuration: "[cgroups]\nuse = false\n[push]\n\(broker.configuration)\n",
      manager: ["/usr/bin/env", "LD_PRELOAD=" + (try Self.fatalText("unbearable", in: folder))])
    let mail = try Device(socket: daemon.socket).app("com.example.mail")
    try mail.launch()
    #expect(try mail.quit()?.reason == "force-quit")
    try mail.push(#"{"aps":{"alert":"unbearable"}}"#)
    #expect(try mail.notifications().count == 1)
    #expect(!FileManager.default.fileExists(atPath: daemon.directory.path + "/run/starting"))

    for _ in 1...2 { #expect(throws: TestingError.self) { try daemon.restart() } }
    let left = try String(contentsOfFile: daemon.directory.path + "/run/starting", encoding: .utf8)
    // The second has left its mark beside it.
    #expect(left == "2 notifications 2 1\n")
    #expect(FileManager.default.fileExists(atPath: daemon.directory.path + "/run/crashed"))
    try daemon.restart()

    #expect(
      daemon.log.contains(
        "The last 2 starts of roostd came to nothing, the last while it took up notifications; it connects to the broker "
          + "of pushes in 60 s; and does without notifications"), "\(daemon.log)")
    let aside = try FileManager.default.contentsOfDirectory(atPath: daemon.stateDirectory)
      .filter { $0.hasPrefix("notifications.sqlite.broken-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
    #expect(aside.count == 1)
    #expect(
      daemon.log.contains("roostd has put aside its notifications, at which the last starts have ended: they are in"))
    let after = try Device(socket: daemon.socket).app("com.example.mail")
    #expect(try after.notifications() == [])
    #expect(try after.exits().map(\.reason) == ["force-quit"])
    // It was connected before, and waits with that now.
    #expect(daemon.log.components(separatedBy: "receiving pushes from").count == 2, "\(daemon.log)")
    // It serves, so the next start is like any other.
    #expect(!FileManager.default.fileExists(atPath: daemon.directory.path + "/run/starting"))
    try daemon.restart()
    try eventually("it is connected again") { daemon.log.components(separatedBy: "receiving pushes from").count == 3 }
  }

  @Test(
    "Daemons that were killed while they started are followed by one that has everything, but for the broker at once")
  func killed() throws {
    let app = try PythonApp.make("mail", on: [:])
    let daemon = try PrivateDaemon(
      roostd: Programs.roostd, apps: [app], configuration: "[cgroups]\nuse = false\n")
    let mail = try Device(socket: daemon.socket).app("com.example.mail")
    try mail.push(#"{"aps":{"alert":"hello"}}"#)
    daemon.stop()
    // As SIGKILL leaves it in the midst of that store, for the third time.
    try "3 notifications 3 0\n".write(
      toFile: daemon.directory.path + "/run/starting", atomically: false, encoding: .utf8)
    try daemon.restart()
    #expect(daemon.log.contains("The last 3 starts of roostd came to nothing"))
    #expect(try Device(socket: daemon.socket).app("com.example.mail").notifications().count == 1)
    #expect(!FileManager.default.fileExists(atPath: daemon.directory.path + "/run/starting"))
  }

  @Test("A store without which the start ended at the same place comes back with all it has, and the log says so")
  func innocent() throws {
    let app = try PythonApp.make("mail", on: [:])
    let daemon = try PrivateDaemon(
      roostd: Programs.roostd, apps: [app], configuration: "[cgroups]\nuse = false\n")
    try Device(socket: daemon.socket).app("com.example.mail").push(#"{"aps":{"alert":"hello"}}"#)
    daemon.stop()
    // As three starts leave it that have crashed: the third has begun a new store.
    let store = daemon.stateDirectory + "/notifications.sqlite"
    try FileManager.default.moveItem(atPath: store, toPath: store + ".broken-4711")
    for suffix in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: store + suffix) {
      try FileManager.default.moveItem(atPath: store + suffix, toPath: store + ".broken-4711" + suffix)
    }
    try "3 notifications 3 3 notifications 4711\n".write(
      toFile: daemon.directory.path + "/run/starting", atomically: false, encoding: .utf8)
    try daemon.restart()
    #expect(daemon.log.contains("roostd has taken back its notifications: without them it ended at the same place"))
    #expect(try Device(socket: daemon.socket).app("com.example.mail").notifications().count == 1)
    #expect(!FileManager.default.fileExists(atPath: store + ".broken-4711"))
    #expect(!FileManager.default.fileExists(atPath: daemon.directory.path + "/run/starting"))
  }

  @Test("After two starts that crashed at the state of the daemon before, the next adopts the apps without it")
  func state() throws {
    let daemon = try SurvivingDaemon(
      apps: [try PythonApp.make("mail", on: [:])], configuration: "[cgroups]\nuse = false\n")
    let mail = try daemon.device().app("com.example.mail")
    try mail.launch()
    let pid = try mail.pid
    try daemon.end(.killed) {
      let run = daemon.daemon.directory.path + "/run/"
      try "2 state 2 1\n".write(toFile: run + "starting", atomically: false, encoding: .utf8)
      try "".write(toFile: run + "crashed", atomically: false, encoding: .utf8)
    }
    #expect(daemon.daemon.log.contains("the last starts have ended while they read it"), "\(daemon.daemon.log)")
    let after = try daemon.device().app("com.example.mail")
    #expect(try after.pid == pid)
    #expect(try #require(try after.quit()).reason == "force-quit")
  }
}
