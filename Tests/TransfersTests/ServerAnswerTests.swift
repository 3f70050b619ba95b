// Answers of web servers to a transfer, from a server on this machine: redirects, and names of versions.
import Foundation
import Glibc
import TestFolders
import TestLoop
import Testing

@testable import LifecycleModel
@testable import Processes
@testable import Systemd
@testable import Transfers

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct ServerAnswerTests {
  private let rig: TransferRig
  private var loop: EventLoop { rig.loop }
  private var running: HelperProcesses { rig.running }
  private var folder: TestFolder { rig.folder }
  private var letters: Letters { rig.letters }
  private var told: Told { rig.told }
  private var helpers: TransferHelpers { rig.helpers }

  init() throws { rig = try TransferRig() }

  private func begin(_ transfer: Transfer) throws {
    helpers.start(
      transfer, of: AppID("com.example.app"), container: folder.path, room: 1 << 20, stall: .seconds(60))
    try rig.openLetters()
  }

  private func transfer(
    _ method: String = "GET", from port: UInt16, headers: [String: String] = [:], file: String? = nil,
    validator: String? = nil
  ) -> Transfer {
    let name = TransferName(session: "films", number: 1)
    let url = "http://127.0.0.1:\(port)/"
    return Transfer(
      TransferSerial(number: 1), TransferRequest(name, method: method, url: url, headers: headers, file: file),
      validator: validator)
  }

  /// - Returns: the request that was answered.
  private func answer(_ listener: CInt, _ answer: String) throws -> String {
    try loop.run { isReadable(listener) }
    let connection = accept(listener, nil, nil)
    defer { close(connection) }
    var request: [UInt8] = []
    while !isWhole(request) {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = recv(connection, &bytes, bytes.count, 0)
      try #require(count > 0, "it ends in \(String(decoding: request, as: UTF8.self))")
      request += bytes.prefix(count)
    }
    let bytes = Array(answer.utf8)
    send(connection, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    return String(decoding: request, as: UTF8.self)
  }

  /// One that has a body ends with it.
  private func isWhole(_ request: [UInt8]) -> Bool {
    let text = String(decoding: request, as: UTF8.self)
    return text.hasSuffix("\r\n\r\n") && !text.contains("Content-Length:") || text.hasSuffix("\r\n\r\nbody")
  }

  private func isReadable(_ descriptor: CInt) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) == 1
  }

  @Test(
    "BX9 a 303 is followed by GET without the body, as is a 301 or 302 of a POST; any other redirect by the app's request",
    arguments: [
      ("POST", 303, "GET"), ("PUT", 303, "GET"), ("PATCH", 303, "GET"), ("DELETE", 303, "GET"), ("POST", 301, "GET"),
      ("POST", 302, "GET"), ("POST", 307, "POST"), ("PUT", 302, "PUT"), ("PUT", 308, "PUT"),
      ("DELETE", 301, "DELETE"),
    ])
  func redirect(method: String, status: Int, next: String) throws {
    let (listener, port) = try listenLocally()
    defer { close(listener) }
    let file = method == "DELETE" ? nil : "a"
    try folder.write("a", "body")
    try begin(transfer(method, from: port, headers: ["content-language": "de", "X-Mine": "b"], file: file))
    let first = try answer(
      listener,
      "HTTP/1.1 \(status) Other\r\nLocation: /next\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    #expect(first.hasPrefix("\(method) / ") && first.hasSuffix("\r\n\r\nbody") == (file != nil))
    #expect(first.contains("content-language: de") && !first.contains("Content-Type"), "\(first)")
    let second = try answer(listener, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone")
    #expect(second.hasPrefix("\(next) /next ") && second.contains("X-Mine: b"), "\(second)")
    let isSame = next == method
    #expect(second.hasSuffix("\r\n\r\nbody") == (isSame && file != nil), "\(second)")
    #expect(second.contains("content-language") == isSame, "\(second)")
    try rig.openLetters()
    guard case .done(200, _, 4, _)? = told.end else {
      Issue.record("it has not ended well: \(told.facts)")
      return
    }
    #expect(running.pids.isEmpty)
  }

  @Test(
    "BX9 a request that does more than read is answered from the first line of a redirect on, and not by 100 Continue",
    arguments: [
      ("POST", "HTTP/1.1 303 See Other\r\nLocation: /next\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
      ("PUT", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 307 Other\r\nLocation: /next\r\nConnection: close\r\n\r\n"),
    ])
  func answered(method: String, first: String) throws {
    let (listener, port) = try listenLocally()
    defer { close(listener) }
    try folder.write("a", "body")
    try begin(transfer(method, from: port, file: "a"))
    _ = try answer(listener, first)
    // The one behind the redirect has said nothing yet.
    try loop.run { isReadable(listener) && !told.facts.isEmpty }
    #expect(told.facts == [.answered])
    _ = try answer(listener, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone")
    try rig.openLetters()
    guard case .done(200, _, 4, _)? = told.end else {
      Issue.record("it has not ended well: \(told.facts)")
      return
    }
    #expect(told.facts.count { $0 == .answered } == 1 && running.pids.isEmpty)
  }

  @Test(
    "BX11 a date names a version for the rest where it is a second older than the answer at least (RFC 9110, 8.8.2.2)",
    arguments: [
      ("Date: Sun, 29 Nov 2026 13:00:00 GMT\r\n", false), ("Date: Sun, 29 Nov 2026 13:00:01 GMT\r\n", true),
      ("Date: never\r\n", false), ("", false),
    ])
  func date(field: String, isName: Bool) throws {
    let (listener, port) = try listenLocally()
    defer { close(listener) }
    let written = "Sun, 29 Nov 2026 13:00:00 GMT"
    try begin(transfer(from: port))
    _ = try answer(
      listener, "HTTP/1.1 200 OK\r\n\(field)Last-Modified: \(written)\r\nContent-Length: 8\r\n\r\nhalf")
    try loop.run { told.end != nil }
    #expect(told.facts.first == .began(validator: isName ? written : nil, expected: 8, received: 0))
  }

  @Test(
    "BX11 a rest is of another version where its date is another, also one that would name none, or the length of the whole",
    arguments: [
      ("Sun, 29 Nov 2026 13:00:00 GMT", 8, true), ("Sun, 29 Nov 2026 13:00:05 GMT", 8, false),
      ("Sun, 29 Nov 2026 13:00:00 GMT", 9, false),
    ])
  func rest(written: String, whole: Int, isOfPart: Bool) throws {
    let (listener, port) = try listenLocally()
    defer { close(listener) }
    try folder.write("transfers/1.part", "half")
    var known = transfer(from: port, validator: "Sun, 29 Nov 2026 13:00:00 GMT")
    known.expected = 8
    try begin(known)
    let request = try answer(
      listener,
      """
      HTTP/1.1 206 Partial\r\nDate: Sun, 29 Nov 2026 13:00:05 GMT\r\nLast-Modified: \(written)\r\n\
      Content-Range: bytes 4-\(whole - 1)/\(whole)\r\nContent-Length: \(whole - 4)\r\n\r\n\
      \(String(repeating: "b", count: whole - 4))
      """)
    #expect(request.contains("Range: bytes=4-"))
    try loop.run { told.end != nil || !letters.isEmpty }
    if isOfPart { try rig.openLetters() }
    switch (told.end, isOfPart) {
    case (.done(200, _, 8, _)?, true): break
    case (.failed(.lost, _)?, false):
      #expect(told.facts.first == .began(validator: nil, expected: nil, received: 0))
      #expect(try Data(contentsOf: URL(filePath: folder.path + "/transfers/1.part")).isEmpty)
    case (.done?, _), (.failed?, _), (nil, _): Issue.record("it is taken for another: \(told.facts)")
    }
  }

  @Test(
    "BX11 a rest of a whole that nobody knows is a piece: it is kept, and the server asked for more until it says that there is none",
    arguments: [(8, "", true), (9, "", false), (8, "ETag: \"b\"\r\n", false)])
  func piece(whole: Int, field: String, isWhole: Bool) throws {
    let (listener, port) = try listenLocally()
    defer { close(listener) }
    let part = folder.path + "/transfers/1.part"
    try folder.write("transfers/1.part", "half")
    let known = transfer(from: port, validator: "\"a\"")
    try begin(known)
    _ = try answer(
      listener,
      "HTTP/1.1 206 Partial\r\nETag: \"a\"\r\nContent-Range: bytes 4-7/*\r\nContent-Length: 4\r\n\r\nmore")
    try loop.run { told.end != nil || !letters.isEmpty }
    guard case .failed(.lost, _)? = told.end else {
      Issue.record("it is taken for the whole: \(told.facts)")
      return
    }
    #expect(
      Array(told.facts.dropLast())
        == [.began(validator: "\"a\"", expected: nil, received: 4), .progressed(received: 8)])
    #expect(try String(contentsOfFile: part, encoding: .utf8) == "halfmore")
    told.facts = []
    try begin(known)
    let request = try answer(
      listener,
      """
      HTTP/1.1 416 No\r\n\(field)Content-Range: bytes */\(whole)\r\nContent-Type: a/b\r\n\
      Content-Length: 5\r\n\r\nsorry
      """)
    #expect(request.contains("Range: bytes=8-"))
    try loop.run { told.end != nil || !letters.isEmpty }
    if isWhole { try rig.openLetters() }
    switch (told.end, isWhole) {
    case (.done(200, let file, 8, let headers)?, true):
      #expect(try String(contentsOfFile: "\(folder.path)/\(file)", encoding: .utf8) == "halfmore")
      #expect(headers == ["Content-Length": "8"])
    case (.failed(.lost, _)?, false): #expect(try Data(contentsOf: URL(filePath: part)).isEmpty)
    case (.done?, _), (.failed?, _), (nil, _): Issue.record("it is taken for another: \(told.facts)")
    }
  }

  @Test("BX10 an answer with a field that grows over the limit as it is read is had without that field")
  func marks() throws {
    let (listener, port) = try listenLocally()
    defer { close(listener) }
    try folder.write("a", "body")
    try begin(transfer("POST", from: port, file: "a"))
    let marks = String(repeating: "\u{301}", count: 2020)
    _ = try answer(listener, "HTTP/1.1 200 OK\r\nX-Marks: e\(marks)\r\nContent-Length: 4\r\n\r\ndone")
    try loop.run { told.end != nil || !letters.isEmpty }
    if told.end == nil { try rig.openLetters() }
    guard case .done(200, _, 4, let headers)? = told.end else {
      Issue.record("it is refused: \(told.facts)")
      return
    }
    #expect(headers == ["Content-Length": "4"])
  }
}
