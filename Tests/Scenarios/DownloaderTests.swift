// BX1, BX2 and BX4 with an app that downloads: in the time it has, and the rest later, from where it had to stop.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct DownloaderTests {
  private static let size = 300_000
  private static let half = 150_000

  /// The time behind the screen is up.
  private func isDeadline(_ event: MonitorEvent) -> Bool {
    if case .deadline = event.kind { true } else { false }
  }

  /// A download that has come half way when its app's time behind the screen is up.
  private struct Interrupted {
    let server: FileServer
    let test: TestDevice
    let app: AppUnderTest

    init() throws {
      server = try FileServer(size: size, pauseAfter: half)
      test = try TestDevice(deadlines: "background-tasks = \"300ms\"", apps: [Programs.app("downloader")])
      app = test.device.app("com.example.downloader")
      try test.device.notify(.battery(level: 0.5, state: .unplugged))
      try test.device.open(url: "downloader:" + server.url())
      try eventually("half of it is there") { partial?.count == half }
      let start = test.events.now
      try test.device.home()
      try test.wait(for: .suspended, of: app, from: start)
    }

    var partial: Data? { test.file("Documents/film.bin.part", of: app) }
    var whole: Data? { test.file("Documents/film.bin", of: app) }
  }

  @Test("BX1 a download runs on in a background task, stops when its time is up, and goes on when the app is back")
  func expires() throws {
    let download = try Interrupted()
    #expect(download.test.events.all.contains(where: isDeadline))
    #expect(download.test.output(of: download.app).contains("stops at \(Self.half)"))
    #expect(download.partial == download.server.content.prefix(Self.half))
    try eventually("the server has seen it go") { download.server.requests == ["whole", "broken"] }
    try download.app.activate()
    try eventually("all is there") { download.whole != nil }
    #expect(download.whole == download.server.content)
    #expect(download.partial == nil)
    #expect(download.server.requests.last == "from \(Self.half) if same")
    try download.test.device.home()
    #expect(try download.app.state == .suspended)
    #expect(try download.app.exits().isEmpty)
  }

  @Test("BX4 the rest is fetched when the charger comes, in a processing task, with nobody at the device")
  func processing() throws {
    let download = try Interrupted()
    let start = download.test.events.now
    try download.test.device.notify(.battery(level: nil, state: .charging))
    try eventually("all is there") { download.whole != nil }
    #expect(download.whole == download.server.content)
    try download.test.wait(for: .suspended, of: download.app, from: start)
    #expect(download.test.events.states(of: download.app.id, from: start) == [.background, .suspended])
  }

  @Test("BX1 a file that has changed meanwhile is fetched anew: no part of the old one is in it")
  func changed() throws {
    let download = try Interrupted()
    let other = Data(repeating: 7, count: 100_000)
    try download.server.replace(with: other)
    try download.app.activate()
    try eventually("all is there") { download.whole != nil }
    #expect(download.whole == other)
    #expect(download.server.requests.last == "from \(Self.half) if other")
  }

  @Test("BX1 a download outlives its process: the next one goes on where it was")
  func killed() throws {
    let download = try Interrupted()
    kill(try #require(try download.app.pid), SIGKILL)
    _ = try download.test.waitForEnd(of: download.app)
    try download.app.launch()
    try eventually("all is there") { download.whole != nil }
    #expect(download.whole == download.server.content)
    #expect(download.server.requests.last == "from \(Self.half) if same")
  }

  @Test("BX1 when all had come before the app was killed, nothing is fetched again")
  func complete() throws {
    let download = try Interrupted()
    _ = try download.app.terminate()
    try download.server.content.write(
      to: URL(fileURLWithPath: download.test.container(of: download.app) + "/Documents/film.bin.part"))
    try download.app.launch()
    try eventually("it knows that it has all") { download.whole == download.server.content }
    #expect(download.server.requests.last == "from \(Self.size) if same")
  }

  @Test("BX2 a download that fails ends its task as well: its time is never up")
  func fails() throws {
    let test = try TestDevice(apps: [Programs.app("downloader")])
    let app = test.device.app("com.example.downloader")
    try test.device.notify(.battery(level: 0.5, state: .unplugged))
    // Port 1 is tcpmux, which nobody serves.
    for url in ["http://127.0.0.1:1/film.bin", "https://127.0.0.1/film.bin", "nonsense"] {
      try test.device.open(url: "downloader:" + url)
      try test.device.home()
      try eventually("it sleeps") { try app.state == .suspended }
    }
    #expect(!test.events.all.contains(where: isDeadline))
    #expect(test.output(of: app).contains("unable to reach 127.0.0.1"))
    #expect(test.output(of: app).contains("not an http: address"))
    #expect(try app.exits().isEmpty)
  }

  @Test(
    "BX2 a download that ends in time ends its task: the app is suspended before its time is up",
    arguments: [
      "film", "chunked", "endless",
    ])
  func inTime(name: String) throws {
    let server = try FileServer(size: Self.size, pauseAfter: 0)
    let test = try TestDevice(apps: [Programs.app("downloader")])
    let app = test.device.app("com.example.downloader")
    try test.device.open(url: "downloader:" + server.url(name))
    try test.device.home()
    try eventually("it sleeps") { try app.state == .suspended }
    #expect(!test.events.all.contains(where: isDeadline))
    #expect(test.file("Documents/\(name).bin", of: app) == server.content)
  }
}
