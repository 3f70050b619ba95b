// The socket on which Prometheus reads metrics: what it answers, and how little a hostile client gets from it.
import Foundation
import Glibc
import RoostTesting
import Testing

@Suite(.timeLimit(.minutes(40))) struct MetricsSocketTests {
  /// A device whose metrics are read at a port that nobody else has.
  private struct Served {
    let test: TestDevice
    let port: UInt16

    init() throws {
      // The kernel gives a port that was just let go to nobody else for a while (ip(7), ip_local_port_range).
      let probe = try Scraper()
      port = try probe.bindToAny()
      probe.close()
      test = try TestDevice(metrics: "listen = \"127.0.0.1:\(port)\"")
    }

    /// The bytes that the daemon sends until it hangs up.
    func ask(_ request: String) throws -> String {
      let scraper = try Scraper()
      defer { scraper.close() }
      try scraper.connect(to: port)
      scraper.write(request)
      return scraper.readAll()
    }

    func get(_ path: String, _ headers: String...) throws -> String {
      try ask((["GET \(path) HTTP/1.1", "Host: localhost:\(port)"] + headers + ["", ""]).joined(separator: "\r\n"))
    }
  }

  @Test("A head with letters that no name of HTTP has is refused before it is read")
  func letters() throws {
    let served = try Served()
    let marks = String(repeating: "\u{301}", count: 1000)
    for head in ["GET /\(marks) HTTP/1.1\r\n\r\n", "GET /metrics HTTP/1.1\r\nHost: a\(marks)\r\n\r\n"] {
      #expect(try served.ask(head).hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    }
  }

  @Test("Prometheus reads the counters in its own format and as OpenMetrics, and both are valid")
  func scrape() throws {
    let served = try Served()
    try served.test.notes.launch()
    let plain = try served.get("/metrics")
    #expect(plain.hasPrefix("HTTP/1.1 200 OK\r\n") && plain.contains("Content-Type: text/plain; version=0.0.4"))
    let body = try #require(plain.range(of: "\r\n\r\n").map { String(plain[$0.upperBound...]) })
    #expect(body.contains("roost_launches_total 1\n") && body.contains(#"roost_apps{state="active"} 1"#))
    let promtool = "/usr/bin/promtool"
    try #require(FileManager.default.isExecutableFile(atPath: promtool), "tools/requirements test installs prometheus")
    #expect(try checked(body, by: [promtool, "check", "metrics"]) == "")

    let open = try served.get("/metrics?x=1", "Accept: application/openmetrics-text;version=1.0.0,text/plain;q=0.5")
    #expect(open.contains("Content-Type: application/openmetrics-text; version=1.0.0; charset=utf-8\r\n"))
    #expect(open.contains("# TYPE roost_launches counter\n") && open.hasSuffix("# EOF\n"))
    #expect(open.contains("# UNIT roost_launch_duration_seconds seconds\n"))
    let python = ProcessInfo.processInfo.environment["ROOST_TEST_PYTHON"] ?? Programs.root + "/build/venv/bin/python3"
    try #require(FileManager.default.isExecutableFile(atPath: python), "tools/test installs prometheus-client there")
    let metrics = try #require(open.range(of: "\r\n\r\n").map { String(open[$0.upperBound...]) })
    let reader = """
      import sys
      from prometheus_client.openmetrics.parser import text_string_to_metric_families as read
      found = {family.name: family for family in read(sys.stdin.read())}
      assert found["roost_launches"].samples[0].value == 1 and found["roost_launch_duration_seconds"].unit == "seconds"
      """
    #expect(try checked(metrics, by: [python, "-c", reader]) == "")
  }

  @Test("A request that is not HTTP is refused, and a page of another site reads nothing")
  func refused() throws {
    let served = try Served()
    #expect(try served.ask("hello\r\n\r\n").hasPrefix("HTTP/1.1 400 "))
    #expect(try served.ask("POST /metrics HTTP/1.1\r\n\r\n").hasPrefix("HTTP/1.1 405 "))
    #expect(try served.get("/other").hasPrefix("HTTP/1.1 404 "))
    #expect(try served.ask("GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n").hasPrefix("HTTP/1.1 403 "))
    #expect(try served.ask(String(repeating: "x", count: 10_000)) == "")
    // Bytes that are no text, and an end in the middle.
    #expect(try served.ask("GET \u{0}\u{FFFD}\r\n\r\n").hasPrefix("HTTP/1.1 400 "))
  }

  @Test("Clients that only begin to ask keep nobody waiting: the oldest of many has to go, and the others stay")
  func slow() throws {
    let served = try Served()
    let slow = try (0..<160).map { _ in try Scraper() }
    defer { for scraper in slow { scraper.close() } }
    for scraper in slow {
      try scraper.connect(to: served.port)
      scraper.write("G")
    }
    #expect(try served.get("/metrics").hasPrefix("HTTP/1.1 200 OK"))
    #expect(slow[0].readAll() == "")
    #expect(slow[60].isOpen && slow[159].isOpen, "128 are served at a time")
  }

  @Test("Clients that say nothing take the place of none that has begun to ask")
  func silent() throws {
    let served = try Served()
    let first = try Scraper()
    defer { first.close() }
    try first.connect(to: served.port)
    first.write("GET /metrics")
    let silent = try (0..<100).map { _ in try Scraper() }
    defer { for scraper in silent { scraper.close() } }
    for scraper in silent { try scraper.connect(to: served.port) }
    #expect(try served.get("/metrics").hasPrefix("HTTP/1.1 200 OK"))
    first.write(" HTTP/1.1\r\nHost: localhost:\(served.port)\r\n\r\n")
    #expect(first.readAll().hasPrefix("HTTP/1.1 200 OK"))
  }

  @Test("A place where metrics cannot be shown is told of, and the daemon serves")
  func taken() throws {
    let other = try Scraper()
    defer { other.close() }
    let port = try other.bindToAny(listens: true)
    let test = try TestDevice(metrics: "listen = \"127.0.0.1:\(port)\"")
    try test.notes.launch()
    #expect(test.daemon.log.contains("unable to show metrics on 127.0.0.1:\(port)"), "\(test.daemon.log)")
  }

  /// The program's words about a text that it reads; "" where it says nothing.
  private func checked(_ text: String, by command: [String]) throws -> String {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
    input.fileHandleForWriting.write(Data(text.utf8))
    try input.fileHandleForWriting.close()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self)
  }
}

/// A client of HTTP that may be as bad as it likes.
private struct Scraper {
  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  }

  func close() { Glibc.close(descriptor) }

  func bindToAny(listens: Bool = false) throws -> UInt16 {
    var address = Self.address(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && (!listens || listen(descriptor, 1) == 0)
          ? getsockname(descriptor, $0, &size) : -1
      }
    }
    guard status == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    return UInt16(bigEndian: address.sin_port)
  }

  func connect(to port: UInt16) throws {
    var address = Self.address(port)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  }

  func write(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  /// Nothing has come, and the daemon has not hung up either.
  var isOpen: Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) == -1 && errno == EAGAIN
  }

  func readAll() -> String {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      guard count > 0 else { return String(decoding: all, as: UTF8.self) }
      all += bytes[..<count]
    }
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
