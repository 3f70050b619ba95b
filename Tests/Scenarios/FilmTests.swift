// The screen as a film: its frames, how long each stays, and what ends it (FG7).
import ControlAPI
import Foundation
import RoostTesting
import Testing

/// An animated PNG, read as strictly as a player may; a reason where it is none.
private struct Film {
  struct Frame {
    /// Milliseconds.
    let delay: Int
    let pixels: Data
  }

  private(set) var width = 0
  private(set) var height = 0
  private(set) var frames: [Frame] = []

  init(_ path: String) throws {
    var rest = try Data(contentsOf: URL(fileURLWithPath: path))[...]
    guard rest.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { throw Unexpected("no PNG") }
    rest = rest.dropFirst(8)
    var types: [String] = []
    var (told, sequence, delay) = (0, 0, 0)
    while !rest.isEmpty {
      let length = Self.number(rest.prefix(4))
      let checked = rest.dropFirst(4).prefix(4 + length)
      guard checked.count == 4 + length, Self.checksum(checked) == Self.number(rest.dropFirst(8 + length).prefix(4))
      else { throw Unexpected("a chunk that is cut short or has a wrong checksum, after \(types)") }
      let content = checked.dropFirst(4)
      types.append(String(decoding: checked.prefix(4), as: UTF8.self))
      switch types.last {
      case "IHDR": (width, height) = (Self.number(content.prefix(4)), Self.number(content.dropFirst(4).prefix(4)))
      case "acTL": told = Self.number(content.prefix(4))
      case "fcTL":
        let numbers = [0, 4, 8, 12, 16].map { Self.number(content.dropFirst($0).prefix(4)) }
        guard numbers == [sequence, width, height, 0, 0] else { throw Unexpected("a frame with \(numbers)") }
        let (part, whole) = (Self.number(content.dropFirst(20).prefix(2)), Self.number(content.dropFirst(22).prefix(2)))
        (sequence, delay) = (sequence + 1, part * 1000 / whole)
      case "IDAT": frames.append(Frame(delay: delay, pixels: content))
      case "fdAT":
        guard Self.number(content.prefix(4)) == sequence else { throw Unexpected("parts out of order") }
        sequence += 1
        frames.append(Frame(delay: delay, pixels: content.dropFirst(4)))
      default: break
      }
      rest = rest.dropFirst(12 + length)
    }
    let wanted =
      ["IHDR", "acTL", "fcTL", "IDAT"] + [[String]](repeating: ["fcTL", "fdAT"], count: max(0, told - 1)).joined()
      + ["IEND"]
    guard types == wanted, told == frames.count else { throw Unexpected("\(types) with \(told) frames") }
  }

  var length: Int { frames.reduce(0) { $0 + $1.delay } }

  /// Every frame differs from the one before it.
  var isMerged: Bool { zip(frames, frames.dropFirst()).allSatisfy { $0.pixels != $1.pixels } }

  private static func number(_ bytes: Data) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  /// The CRC of the PNG specification (annex D), a bit at a time.
  private static func checksum(_ bytes: Data) -> Int {
    let sum = bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }
    return Int(~sum)
  }
}

/// A `roostctl screenrecord` that goes on.
private struct Recorder {
  let file: String
  private let said: String
  private let program: Program

  /// - Parameter limit: 512-byte blocks that its files may have.
  init(_ test: TestDevice, _ options: String..., limit: Int? = nil) throws {
    file = test.daemon.directory.path + "/screen.png"
    said = test.daemon.directory.path + "/said-\(UInt32.random(in: 0 ... .max))"
    let words = ["screenrecord", "-o", file] + options
    let shell = "trap '' XFSZ; ulimit -S -f \(limit ?? 0); exec \"$0\" \"$@\""
    let command = (limit == nil ? [] : ["/bin/sh", "-c", shell]) + [Programs.roostctl] + words
    program = try Program(
      "/usr/bin/setsid", command, output: said, errors: said,
      environment: ["ROOST_SOCKET": test.daemon.socket])
  }

  var words: String { (try? String(contentsOfFile: said, encoding: .utf8)) ?? "" }

  func wait(until words: String) throws { try eventually("it says: \(words)") { self.words.contains(words) } }

  func wait() -> Int32 { program.wait() }

  /// Until roost-picture draws a frame.
  func waitForDrawing() throws {
    func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
    try eventually("a frame is drawn") {
      text("/proc/\(program.pid)/task/\(program.pid)/children").split(separator: " ").contains {
        text("/proc/\($0)/comm") == "roost-picture\n"
      }
    }
  }

  /// Presses Ctrl-C, which the kernel tells to all that the terminal's command has started (termios(3)).
  func interrupt() { kill(-program.pid, SIGINT) }

