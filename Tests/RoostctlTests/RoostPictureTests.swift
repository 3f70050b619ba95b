// roost-picture: pictures that it draws, pictures that are made to harm it, and the rights that it has meanwhile.
import Foundation
import Testing

struct PNGSize: Equatable {
  let width: Int
  let height: Int

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// The first chunk is IHDR, with the width and the height (PNG specification, 11.2.2).
  init?(_ png: Data) {
    guard png.count > 24, png[12..<16].elementsEqual("IHDR".utf8) else { return nil }
    let numbers = [16, 20].map { start in png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    self.init(width: numbers[0], height: numbers[1])
  }
}

@Suite(.timeLimit(.minutes(40))) struct RoostPictureTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private struct Outcome {
    let png: Data
    let errors: String
    let status: Int32
  }

  private func draw(_ svg: String, environment: [String: String] = [:]) throws -> Outcome {
    let process = Process()
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.executableURL = Roostctl.programs.appending(path: "roost-picture")
    // From and to files: what is written to a pipe that nobody reads any more ends the writer.
    let input = try scratch.write(svg, to: "in-\(UUID().uuidString)")
    let (output, errors) = (try scratch.write("", to: "out"), try scratch.write("", to: "errors"))
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: input))
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit, "by signal \(process.terminationStatus)")
    return Outcome(
      png: try Data(contentsOf: URL(filePath: output)), errors: try scratch.read("errors"),
      status: process.terminationStatus)
  }

  private static func svg(_ width: Any, _ height: Any, _ elements: String = "") -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
    xmlns:xi="http://www.w3.org/2001/XInclude" width="\(width)" height="\(height)">\(elements)</svg>
    """
  }

  private static func area(_ colour: String) -> String {
    svg(8, 6, #"<rect width="8" height="6" fill="\#(colour)"/>"#)
  }

  @Test("SN1 a picture becomes a PNG of its size, with its colours")
  func drawn() throws {
    let red = try draw(Self.area("red"))
    #expect(red.status == 0 && red.errors == "")
    #expect(red.png.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    #expect(PNGSize(red.png) == PNGSize(width: 8, height: 6))
    #expect(try draw(Self.area("#f00")).png == red.png)
    #expect(try draw(Self.area("blue")).png != red.png)
  }

  @Test("SN1 text is drawn with the system's fonts, where there are some")
  func text() throws {
    let fonts = FileManager.default.enumerator(atPath: "/usr/share/fonts")?.contains { "\($0)".hasSuffix(".ttf") }
    guard fonts == true else { return }
    let (none, some) = (try draw(Self.svg(90, 20)), try draw(Self.svg(90, 20, #"<text y="15">Hello</text>"#)))
    #expect(none.status == 0 && some.status == 0 && some.png != none.png, "\(some.errors)")
  }

  @Test(
    "SN1 the size comes from the view box where width and height are none in pixels, and parts of pixels are drawn",
    arguments: [
      (#"viewBox="0 0 12 13""#, 12, 13), (#"width="100%" height="100%" viewBox="0 0 5 4""#, 5, 4),
      (#"width="1.5" height="2.1""#, 2, 3), (#"width="1in" height="1px""#, 96, 1),
    ])
  func size(_ attributes: String, _ width: Int, _ height: Int) throws {
    let drawn = try draw(#"<svg xmlns="http://www.w3.org/2000/svg" \#(attributes)/>"#)
    #expect(PNGSize(drawn.png) == PNGSize(width: width, height: height), "\(drawn.errors)")
  }

  @Test("SN1 files that a picture refers to are not read")
  func references() throws {
    let file = scratch.path + "/red.png"
    try draw(Self.area("red")).png.write(to: URL(filePath: file))
    let empty = try draw(Self.svg(8, 6)).png
    for element in [
      #"<image width="8" height="6" xlink:href="file://\#(file)"/>"#,
      #"<image width="8" height="6" xlink:href="\#(file)"/>"#,
      #"<text y="5"><xi:include href="file:///etc/hostname" parse="text"/></text>"#,
      #"<style>@import url("file://\#(file)");</style>"#,
    ] {
      let drawn = try draw(Self.svg(8, 6, element))
      #expect(drawn.status == 0 && drawn.png == empty, "\(element): \(drawn.errors)")
    }
    let inside = try Data(contentsOf: URL(filePath: file)).base64EncodedString()
    let own = try draw(
      Self.svg(8, 6, #"<image width="8" height="6" xlink:href="data:image/png;base64,\#(inside)"/>"#))
    #expect(own.status == 0 && own.png != empty, "\(own.errors)")
  }

  /// Pictures by what they are made to do, and the words that end them.
  private static let hostilePictures: [(String, String)] = [
    ("", "no picture in SVG"),
    ("hello", "no picture in SVG"),
    ("<html/>", "no picture in SVG"),
    (String(repeating: "\0", count: 1000), "no picture in SVG"),
    (svg(1, 1).replacing("</svg>", with: ""), "no picture in SVG"),
    (#"<svg xmlns="http://www.w3.org/2000/svg"/>"#, "neither a width and height nor a viewBox"),
    (svg("nan", "inf"), "neither a width and height"),
    (svg(-5, 5), "neither a width and height"),
    (svg(0, 0), "it may have 1 to 8192 a side"),
    (svg(1, 8193), "1 by 8193 pixels"),
    (svg("1e9", 1), "it may have 1 to 8192 a side"),
    (svg(8000, 8000), "and 16777216 in all"),
    // The entity of a file, and one that is ten to the eleventh letters long.
    (#"<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>"# + svg(9, 9, "<text>&x;</text>"), "no picture in SVG"),
    (
      "<!DOCTYPE svg [<!ENTITY a0 \"aaaaaaaaaa\">"
        + (1...10).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 10))\">" }.joined() + "]>"
        + svg(9, 9, "<text>&a10;</text>"), "no picture in SVG"
    ),
    (svg(9, 9, String(repeating: "<g>", count: 100_000)), "no picture in SVG"),
    (svg(9, 9, String(repeating: " ", count: 8 << 20)), "longer than 8 MiB"),
    (
      svg(
        9, 9,
        "<style>" + String(repeating: ":not(", count: 50000) + "a" + String(repeating: ")", count: 50000)
          + "{fill:red}</style>"), "nested too deeply"
    ),
    // Two hundred pictures of the whole in memory at once.
    (
      svg(
        4096, 4096,
        String(repeating: #"<g opacity="0.5">"#, count: 200) + #"<rect width="9" height="9"/>"#
          + String(repeating: "</g>", count: 200)), "unable to draw it"
    ),
    // More than 1 GiB of memory, or on a slow machine more than 10 s.
    (svg(9, 9, String(repeating: "<rect/>", count: 999_000)), "the picture takes more than 1"),
    (
      svg(
        4096, 4096,
        #"<filter id="f"><feTurbulence baseFrequency="0.05" numOctaves="1000000"/></filter>"#
          + #"<rect width="4096" height="4096" filter="url(#f)"/>"#), "more than 10 s"
    ),
  ]

  @Test("SN1 a picture made to harm its reader ends with one line that says why", arguments: hostilePictures.indices)
  func hostile(_ number: Int) throws {
    let (svg, words) = Self.hostilePictures[number]
    let drawn = try draw(svg)
    #expect(drawn.status == 1 && drawn.png.isEmpty)
    let lines = drawn.errors.split(separator: "\n").filter { $0.hasPrefix("roost-picture: ") }
    #expect(lines.count == 1 && drawn.errors.contains(words), "\(drawn.errors.prefix(500))")
  }

  @Test("SN1 a size that is no number of pixels, of whatever librsvg there is, is refused in words")
  func oddSizes() throws {
    let source = try scratch.write(
      """
      #include <stdlib.h>
      int rsvg_handle_get_intrinsic_size_in_pixels(void *picture, double *width, double *height) {
        *width = strtod(getenv("WIDTH"), 0);
        *height = 5;
        return 1;
      }
      """, to: "size.c")
    let library = scratch.path + "/size.so"
    let compiler = try Process.run(
      URL(filePath: "/usr/bin/env"), arguments: ["clang", "-shared", "-fPIC", "-o", library, source])
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    for (width, words) in [
      ("nan", "not a number of pixels: nan by 5.0"), ("inf", "not a number of pixels: inf by 5.0"),
      ("-inf", "not a number of pixels: -inf by 5.0"), ("-1e300", "-1000000000 by 5 pixels"),
      ("1e300", "1000000000 by 5 pixels"),
    ] {
      let drawn = try draw(Self.svg(8, 6), environment: ["LD_PRELOAD": library, "WIDTH": width])
      #expect(drawn.status == 1 && drawn.png.isEmpty && drawn.errors.contains(words), "\(width): \(drawn.errors)")
    }
  }

  @Test("It gives away its rights before it reads: user, capabilities, new privileges, system calls, memory")
  func rights() throws {
    let process = Process()
    process.executableURL = Roostctl.programs.appending(path: "roost-picture")
    let input = Pipe()
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
    // It sleeps when it waits for its input, which it never gets.
    var status: [String: String] = [:]
    let deadline = ContinuousClock.now + .seconds(60)
    repeat { status = try Self.status(of: process.processIdentifier) } while status["Seccomp"] != "2" && .now < deadline
    #expect(status["Seccomp"] == "2" && status["NoNewPrivs"] == "1" && status["CapEff"] == "0000000000000000")
    if geteuid() == 0 { #expect(status["Uid"] == "65523\t65523\t65523\t65523" && status["Groups"] == "") }
    let limits = try String(contentsOfFile: "/proc/\(process.processIdentifier)/limits", encoding: .utf8)
    #expect(limits.contains(/Max address space +1073741824 +1073741824/) && limits.contains(/Max cpu time +10 +11/))
  }

  private static func status(of pid: Int32) throws -> [String: String] {
    let lines = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8).split(separator: "\n")
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        return (parts[0], parts.count > 1 ? parts[1] : "")
      })
  }
}
