// The names of versions, which become a header field of the next request: none that has control characters.
import Foundation
import LifecycleModel
import Logging
import TestFolders
import TestLoop
import Testing

@testable import Processes
@testable import Systemd
@testable import Transfers

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct ValidatorTests {
  private let loop: EventLoop
  private let running = HelperProcesses()
  private let folder: TestFolder
  private let letters = Letters()
  private let told = Told()
  private let app = AppID("com.example.app")
  private let serial = TransferSerial(number: 1)

  init() throws {
    loop = try EventLoop()
    folder = try TestFolder()
  }

  /// Begins a transfer with a helper that writes its order to a file, runs this shell script, and is there until it is
  /// killed.
  private func begin(_ script: String = "", validator: String? = nil) throws -> TransferHelpers {
    let program = try folder.write(
      "helper",
      """
      #!/bin/sh
      read -r order <&3
      printf '%s' "$order" >'\(folder.path)/new'
      mv '\(folder.path)/new' '\(folder.path)/order'
      \(script)
      exec sleep 1000

      """, mode: 0o755)
    let helpers = TransferHelpers(
      stateDirectory: folder.path, program: program, on: loop, kernel: .live, running: running,
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, deliver: { [letters] in letters.put($0) })
    helpers.connect { [told] _, _, fact in told.facts.append(fact) }
    let request = TransferRequest(TransferName(session: "films", number: 1), url: "http://127.0.0.1/")
    helpers.start(
      Transfer(serial, request, validator: validator), of: app, container: folder.path, room: 1 << 20,
      stall: .seconds(60))
    try loop.run { !letters.isEmpty }
    for letter in letters.take() { letter() }
    return helpers
  }

  private func end(_ helpers: TransferHelpers) throws {
    helpers.discard(serial, of: app)
    try loop.run { running.pids.isEmpty }
  }

  @Test("BX11 a helper that gives a version a name with control characters is ended, and the name is not kept")
  func ofHelper() throws {
    let helpers = try begin(
      #"""
      printf '%s\n' '{"began":{"validator":"\"a\"\r\nX-Evil: 1","received":5}}' >&3
      """#)
    try loop.run { !told.facts.isEmpty }
    guard case .ended(.failed(.helper, let words))? = told.facts.first else {
      Issue.record("it is believed: \(told.facts)")
      return
    }
    #expect(words.contains("control characters") && told.facts.count == 1)
    try end(helpers)
  }

  @Test(
    "BX11 the server is asked for the rest of the version that was kept, unless its name has control characters",
    arguments: [
      ("\"a\"", true), ("\"a\"\r\nX-Evil: 1", false), ("\"a\u{85}\"", false),
      (String(repeating: "a", count: 257), false),
    ])
  func kept(validator: String, isAsked: Bool) throws {
    let helpers = try begin(validator: validator)
    try loop.run { folder.exists("order") }
    let order = try String(contentsOfFile: folder.path + "/order", encoding: .utf8)
    #expect(order.contains("http:") && order.contains("validator") == isAsked, "\(order)")
    try end(helpers)
  }
}