  /// The film, after Ctrl-C.
  func end() throws -> Film {
    interrupt()
    let status = program.wait()
    guard status == 0 else { throw Unexpected("it exits with \(status): \(words)") }
    return try Film(file)
  }

  /// The film in the making.
  var successor: String? {
    let place = URL(fileURLWithPath: file)
    let folder = place.deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.first { $0.hasPrefix(place.lastPathComponent + ".") && $0.last?.isNumber == true }.map {
      "\(folder)/\($0)"
    }
  }

  var leftNothing: Bool { successor == nil }

  /// Makes a change of the screen, and returns when the frame of before is written.
  func waitForFrame(before change: () throws -> Void) throws {
    func size() -> Int {
      successor.flatMap { try? FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int } ?? 0
    }
    let before = size()
    try change()
    try eventually("the frame before the change is written") { size() > before }
  }
}

@Suite(.serialized) struct FilmTests {
  private let form = "com.example.form"

  /// With the form in front, which the film shows.
  private func recording() throws -> (TestDevice, Recorder) {
    let test = try TestDevice(apps: [Programs.app("form")])
    try test.device.app(form).launch()
    let recorder = try Recorder(test)
    try recorder.wait(until: "recording into")
    return (test, recorder)
  }

  @Test("FG7 a film begins with the app in front, has a frame for each change, and ends with what was done last")
  func changes() throws {
    let test = try TestDevice(apps: [Programs.app("form")])
    let recorder = try Recorder(test)
    try recorder.wait(until: "No app is in front.")
    try test.device.app(form).launch()
    try recorder.wait(until: "recording into")
    #expect(try RoostctlTests.Run(["tap", form, "Send"], socket: test.daemon.socket).status == 0)
    let film = try recorder.end()
    #expect(film.width == 390 && film.height == 844)
    #expect(film.frames.count >= 2 && film.isMerged, "\(recorder.words)")
    #expect(film.frames.last.map { $0.delay >= 1000 } == true)
    #expect(recorder.words.contains("recorded \(film.frames.count) frames in ") && recorder.leftNothing)
  }

  @Test("FG7 a film goes on over the home screen and the locked screen, back to the same picture of the app")
  func leaves() throws {
    let (test, recorder) = try recording()
    try recorder.waitForFrame(before: test.device.home)
    try recorder.waitForFrame { try test.device.app(form).launch() }
    try recorder.waitForFrame(before: test.device.lock)
    let film = try recorder.end()
    let pixels = film.frames.map(\.pixels)
    try #require(pixels.count == 4, "\(recorder.words)")
    #expect(pixels[0] == pixels[2] && Set(pixels).count == 3)
  }

  @Test("FG7 a film goes on with what it shows while the app that comes forward is under an alert, and not active")
  func covered() throws {
    let (test, recorder) = try recording()
    try recorder.waitForFrame(before: test.device.home)
    try test.device.showAlert()
    try test.device.app(form).launch()
    #expect(try test.device.app(form).state == .inactive)
    /// The looks at an app that is not active.
    func refused() throws -> Int {
      let metrics = try RoostctlTests.Run(["metrics"], socket: test.daemon.socket).output
      let line = metrics.split(separator: "\n").first { $0.hasPrefix("roost_requests_refused_total ") }
      return try #require(line.flatMap { Int($0.split(separator: " ")[1]) })
    }
    let before = try refused()
    try eventually("it looks at the app twice") { try refused() > before + 1 }
    try recorder.waitForFrame(before: test.device.dismissAlert)
    let pixels = try recorder.end().frames.map(\.pixels)
    try #require(pixels.count == 3, "\(recorder.words)")
    #expect(pixels[0] == pixels[2] && pixels[0] != pixels[1])
  }

  @Test("FG7 two films of one name are whole, the one after the other, and a file beside them stays as it was")
  func oneName() throws {
    let app = try PythonApp.make(
      "still",
      on: [
        "input": """
        svg = "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='20'/>"
        answer = {"picture": "1", "svg": svg}
        """
      ])
    let test = try TestDevice(apps: [app])
    try test.device.app("com.example.still").launch()
    let first = try Recorder(test)
    let beside = first.file + ".new"
    try "mine".write(toFile: beside, atomically: false, encoding: .utf8)
    try first.wait(until: "recording into")
    let second = try Recorder(test)
    try second.wait(until: "recording into")
    #expect(try first.end().frames.count == 1)
    #expect(try second.end().frames.count == 1)
    #expect(try String(contentsOfFile: beside, encoding: .utf8) == "mine")
  }

