// The console as strangers find it: without the token, from another site's page, with more bytes than it takes.

import FakeDaemon
import Foundation
import Testing

@testable import ConsoleServer

/// A console, and a daemon that answers by rote.
private final class Console {
  let server: ConsoleServer
  let daemon: FakeDaemon
  private let folder: String

  var path: String { "/\(server.token.text)/" }
  var host: String { "127.0.0.1:\(port)" }
  /// 0: it listens on a path.
  var port: UInt16 { if case .address(_, let port) = server.place { port } else { 0 } }

  /// - Parameter place: nil: a path.
  init(_ replies: [String: String] = [:], at place: ListenPlace? = .address(ListenPlace.loopback, port: 0)) throws {
    folder = NSTemporaryDirectory() + "console-" + UUID().uuidString.prefix(8)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let watch = ["org.roost.Monitor.Watch": #"{"parameters":{"event":null},"continues":true}"#]
    daemon = try FakeDaemon(at: folder + "/control", replies.merging(watch) { given, _ in given })
    server = try ConsoleServer(
      place ?? .path(folder + "/console"), daemon: daemon.socket,
      files: ["index.html": PageFile(type: "text/html", Array("the page".utf8))])
    Thread { [server] in server.run() }.start()
  }

  deinit {
    server.stop()
    daemon.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  func get(_ path: String, host: String? = nil) throws -> String {
    let end = try BrowserEnd(port: port)
    end.send("GET \(path) HTTP/1.1\r\nHost: \(host ?? self.host)\r\n\r\n")
    return try end.answer()
  }

  /// A page that the daemon is there for.
  func page(receives: Int32? = nil) throws -> BrowserEnd {
    let end = try BrowserEnd(port: port, receives: receives)
    guard try end.open(path + "socket", host: host, origin: "http://" + host) else { throw POSIXError(.EACCES) }
    _ = end.message(with: #""daemon":"here""#)
    return end
  }
}

struct ServerTests {
  @Test("nothing is answered without the token, to a name of another host, or to another method than GET")
  func strangers() throws {
    let console = try Console()
    let page = try console.get(console.path)
    #expect(page.hasPrefix("HTTP/1.1 200 ") && page.hasSuffix("\r\n\r\nthe page"))
    #expect(try console.get(console.path, host: "localhost:\(console.port)").hasPrefix("HTTP/1.1 200 "))
    let others = [
      "/", "/index.html", "//", "/\(String(repeating: "0", count: 32))/", "/\(console.server.token.text)", "x",
    ]
    for path in others { #expect(try console.get(path).hasPrefix("HTTP/1.1 403 "), "\(path)") }
    #expect(try console.get(console.path, host: "evil.example:\(console.port)").hasPrefix("HTTP/1.1 403 "))
    #expect(try console.get(console.path + "../index.html").hasPrefix("HTTP/1.1 404 "))
    let post = try BrowserEnd(port: console.port)
    post.send("POST \(console.path) HTTP/1.1\r\nHost: \(console.host)\r\nContent-Length: 0\r\n\r\n")
    #expect(try post.answer().hasPrefix("HTTP/1.1 405 "))
  }

  @Test("every answer forbids scripts but the console's own, markup of others, frames and guesses of the type")
  func walls() throws {
    let console = try Console()
    for answer in [try console.get(console.path), try console.get("/"), try console.get(console.path + "none")] {
      #expect(answer.contains("Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "))
      #expect(answer.contains("frame-ancestors 'none'") && !answer.contains("unsafe-inline"))
      #expect(answer.contains("X-Content-Type-Options: nosniff\r\n") && answer.contains("no-referrer\r\n"))
    }
  }

  @Test("a page of another site, or of none, gets no connection; the console's own does")
  func origins() throws {
    let console = try Console()
    let port = console.port
    for origin in [nil, "null", "http://evil.example", "https://127.0.0.1:\(port)", "http://127.0.0.1:1"] {
      let end = try BrowserEnd(port: port)
      #expect(try !end.open(console.path + "socket", host: console.host, origin: origin), "\(origin ?? "-")")
    }
    let rebound = try BrowserEnd(port: port)
    #expect(
      try !rebound.open(console.path + "socket", host: "evil.example:\(port)", origin: "http://evil.example:\(port)"))
    let guess = try BrowserEnd(port: port)
    #expect(try !guess.open("/0/socket", host: console.host, origin: "http://" + console.host))
    #expect(console.daemon.calls.isEmpty)
    _ = try console.page()
  }

  @Test("by a path it is served to this machine by any port, with the same token, and no name leads to another's port")
  func path() throws {
    let console = try Console(at: nil)
    guard case .path(let path) = console.server.place else { throw POSIXError(.EINVAL) }
    #expect(console.server.address == "http://127.0.0.1\(console.path)")
    let invitation = console.server.invitation
    #expect(invitation.contains("-L 127.0.0.1:8080:\(path),") && !invitation.contains("localhost"))
    #expect(invitation.contains("open http://127.0.0.1:8080\(console.path) "))
    for host in ["localhost", "localhost:8080", "127.0.0.1:9"] {
      let end = try BrowserEnd(path: path)
      end.send("GET \(console.path) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
      #expect(try end.answer().hasPrefix("HTTP/1.1 200 "))
      let page = try BrowserEnd(path: path)
      #expect(try page.open(console.path + "socket", host: host, origin: "http://" + host))
    }
    for (host, page) in [("evil.example", console.path), ("localhost", "/0/")] {
      let end = try BrowserEnd(path: path)
      end.send("GET \(page) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
      #expect(try end.answer().hasPrefix("HTTP/1.1 403 "))
    }
  }

  @Test("a request without an end is cut off, and the console goes on")
  func endless() throws {
    let console = try Console()
    for length in [RequestHead.longest + 1, RequestHead.longest - 20] {
      let end = try BrowserEnd(port: console.port)
      end.send(
        "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: length)
          + (length > RequestHead.longest ? "" : "\r\n\r\n"))
      #expect(try end.answer().hasPrefix("HTTP/1.1 431 "))
    }
    let end = try BrowserEnd(port: console.port)
    end.send("GET / HTTP/1.1\r\nX: ")
    for _ in 0..<64 where !end.send([UInt8](repeating: 0x61, count: 16 << 10)) { break }
    #expect(end.rest() != nil)
    #expect(try console.get(console.path).hasPrefix("HTTP/1.1 200 "))
  }

  @Test("a connection more than may be waits until another ends, and is served then")
  func full() throws {
    let console = try Console()
    var idle = try (0..<ConsoleServer.mostConnections).map { _ in try BrowserEnd(port: console.port) }
    let next = try BrowserEnd(port: console.port)
    next.send("GET \(console.path) HTTP/1.1\r\nHost: \(console.host)\r\n\r\n")
    idle.removeFirst()
    #expect(try next.answer().hasPrefix("HTTP/1.1 200 "))
  }

  @Test("no more pages are open than may be")
  func pages() throws {
    let console = try Console()
    let pages = try (0..<ConsoleServer.mostPages).map { _ in try console.page() }
    let end = try BrowserEnd(port: console.port)
    #expect(try !end.open(console.path + "socket", host: console.host, origin: "http://" + console.host))
    #expect(pages.count == ConsoleServer.mostPages)
  }

  @Test("calls go to the daemon as they are, and its answers and errors come back with the caller's number")
  func calls() throws {
    let console = try Console([
      "org.roost.Device.Home": #"{"parameters":{"ended":null}}"#,
      "org.roost.Apps.Launch":
        #"{"error":"org.roost.Apps.UnknownApp","parameters":{"app":"a","message":"no such app is installed: a"}}"#,
    ])
    let page = try console.page()
    page.say(#"{"id":1,"call":"org.roost.Device.Home"}"#)
    #expect(page.message(with: #""id":1"#)?.contains(#""reply":{"#) == true)
    page.say(#"{"id":2,"call":"org.roost.Apps.Launch","parameters":{"id":"a"}}"#)
    let error = page.message(with: #""id":2"#) ?? ""
    #expect(error.contains("org.roost.Apps.UnknownApp") && error.contains("no such app is installed: a"))
    let launch = console.daemon.calls.last { $0["method"] as? String == "org.roost.Apps.Launch" }
    #expect((launch?["parameters"] as? [String: String]) == ["id": "a"])
  }

  @Test("all pages have so many calls under way together, and the page of one more is told why it is not made")
  func busy() throws {
    let console = try Console(["org.roost.Device.Home": ""])
    let pages = [try console.page(), try console.page()]
    for number in 0...DaemonLines.mostCalls { pages[0].say(#"{"id":\#(number),"call":"org.roost.Device.Home"}"#) }
    let ofPage = pages[0].message(with: #""busy""#) ?? ""
    #expect(ofPage.contains("\(DaemonLines.mostCalls) calls"), "\(ofPage)")
    // The daemon has heard of two watches and of all the others.
    for _ in 0..<(2 + DaemonLines.mostCalls) { #expect(console.daemon.waitForAnswer(within: BrowserEnd.patience)) }
    for number in 0...(CallRoom.most - DaemonLines.mostCalls) {
      pages[1].say(#"{"id":\#(number),"call":"org.roost.Device.Home"}"#)
    }
    let ofAll = pages[1].message(with: #""busy""#) ?? ""
    #expect(ofAll.contains("\(CallRoom.most) calls") && ofAll.contains("close a page"), "\(ofAll)")
    let homes = console.daemon.calls.filter { $0["method"] as? String == "org.roost.Device.Home" }
    #expect(homes.count <= CallRoom.most)
  }

  @Test(
    "no call gets through that changes what is installed, the passcode or the daemon",
    arguments: [
      "org.roost.Daemon.Reexec", "org.roost.Daemon.Reload", "org.roost.Bundles.Install", "org.roost.Bundles.Uninstall",
      "org.roost.Device.SetPasscode", "org.roost.Memory.SetBudget", "org.roost.Monitor.Watch", "org.roost.Apps.list",
      "org.varlink.service.GetInfo", "",
    ])
  func forbidden(method: String) throws {
    let console = try Console()
    let page = try console.page()
    let before = console.daemon.calls.count
    page.say(#"{"id":1,"call":"\#(method)","parameters":{}}"#)
    #expect(page.message(with: #""id":1"#)?.contains("notAllowed") == true)
    #expect(console.daemon.calls.count == before)
  }

  @Test("a launch from a page has no arguments and no environment, by which an app's interpreter runs other code")
  func launchOfDevelopers() throws {
    let console = try Console(["org.roost.Apps.Launch": #"{"parameters":{"pid":1,"state":"active"}}"#])
    let page = try console.page()
    for (number, member) in [
      #""environment":["BASH_ENV=$(id)"]"#, #""arguments":["-c"]"#, #""waitForDebugger":true"#,
    ].enumerated() {
      page.say(#"{"id":\#(number),"call":"org.roost.Apps.Launch","parameters":{"id":"com.example.a",\#(member)}}"#)
      #expect(page.message(with: #""id":\#(number)"#)?.contains("notAllowed") == true, "\(member)")
    }
    page.say(#"{"id":9,"call":"org.roost.Apps.Launch","parameters":{"id":"com.example.a"}}"#)
    #expect(page.message(with: #""id":9"#)?.contains("reply") == true)
  }

  @Test("a page that sends what no page of ours does is ended, with the reason")
  func broken() throws {
    let console = try Console()
    let huge = try console.page()
    huge.send([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])
    #expect(huge.message(with: "close") == "close 1009")
    let other = try console.page()
    other.say("[]")
    #expect(other.message(with: "close") == "close 1003")
    let many = try console.page()
    for number in 0..<2000 where !many.say(#"{"id":\#(number),"call":"none"}"#) { break }
    #expect(many.message(with: "close") == "close 1008")
  }

  @Test("a page that does not read is given up, whatever it asks for")
  func slow() throws {
    let svg = String(repeating: "x", count: 200_000)
    let console = try Console(["org.roost.Apps.Picture": #"{"parameters":{"picture":"1","svg":"\#(svg)"}}"#])
    let page = try console.page(receives: 4096)
    // That the daemon lets it watch.
    #expect(console.daemon.waitForAnswer(within: BrowserEnd.patience))
    var asked = 0
    // One call after the other is answered, so that none is refused for too many under way.
    while page.say(#"{"id":\#(asked),"call":"org.roost.Apps.Picture"}"#),
      console.daemon.waitForAnswer(orEndOf: page.descriptor, within: BrowserEnd.patience)
    { asked += 1 }
    // The bytes that wait are bounded, and so is the time for which they wait.
    #expect(page.isEnded(), "after \(asked) pictures")
    #expect(try console.get(console.path).hasPrefix("HTTP/1.1 200 "))
  }

  @Test("no process that is started meanwhile has a page's connection, which would outlive the console's end of it")
  func inherited() throws {
    let console = try Console()
    let page = try console.page()
    withExtendedLifetime((console, page)) {
      let connections = (Int32(3)..<4096).filter { BrowserEnd.port(of: $0) == console.port }
      #expect(connections.count == 2, "the listener and one page")
      #expect(connections.allSatisfy { fcntl($0, F_GETFD) == FD_CLOEXEC })
    }
  }

  @Test("a reply that is too large for a page fails its call, and the page goes on")
  func tooLarge() throws {
    let svg = String(repeating: "x", count: 5 << 20)
    let console = try Console([
      "org.roost.Scenes.Snapshot": #"{"parameters":{"scene":"main","svg":"\#(svg)"}}"#,
      "org.roost.Device.Home": #"{"parameters":{"ended":null}}"#,
    ])
    let page = try console.page()
    page.say(#"{"id":1,"call":"org.roost.Scenes.Snapshot","parameters":{"id":"a"}}"#)
    let failure = page.message(with: #""id":1"#) ?? ""
    #expect(failure.utf8.count < 1000 && failure.contains(#""error":"tooLarge""#), "\(failure.prefix(1000))")
    page.say(#"{"id":2,"call":"org.roost.Device.Home"}"#)
    #expect(page.message(with: #""id":2"#)?.contains(#""reply":{"#) == true)
  }

  @Test("a picture is text in a message, whatever is in it, and no address has it as a file")
  func hostile() throws {
    let svg = #"</script><svg onload='alert(1)'><script>alert(1)</script>"#
    let console = try Console(["org.roost.Apps.Picture": #"{"parameters":{"picture":"1","svg":"\#(svg)"}}"#])
    let page = try console.page()
    page.say(#"{"id":1,"call":"org.roost.Apps.Picture","parameters":{"id":"a"}}"#)
    let message = page.message(with: #""id":1"#) ?? ""
    let json = try JSONSerialization.jsonObject(with: Data(message.utf8)) as? [String: Any]
    #expect((json?["reply"] as? [String: String])?["svg"] == svg)
    for name in ["a", "picture", "socket", "1"] {
      #expect(try !console.get(console.path + name).contains("svg"))
    }
  }

  @Test("a daemon that does not let the page watch is asked again and again, and the page is told once")
  func unwatched() throws {
    let console = try Console([
      "org.roost.Monitor.Watch": #"{"error":"org.roost.Monitor.TooManyWatchers","parameters":{"message":"full"}}"#,
      "org.roost.Device.Home": #"{"parameters":{"ended":null}}"#,
    ])
    let page = try BrowserEnd(port: console.port)
    #expect(try page.open(console.path + "socket", host: console.host, origin: "http://" + console.host))
    #expect(page.message()?.contains(#""daemon":"gone""#) == true)
    for _ in 0..<4 { #expect(console.daemon.waitForAnswer(within: BrowserEnd.patience)) }
    page.say(#"{"id":1,"call":"org.roost.Device.Home"}"#)
    #expect(page.message()?.contains(#""id":1"#) == true)
  }

  @Test("when the daemon goes, a page is told, and its calls fail with the reason")
  func gone() throws {
    let console = try Console()
    let page = try console.page()
    try FileManager.default.removeItem(atPath: console.daemon.socket)
    page.say(#"{"id":1,"call":"org.roost.Device.Home"}"#)
    #expect(page.message(with: #""id":1"#)?.contains("unable to connect") == true)
  }
}
