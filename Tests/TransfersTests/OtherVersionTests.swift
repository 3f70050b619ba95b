// A server that answers with the whole where the rest of a part was asked for, and a roostd that is killed before it hears of that.
import Foundation
import Glibc
import LifecycleModel
import TestFolders
import TestLoop
import Testing

@testable import Processes
@testable import Systemd
@testable import Transfers

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct OtherVersionTests {
  private let rig: TransferRig
  private var loop: EventLoop { rig.loop }
  private var running: HelperProcesses { rig.running }
  private var folder: TestFolder { rig.folder }
  private var letters: Letters { rig.letters }
  private var told: Told { rig.told }
  private var helpers: TransferHelpers { rig.helpers }

  init() throws {
    rig = try TransferRig()
    try rig.folder.write("transfers/1.part", "half")
  }

  private var part: String? { try? String(contentsOfFile: folder.path + "/transfers/1.part", encoding: .utf8) }

  /// Begins with the version that was kept last, whose part is not read any more by any helper.
  private func begin(from port: UInt16) throws {
    told.facts = []
    let request = TransferRequest(TransferName(session: "films", number: 1), url: "http://127.0.0.1:\(port)/")
    helpers.start(
      Transfer(TransferSerial(number: 1), request, validator: "\"a\""), of: AppID("com.example.app"),
      container: folder.path, room: 1 << 20, stall: .seconds(60))
    try rig.openLetters()
  }

  /// Sends all of another version.
  ///
  /// - Returns: the request.
  private func answer(_ listener: CInt) throws -> String {
    try loop.run { isReadable(listener) }
    let connection = accept(listener, nil, nil)
    defer { close(connection) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(connection, &bytes, bytes.count, 0)
    let answer = Array("HTTP/1.1 200 OK\r\nETag: \"b\"\r\nContent-Length: 5\r\n\r\nother".utf8)
    send(connection, answer, answer.count, CInt(MSG_NOSIGNAL))
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  private func isReadable(_ descriptor: CInt) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) == 1
  }

  @Test("BX11 another version comes into an empty part alone, and when nothing is kept any more of the version before")
  func other() throws {
    let (listener, port) = try listenLocally()
    defer { close(listener) }
    try begin(from: port)
    let first = try answer(listener)
    #expect(first.contains("Range: bytes=4-") && first.contains("If-Range: \"a\""))
    try loop.run { told.end != nil }
    guard case .failed(.lost, _)? = told.end else {
      Issue.record("it goes on in the part: \(told.facts)")
      return
    }
    #expect(told.facts.first == .began(validator: nil, expected: nil, received: 0) && part?.isEmpty == true)
    // A daemon that has read none of this begins with the same.
    try begin(from: port)
    #expect(told.facts == [.began(validator: nil, expected: nil, received: 0)])
    #expect(try !answer(listener).contains("Range:"))
    try rig.openLetters()
    guard case .done(200, let file, 5, _)? = told.end else {
      Issue.record("it has not ended well: \(told.facts)")
      return
    }
    #expect(try String(contentsOfFile: "\(folder.path)/\(file)", encoding: .utf8) == "other")
    #expect(running.pids.isEmpty)
  }
}
