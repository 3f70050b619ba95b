// The traces that a message leaves outside the process: a line, and fields in the journal's own protocol.
import Foundation
import Testing

@testable import OSLog

@Suite struct JournalTests {
  @Test("The journal has the message with its subsystem, category and priority, and a signpost with its name and kind")
  func fields() {
    let log = OSLog(subsystem: "com.example.notes", category: "sync")
    let entry = LogEntry("two\nlines", .error, log)
    let names = entry.fields.map(\.name)
    #expect(names == ["MESSAGE", "PRIORITY", "SYSLOG_IDENTIFIER", "SUBSYSTEM", "CATEGORY"])
    #expect(entry.fields[1].value == "3" && entry.fields[3].value == "com.example.notes")
    var signpost = LogEntry("", .debug, OSLog(subsystem: "com.example.notes", category: .pointsOfInterest))
    signpost.signpost = (name: "load", id: 7, type: "begin")
    #expect(signpost.fields.suffix(3).map(\.value) == ["load", "7", "begin"])
    #expect(signpost.fields.contains { $0 == ("CATEGORY", "PointsOfInterest") })
    #expect(LogEntry("", .fault, .default).fields.map(\.name) == ["MESSAGE", "PRIORITY", "SYSLOG_IDENTIFIER"])
  }

  @Test("A value with a line break goes with its length, so that no message forges a field")
  func protocols() {
    let bytes = Journal.datagram([("A", "b"), ("MESSAGE", "x\nPRIORITY=0")])
    var wanted = Array("A=b\nMESSAGE\n".utf8)
    wanted += [12, 0, 0, 0, 0, 0, 0, 0]
    wanted += Array("x\nPRIORITY=0\n".utf8)
    #expect(bytes == wanted)
  }

  @Test("An entry arrives at the journal's socket; where there is none it is lost, and nobody waits")
  func socket() throws {
    let path = "/tmp/roost-oslog-\(UInt32.random(in: 0 ... .max))"
    defer { unlink(path) }
    let receiver = Glibc.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    try #require(receiver >= 0)
    defer { close(receiver) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(receiver, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound)
    let journal = Journal(path: path)
    journal.send([("MESSAGE", "hello")])
    var bytes = [UInt8](repeating: 0, count: 100)
    #expect(recv(receiver, &bytes, bytes.count, CInt(MSG_DONTWAIT)) == 14)
    #expect(bytes.prefix(14) == Array("MESSAGE=hello\n".utf8)[...])
    // Nobody reads: what does not fit any more is left out.
    for _ in 0..<2000 { journal.send([("MESSAGE", String(repeating: "x", count: 500))]) }
    Journal(path: path + "-none").send([("MESSAGE", "lost")])
    Journal(path: String(repeating: "x", count: 200)).send([("MESSAGE", "lost")])
  }

  @Test("A line says when, which program and part of it, and how much it matters")
  func line() {
    let log = OSLog(subsystem: "com.example.notes", category: "sync")
    let line = LogEntry("gone", .fault, log).line(at: 0)
    #expect(line.hasSuffix("] [com.example.notes:sync] fault: gone\n"))
    #expect(line.hasPrefix("19") && line.contains("[\(getpid())]"))
    #expect(LogEntry("gone", .default, .default).line(at: 0).hasSuffix("[\(getpid())] gone\n"))
    let long = LogEntry(String(repeating: "ä", count: LogEntry.longest), .default, .default).line(at: 0)
    #expect(long.utf8.count < LogEntry.longest + 200)
  }

  @Test(
    "The variables that Xcode sets say what is kept and what can be read", arguments: [nil, "disable", "info", "debug"])
  func mode(word: String?) {
    let mode = LogMode { $0 == "OS_ACTIVITY_MODE" ? word : nil }
    #expect(mode.isSilent == (word == "disable") && !mode.showsPrivate)
    #expect(mode.keeps(.info) == (word == "info" || word == "debug"))
    #expect(mode.keeps(.debug) == (word == "debug") && mode.keeps(.default) && mode.keeps(.error))
    #expect(LogMode { $0 == "OS_ACTIVITY_DT_MODE" ? "YES" : nil }.showsPrivate)
  }
}