  /// An app whose picture is another each time, wider by a pixel, and takes its while to be drawn.
  private static func growingApp() throws -> String {
    try ScriptApp.make(
      "growing",
      script: """
        #!/bin/sh
        echo '{"hello":{"protocol":1,"library":"test/1"}}' >&4
        n=0
        while IFS= read -r line <&3; do
          seq=${line#'{"seq":'}
          seq=${seq%%,*}
          case $line in
          *'"picture"'*)
            n=$((n + 1))
            svg="<svg xmlns='http://www.w3.org/2000/svg' width='$((10 + n))' height='20'><filter id='f'>"
            svg="$svg<feTurbulence baseFrequency='0.5' numOctaves='100000'/></filter>"
            svg="$svg<rect width='$n' height='9'/><rect width='5' height='9' filter='url(#f)'/></svg>"
            echo "{\\"ack\\":$seq,\\"result\\":{\\"picture\\":\\"$n\\",\\"svg\\":\\"$svg\\"}}" >&4 ;;
          *) echo "{\\"ack\\":$seq}" >&4 ;;
          esac
          case $line in *'"willTerminate"'*) exit 0 ;; esac
        done
        """)
  }

  @Test("FG7 pictures of other sizes become frames of the first one's, and Ctrl-C does not end the drawing of one")
  func sizes() throws {
    let test = try TestDevice(apps: [try Self.growingApp()])
    try test.device.app("com.example.growing").launch()
    let recorder = try Recorder(test, "--fps", "30")
    try recorder.wait(until: "recording into")
    try recorder.waitForDrawing()
    let film = try recorder.end()
    #expect(film.width == 11 && film.height == 20 && film.frames.count >= 2)
  }

  @Test("FG7 the end of the daemon ends a film, which can be played")
  func daemonEnds() throws {
    let test = try TestDevice(apps: [Programs.app("form")])
    try test.device.app(form).launch()
    let recorder = try Recorder(test)
    try recorder.wait(until: "recording into")
    try test.daemon.restart(after: SIGKILL)
    #expect(recorder.wait() == 0 && recorder.words.contains("the daemon does not answer any more"))
    #expect(try Film(recorder.file).frames.count == 1)
  }

  @Test("FG7 a film ends by itself after its seconds, and lasts as long as its viewer has watched in virtual time")
  func length() throws {
    let test = try TestDevice(apps: [Programs.app("form")], virtualTime: true)
    try test.device.app(form).launch()
    let recorder = try Recorder(test, "--json", "--seconds", "2")
    try test.device.advance(by: .seconds(86_400))
    #expect(recorder.wait() == 0)
    let film = try Film(recorder.file)
    let told = try JSONSerialization.jsonObject(with: Data(recorder.words.utf8)) as? [String: Any]
    #expect(told?["frames"] as? Int == film.frames.count && told?["file"] as? String == recorder.file)
    #expect(1900..<3_600_000 ~= film.length && told?["seconds"] as? Double == Double(film.length) / 1000)
  }

  @Test("FG7 a film on a full disk has the frames that fit on it")
  func fullDisk() throws {
    let test = try TestDevice(apps: [Programs.app("form")])
    try test.device.app(form).launch()
    // Form's first picture has some 13 KB, the next some 15.
    let recorder = try Recorder(test, limit: 40)
    try recorder.wait(until: "recording into")
    for element in ["Send", "Not yet", "Medium"] {
      #expect(try RoostctlTests.Run(["tap", form, element], socket: test.daemon.socket).status == 0)
    }
    // Ctrl-C comes before the frame that does not fit, or after it.
    recorder.interrupt()
    #expect(recorder.wait() == 1 && recorder.words.contains("unable to write"), "\(recorder.words)")
    #expect(try Film(recorder.file).frames.count >= 1)
  }

  @Test("A film without an app, to no picture's name, or to a folder that there is not is refused, and leaves nothing")
  func refused() throws {
    let test = try TestDevice(apps: [Programs.app("form")])
    let recorder = try Recorder(test, "--seconds", "0.1")
    #expect(recorder.wait() == 1 && recorder.words.contains("no app in front has drawn"), "\(recorder.words)")
    #expect(recorder.leftNothing && !FileManager.default.fileExists(atPath: recorder.file))
    func status(_ words: String...) throws -> Int32 {
      try RoostctlTests.Run(["screenrecord"] + words, socket: test.daemon.socket).status
    }
    #expect(try status("-o", "screen.mov") == 2)
    #expect(try status("-o", "screen.png", "--fps", "31") == 2)
    #expect(try status("-o", "screen.png", "--seconds", "64801") == 2)
    #expect(try status("-o", "/nonexistent/screen.png") == 1)
  }
}
