// The places where the console listens, and the names that a browser may call them by.
import FakeDaemon
import Foundation
import Glibc
import Testing

@testable import ConsoleServer

struct ListenPlaceTests {
  @Test(
    "a place is a numeric address or unix: with an absolute path; names, and ports of paths, are refused",
    arguments: [
      ("127.0.0.1", ListenPlace.address("127.0.0.1", port: 80)), ("::1", .address("::1", port: 80)),
      ("0.0.0.0", .address("0.0.0.0", port: 80)), ("", nil), ("localhost", nil), ("127.0.0.1:80", nil), ("127.1", nil),
      ("[::1]", nil), ("unix:/run/console", nil), ("unix:", nil), ("/run/console", nil),
    ] as [(String, ListenPlace?)])
  func places(_ text: String, _ place: ListenPlace?) { #expect(ListenPlace(text, port: 80) == place) }

  @Test("a path has no port")
  func path() {
    #expect(ListenPlace("unix:/run/console", port: 0) == .path("/run/console"))
    #expect(ListenPlace("unix:run/console", port: 0) == nil && ListenPlace("unix:/a\0b", port: 0) == nil)
  }

  @Test(
    "a browser may call a place by its own address, and this machine's by localhost, each with its port",
    arguments: [
      (ListenPlace.address("127.0.0.1", port: 80), ["127.0.0.1:80", "localhost:80", "localhost"]),
      (.address("::1", port: 8080), ["[::1]:8080", "localhost:8080", "LOCALHOST:8080"]),
      (.address("192.0.2.1", port: 8080), ["192.0.2.1:8080"]),
      (.address("0.0.0.0", port: 8080), ["192.0.2.7:8080", "[2001:db8::1]:8080"]),
      (.path("/run/console"), ["localhost", "localhost:1", "127.0.0.1:65535"]),
    ] as [(ListenPlace, [String])])
  func names(_ place: ListenPlace, _ names: [String]) {
    for name in names { #expect(place.isNamed(name), "\(place) \(name)") }
    let others = [
      "", "evil.example", "evil.example:8080", "evil.example:80", "localhost:1x", "localhost:80; script-src *", ":8080",
      "127.0.0.1.evil.example:8080", "192.0.2.1:81", "[::1:8080",
    ]
    for name in others { #expect(!place.isNamed(name), "\(place) \(name)") }
  }

  @Test("only a place that others' machines are on the way to crosses the network")
  func onThisMachine() {
    for text in ["127.0.0.1", "127.8.8.8", "::1"] { #expect(ListenPlace(text, port: 0)?.isOnThisMachine == true) }
    for text in ["0.0.0.0", "::", "192.0.2.1", "fe80::1", "::ffff:192.0.2.1"] {
      #expect(ListenPlace(text, port: 0)?.isOnThisMachine == false)
    }
    #expect(ListenPlace.path("/run/console").isOnThisMachine)
  }

  @Test(
    "a socket's file is its owner's alone; one that was left behind is replaced, one that is used or no socket is not")
  func file() throws {
    let folder = NSTemporaryDirectory() + "console-" + UUID().uuidString.prefix(8)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let place = ListenPlace.path(folder + "/console")
    let first = try Listener(place)
    var status = stat()
    #expect(lstat(folder + "/console", &status) == 0 && status.st_mode == S_IFSOCK | 0o600)
    #expect(throws: ListenError.self) { try Listener(place) }
    close(first.descriptor)
    close(try Listener(place).descriptor)
    try Data("mine".utf8).write(to: URL(filePath: folder + "/file"))
    #expect(throws: ListenError.self) { try Listener(.path(folder + "/file")) }
    #expect(FileManager.default.contents(atPath: folder + "/file") == Data("mine".utf8))
    #expect(throws: ListenError.self) { try Listener(.path("/" + String(repeating: "x", count: 108))) }
  }

  @Test("a socket whose queue is full is listened on, and nobody waits for it", .timeLimit(.minutes(40)))
  func full() throws {
    let path = NSTemporaryDirectory() + "console-" + UUID().uuidString.prefix(8)
    let first = try Listener(.path(path))
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
    var clients: [Int32] = []
    defer {
      for descriptor in clients + [first.descriptor] { close(descriptor) }
      unlink(path)
    }
    var isFull = false
    while !isFull && clients.count < 500 {
      let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      clients.append(client)
      let status = withUnsafePointer(to: &name) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      isFull = status != 0 && errno == EAGAIN
    }
    #expect(isFull)
    #expect(throws: ListenError.self) { try Listener(.path(path)) }
  }

  @Test("an address of another machine is refused, with the next step")
  func elsewhere() {
    #expect {
      try Listener(.address("192.0.2.1", port: 0))
    } throws: {
      "\($0)".hasSuffix("name an address of this machine with --listen")
    }
  }
}
