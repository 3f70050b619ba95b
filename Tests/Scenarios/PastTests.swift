// TE3 from the app's side: a real app is told how its earlier processes ended, each of them once.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct PastTests {
  /// The lines that Hog has printed of its past since its output was so long.
  private func told(_ test: TestDevice, _ app: AppUnderTest, after start: Int = 0) -> [String] {
    test.output(of: app).dropFirst(start).split(separator: "\n").map(String.init).filter { $0.hasPrefix("my ") }
  }

  /// Launches it, and gives back what it is told then.
  private func launch(_ app: AppUnderTest, of test: TestDevice, expecting count: Int) throws -> [String] {
    let start = test.output(of: app).count
    try app.launch()
    try eventually("it is told of its past") { told(test, app, after: start).count >= count }
    return told(test, app, after: start)
  }

  @Test("TE3 TE4 a watchdog kill, a crash, a pressure kill and a force-quit are each told once, with the right count")
  func each() throws {
    let test = try TestDevice(deadlines: "leave = \"300ms\"", apps: [Programs.app("hog"), Programs.app("clock")])
    let app = test.device.app("com.example.hog")
    try app.launch()
    try app.quit()
    #expect(try launch(app, of: test, expecting: 1) == ["my past: in front nothing, behind NormalApp=1"])
    // A crash by its own fault, behind a URL that it opens.
    _ = try? test.device.open(url: "hog:die=11")
    #expect(
      try launch(app, of: test, expecting: 2)
        == ["my past: in front BadAccess=1, behind nothing", "my crash: signal 11, in my own code"])
    try test.clock.launch()
    try eventually("it sleeps") { try app.state == .suspended }
    try test.device.press(.urgent, free: 1)
    try test.device.press(.normal)
    #expect(try launch(app, of: test, expecting: 1) == ["my past: in front nothing, behind MemoryPressure=1"])
    // It does not leave the screen in time.
    try test.device.open(url: "hog:stay")
    _ = try? test.device.home()
    let watchdog = try launch(app, of: test, expecting: 2)
    #expect(watchdog.first == "my past: in front AppWatchdog=1, behind nothing" && watchdog.count == 2)
    #expect(watchdog.last == "my crash: signal 9, in my own code")
    _ = try? test.device.open(url: "hog:die=6")
    #expect(
      try launch(app, of: test, expecting: 2)
        == ["my past: in front Abnormal=1, behind nothing", "my crash: signal 6, in my own code"])
    // Also when the daemon that saw the end is gone.
    try app.quit()
    try test.daemon.restart()
    let start = test.output(of: app).count
    let device = try Device(socket: test.daemon.socket)
    try device.app(app.id).launch()
    try eventually("it is told") { !told(test, app, after: start).isEmpty }
    #expect(told(test, app, after: start) == ["my past: in front nothing, behind NormalApp=1"])
    #expect(try device.app(app.id).exits().count == 6)
  }

  @Test("TE3 an app that dies again and again is still counted by the next daemon, and the refusal says what to do")
  func crashLoop() throws {
    let test = try TestDevice()
    for _ in 0..<5 { _ = try? test.faulty.launch("crash=didFinishLaunching") }
    #expect(test.daemon.log.contains("5 times in a row"))
    try test.daemon.restart(after: SIGKILL)
    let faulty = try Device(socket: test.daemon.socket).app(test.faulty.id)
    // It is held back for a second, if that is not over yet.
    try eventually("it has died once more") {
      do {
        try faulty.launch("crash=didFinishLaunching")
      } catch ControlFailure.refused(let error) where error.description.contains("held back") {
        #expect(error.description.contains("5 times in a row") && error.description.contains("a new version"))
        #expect(try faulty.status().heldBack.map { $0.deaths == 5 && $0.left <= 1_000_000_000 } ?? true)
        return false
      } catch ControlFailure.refused {}
      return try faulty.exits().count == 6
    }
    #expect(test.daemon.log.contains("6 times in a row"))
  }

  /// One that asks, and says that it has been told, when its launch arguments say so.
  private static let asking = """
    def past(after=None):
      answer = ask('untoldExits') if after is None else ask('untoldExits', after=after)
      return answer['result']['exits']
    """

  @Test("TE3 who dies before it has said that it was told is told again, and so is the daemon's next; then never again")
  func diedBefore() throws {
    let app = try PythonApp.make(
      "asking",
      on: [
        "launch": """
        exits = past()
        note(' '.join(exit['reason'] for exit in exits) or 'nothing')
        if 'listen' in sys.argv and exits:
          ask('exitsTold', through=exits[-1]['number'])
        """
      ], functions: Self.asking)
    let test = try TestDevice(apps: [app])
    let asking = test.device.app("com.example.asking")
    try asking.launch()
    try asking.quit()
    try asking.launch()
    try asking.terminate()
    try asking.launch("listen")
    #expect(test.notes(of: asking.id) == ["nothing", "force-quit", "force-quit terminated"])
    try asking.quit()
    try asking.launch()
    #expect(test.notes(of: asking.id).last == "force-quit")
  }

  @Test("TE3 one question about the past is answered at a time; who asks more is told to wait, and may ask again")
  func flood() throws {
    let app = try PythonApp.make(
      "flood",
      on: [
        "launch": """
        # At once: roostd, which is quick, finds several of them at its first look.
        line = json.dumps({"request": 1000, "method": "untoldExits"}) + "\\n"
        os.write(4, (line * 500).encode())
        answers = [json.loads(events.readline()) for _ in range(500)]
        refused = [answer for answer in answers if answer.get("error", {}).get("code") == "TooMany"]
        told = [answer for answer in answers if "result" in answer]
        note(f"{len(refused) > 0} {len(told) > 0} {len(refused) + len(told)} {len(past())}")
        """
      ], functions: Self.asking)
    let test = try TestDevice(apps: [app])
    let flood = test.device.app("com.example.flood")
    try flood.launch()
    try flood.terminate()
    #expect(test.notes(of: flood.id) == ["True True 500 0"])
    #expect(try flood.exits().count == 1)
  }

  @Test("TE3 questions about a past without reports are answered, and spaced like those about one with them")
  func spaced() throws {
    let app = try PythonApp.make(
      "spaced",
      on: [
        "launch": """
        import time
        begun = time.monotonic()
        told = [len(past()) for _ in range(10)]
        # Eight come at once, and then one a second.
        note(f"{sum(told)} {time.monotonic() - begun > 1}")
        """
      ], functions: Self.asking)
    let test = try TestDevice(apps: [app])
    let spaced = test.device.app("com.example.spaced")
    try spaced.launch()
    try eventually("it has been told") { test.notes(of: spaced.id) == ["0 True"] }
  }

  @Test("TE3 numbers that roostd never gave do no harm: the next end is told all the same")
  func absurdNumbers() throws {
    let app = try PythonApp.make(
      "absurd",
      on: [
        "launch": """
        note(str(len(past())) + ' ' + str(len(past(9223372036854775807))) + ' ' + str(len(past(-5))))
        ask('exitsTold', through=9223372036854775807)
        ask('exitsTold', through=-9223372036854775808)
        """
      ], functions: Self.asking)
    let test = try TestDevice(apps: [app])
    let absurd = test.device.app("com.example.absurd")
    for _ in 0..<3 {
      try absurd.launch()
      try absurd.quit()
    }
    #expect(test.notes(of: absurd.id) == ["0 0 0", "1 0 1", "1 0 1"])
  }
}
