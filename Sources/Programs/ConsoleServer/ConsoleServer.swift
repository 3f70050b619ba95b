// The server of the console: loopback alone, GET alone, and nothing without the token and from another site's page.
import Glibc
import Synchronization

package final class ConsoleServer: Sendable {
  /// Connections at the same time, of which each has a thread.
  package static let mostConnections = 48
  /// Pages that are open at the same time.
  package static let mostPages = 8
  /// Milliseconds in which the head of a request has to be whole.
  private static let headPatience = 10_000

  package let port: UInt16
  package let token = ConsoleToken()
  /// The address that a person opens.
  package var address: String { "http://127.0.0.1:\(port)/\(token.text)/" }

  private struct Counts {
    var connections = 0
    var pages = 0
  }

  private let listener: Int32
  private let daemon: String
  private let files: [String: PageFile]
  private let counts = Mutex(Counts())

  /// - Parameters:
  ///   - port: 0: any that is free.
  ///   - daemon: the path of its control socket.
  ///   - files: by name; `index.html` is the page itself.
  package init(port: UInt16, daemon: String, files: [String: PageFile]) throws(ListenError) {
    self.daemon = daemon
    self.files = files
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0 else { throw ListenError(port: port, errno: errno) }
    var on: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (listener, asked) = (listener, length)
    let status = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, asked) == 0 && listen(listener, 64) == 0
          ? getsockname(listener, address, &length) : -1
      }
    }
    guard status == 0 else {
      let reason = errno
      close(listener)
      throw ListenError(port: port, errno: reason)
    }
    self.port = UInt16(bigEndian: name.sin_port)
  }

  /// Serves until ``stop()``.
  package func run() {
    while true {
      let client = accept(listener, nil, nil)
      if client >= 0 {
        take(Peer(client))
      } else if errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS {
        // accept(2) goes on failing until somebody has closed something.
        usleep(50_000)
      } else if errno != EINTR && errno != ECONNABORTED {
        break
      }
    }
    close(listener)
  }

  package func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  private func take(_ peer: Peer) {
    let isRoom = counts.withLock { counts in
      guard counts.connections < Self.mostConnections else { return false }
      counts.connections += 1
      return true
    }
    // Closed without a word: nothing is known of who it is.
    guard isRoom else { return }
    let isStarted = Threads.start {
      self.serve(peer)
      self.counts.withLock { $0.connections -= 1 }
    }
    if !isStarted { counts.withLock { $0.connections -= 1 } }
  }

  // MARK: One connection

  private func serve(_ peer: Peer) {
    let end = Peer.now + Self.headPatience
    var bytes: [UInt8] = []
    var length: Int?
    while length == nil {
      guard bytes.count <= RequestHead.longest else { return refuse(.tooLong, peer) }
      guard let more = peer.read(within: Int32(max(0, end - Peer.now))) else { return }
      bytes += more
      length = RequestHead.length(in: bytes)
    }
    guard let length, length <= RequestHead.longest else { return refuse(.tooLong, peer) }
    do throws(RequestProblem) {
      answer(try RequestHead(Array(bytes[..<length])), Array(bytes[length...]), peer)
    } catch {
      switch error {
      case .malformed: refuse(.malformed, peer)
      case .notGET: refuse(.notGET, peer)
      }
    }
  }

  private func answer(_ request: RequestHead, _ rest: [UInt8], _ peer: Peer) {
    // "/TOKEN/name". A name of another host is a site's that has itself resolved to this machine (DNS rebinding).
    let path = request.path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard path.count == 3, path[0].isEmpty, token.matches(path[1]), hosts.contains(request["host"] ?? "") else {
      return refuse(.forbidden, peer)
    }
    guard path[2] == "socket" else {
      guard let file = files[path[2].isEmpty ? "index.html" : String(path[2])] else { return refuse(.notFound, peer) }
      _ = peer.write(Answer.file(file).bytes(port: port))
      return
    }
    // RFC 6455, section 10.2: a browser says which site's page asks.
    guard request["origin"] == "http://\(request["host"] ?? "")" else { return refuse(.forbidden, peer) }
    guard let key = request["sec-websocket-key"], key.utf8.count == 24, request["sec-websocket-version"] == "13",
      request["upgrade"]?.lowercased() == "websocket"
    else { return refuse(.malformed, peer) }
    let isRoom = counts.withLock { counts in
      guard counts.pages < Self.mostPages else { return false }
      counts.pages += 1
      return true
    }
    guard isRoom else { return refuse(.full, peer) }
    defer { counts.withLock { $0.pages -= 1 } }
    guard peer.write(Answer.webSocket(key: key).bytes(port: port)) else { return }
    Page(peer, socket: daemon).serve(rest)
  }

  private var hosts: Set<String> { ["127.0.0.1:\(port)", "localhost:\(port)"] }

  private func refuse(_ refusal: Answer.Refusal, _ peer: Peer) {
    _ = peer.write(Answer.refusal(refusal).bytes(port: port))
  }
}

/// The reason why the console cannot be served.
package struct ListenError: Error, Hashable, Sendable, CustomStringConvertible {
  let port: UInt16
  let errno: Int32

  package var description: String {
    "unable to listen on 127.0.0.1:\(port): \(String(cString: strerror(errno))); name another port with --port, or none"
  }
}
