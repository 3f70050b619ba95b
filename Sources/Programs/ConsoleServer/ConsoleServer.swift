// The server of the console: GET alone, and nothing without the token and from another site's page.
import Dispatch
import Glibc
import Synchronization

package final class ConsoleServer: Sendable {
  /// Connections at the same time, of which each has a thread.
  package static let mostConnections = 48
  /// Pages that are open at the same time.
  package static let mostPages = 8
  /// Milliseconds in which the head of a request has to be whole.
  private static let headPatience = 10_000

  package let place: ListenPlace
  package let token = ConsoleToken()
  /// The address that a person opens.
  package var address: String { "\(place.url)/\(token.text)/" }
  /// The next step of a person who wants to see the device.
  package var invitation: String {
    switch place {
    case .address: return "open \(address) in a browser"
    case .path(let path):
      let end = "\(ListenPlace.loopback):8080"
      return "forward a port to \(path), as with ssh -o ExitOnForwardFailure=yes -L \(end):\(path), and open "
        + "http://\(end)/\(token.text)/ in a browser"
    }
  }

  private let listener: Int32
  private let daemon: String
  private let files: [String: PageFile]
  private let room = DispatchSemaphore(value: mostConnections)
  private let pages = Mutex(0)
  private let calls = CallRoom()

  /// - Parameters:
  ///   - place: where it listens.
  ///   - daemon: the path of its control socket.
  ///   - files: by name; `index.html` is the page itself.
  package init(_ place: ListenPlace, daemon: String, files: [String: PageFile]) throws(ListenError) {
    self.daemon = daemon
    self.files = files
    let opened = try Listener(place)
    listener = opened.descriptor
    self.place = opened.place
  }

  /// Serves until ``stop()``. A connection more than may be waits in the kernel's queue (listen(2)) until another ends,
  /// which none but a page's puts off for long.
  package func run() {
    while true {
      room.wait()
      let client = accept(listener, nil, nil)
      if client >= 0 {
        let peer = Peer(client)
        let isStarted = Threads.start {
          self.serve(peer)
          self.room.signal()
        }
        if isStarted { continue }
      }
      room.signal()
      if client >= 0 || errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS {
        // accept(2) goes on failing until somebody has closed something.
        usleep(50_000)
      } else if errno != EINTR && errno != ECONNABORTED {
        break
      }
    }
    close(listener)
  }

  package func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  // MARK: One connection

  private func serve(_ peer: Peer) {
    let end = Peer.now + Self.headPatience
    var bytes: [UInt8] = []
    var length: Int?
    while length == nil {
      guard bytes.count <= RequestHead.longest else { return refuse(.tooLong, peer) }
      guard let more = peer.read(within: Int32(max(0, end - Peer.now))) else { return }
      let searched = bytes.count
      bytes += more
      length = RequestHead.length(in: bytes, searched: searched)
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
    // "/TOKEN/name".
    let path = request.path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard path.count == 3, path[0].isEmpty, token.matches(path[1]), let host = request["host"],
      place.isNamed(host)
    else {
      return refuse(.forbidden, peer)
    }
    guard path[2] == "socket" else {
      guard let file = files[path[2].isEmpty ? "index.html" : String(path[2])] else { return refuse(.notFound, peer) }
      _ = peer.write(Answer.file(file).bytes(host: host))
      return
    }
    // RFC 6455, section 10.2: a browser says which site's page asks.
    guard request["origin"] == "http://\(host)" else { return refuse(.forbidden, peer) }
    guard let key = request["sec-websocket-key"], key.utf8.count == 24, request["sec-websocket-version"] == "13",
      request["upgrade"]?.lowercased() == "websocket"
    else { return refuse(.malformed, peer) }
    let isRoom = pages.withLock { pages in
      guard pages < Self.mostPages else { return false }
      pages += 1
      return true
    }
    guard isRoom else { return refuse(.full, peer) }
    defer { pages.withLock { $0 -= 1 } }
    guard peer.write(Answer.webSocket(key: key).bytes(host: host)) else { return }
    Page(peer, socket: daemon, room: calls).serve(rest)
  }

  private func refuse(_ refusal: Answer.Refusal, _ peer: Peer) {
    _ = peer.write(Answer.refusal(refusal).bytes(host: nil))
  }
}
