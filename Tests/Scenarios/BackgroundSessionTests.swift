// BX9 to BX12 as an iOS app has them: a background URLSession, its delegate, and the order of its calls.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct BackgroundSessionTests {
  private struct Films {
    let server: GateServer
    let test: TestDevice
    let app: AppUnderTest

    init(_ words: String = "", _ path: String = "film") throws {
      server = try GateServer()
      test = try TestDevice(apps: [Programs.app("films")])
      app = test.device.app("com.example.films")
      try app.launch()
      try test.device.open(url: "films:\(words)\(server.url(path))")
    }

    var notes: [String] {
      String(decoding: test.file("Documents/notes", of: app) ?? Data(), as: UTF8.self).split(separator: "\n")
        .map(String.init)
    }

    func waitForHalf() throws { try eventually("half of it was sent") { server.said.contains("half") } }

    func wait(for line: String) throws { try eventually("the app notes \(line): \(notes)") { notes.contains(line) } }

    func expectWhole() { #expect(test.file("Documents/film.bin", of: app) == server.content) }
  }

  private static let ends = [
    "events for films", #"finished 0 a film 200 "v1" 300000"#, "completed 0 well", "finished events",
  ]

  @Test("BX9 BX10 a session's download goes on while the app is suspended; then its delegate hears, in Apple's order")
  func suspended() throws {
    let films = try Films()
    try films.waitForHalf()
    try films.test.device.home()
    #expect(try films.app.state == .suspended)
    films.server.open()
    try films.wait(for: "finished events")
    #expect(films.notes == ["launched in front", "task 0 runs"] + Self.ends)
    films.expectWhole()
    try eventually("it is suspended again") { try films.app.state == .suspended }
  }

  @Test("BX10 LA4 an app that is gone is launched behind the screen, and finds its task again by the session's name")
  func gone() throws {
    let films = try Films()
    try films.waitForHalf()
    try films.app.terminate()
    films.server.open()
    try films.wait(for: "finished events")
    #expect(films.notes == ["launched in front", "task 0 runs", "launched behind"] + Self.ends)
    films.expectWhole()
    try eventually("the file in the caches is gone") {
      films.test.file("Library/Caches/transfer-1", of: films.app) == nil
    }
  }

  @Test("BX9 allowsCellularAccess = false waits for Wi-Fi")
  func wifi() throws {
    let films = try Films("wifi-")
    try films.waitForHalf()
    try films.test.device.notify(.network(.cellular))
    films.server.open()
    #expect(films.server.said == ["GET film", "half"])
    try films.test.device.notify(.network(.wifi))
    try films.wait(for: "completed 0 well")
    films.expectWhole()
  }

  @Test("BX9 an upload from a file is sent, and its delegate gets the answer")
  func upload() throws {
    let films = try Films("send-", "keep")
    try films.wait(for: "completed 0 well")
    #expect(films.notes.contains("answer done"))
    #expect(films.server.kept == Data(repeating: 98, count: 100_000))
  }

  @Test("BX11 an app hears of a failure as an error of URL loading")
  func failure() throws {
    let films = try Films("", "away")
    try films.wait(for: "completed 0 -1010")
  }
}
