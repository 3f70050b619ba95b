// One page that is open in a browser: its calls go to the daemon, the answers and all events to it.
import Glibc
import Varlink
import WireJSON

final class Page: Sendable {
  /// Calls that a page may make in a second, over a few seconds: more than a finger's moves and the pictures.
  static let callsPerSecond = 100
  /// Calls that it may have saved up.
  static let mostSaved = 300
  /// Milliseconds between two looks for a daemon that has gone.
  private static let pause: UInt32 = 300

  private let peer: Peer
  private let lines: DaemonLines
  private let outbox = Outbox()

  /// - Parameter room: for the calls of all pages.
  init(_ peer: Peer, socket: String, room: CallRoom) {
    self.peer = peer
    lines = DaemonLines(socket: socket, room: room)
  }

  /// Serves the page until it goes.
  /// - Parameter rest: bytes that came with the head of the request.
  func serve(_ rest: [UInt8]) {
    guard Threads.start({ self.write() }), Threads.start({ self.watch() }) else { return end() }
    defer { end() }
    do throws(Frame.Problem) {
      try read(rest)
    } catch {
      // Before the end, so that it is the last message.
      _ = outbox.put(Frame.close(error))
      outbox.finish()
      outbox.waitUntilOver(milliseconds: 1000)
    }
  }

  private func read(_ rest: [UInt8]) throws(Frame.Problem) {
    var bytes = rest
    var saved = Self.mostSaved
    var last = Peer.now
    while true {
      while let frame = try Frame.take(from: &bytes) {
        switch frame {
        case .close: return
        case .pong: break
        case .ping(let payload): _ = outbox.put(Frame.pong(payload))
        case .text(let text):
          try call(text)
        }
        let now = Peer.now
        let earned = (now - last) * Self.callsPerSecond / 1000
        saved = min(Self.mostSaved, saved + earned)
        // A part of a call is saved up as well: a page that keeps to its rate must not lose it at each call.
        last += earned * 1000 / Self.callsPerSecond
        saved -= 1
        guard saved > 0 else { throw .policy }
      }
      guard let more = peer.read(within: -1) else { return }
      bytes += more
    }
  }

  private func call(_ text: String) throws(Frame.Problem) {
    guard let call = PageCall(text) else { throw .unsupported }
    guard call.isAllowed else {
      say(call.failure("notAllowed", "unable to call \(call.method): a console may not; use roostctl"))
      return
    }
    guard lines.begin() else {
      say(call.failure("busy", "unable to call \(call.method): \(DaemonLines.mostCalls) calls are under way"))
      return
    }
    let isStarted = Threads.start {
      if !self.say(self.lines.ask(call)) {
        self.say(call.failure("tooLarge", "unable to show the reply of \(call.method): it is too large; use roostctl"))
      }
      self.lines.finish()
    }
    if !isStarted {
      lines.finish()
      say(call.failure("busy", "unable to call \(call.method): the system has no thread to give"))
    }
  }

  /// Until the page goes; a daemon that has gone may come back. Each reason is told once.
  private func watch() {
    var told: String?
    while !lines.isOver {
      var reason = "the daemon has ended the connection"
      do throws(ClientError) {
        try lines.watch {
          told = nil
          say(["daemon": "here"])
        } _: { event in
          say(["event": event])
        }
      } catch {
        reason = "\(error)"
      }
      if lines.isOver { return }
      if told != reason { say(["daemon": "gone", "reason": .string(reason)]) }
      told = reason
      usleep(Self.pause * 1000)
    }
  }

  private func write() {
    while let message = outbox.take() {
      guard peer.write(message) else {
        peer.abort()
        break
      }
    }
    outbox.end()
    peer.end()
  }

  /// A page that reads too slowly for what it asks is ended. False when the message is too large, of which an app may be
  /// the cause: it is not sent, and the page goes on.
  @discardableResult
  private func say(_ json: JSON) -> Bool {
    switch outbox.put(Frame.text(json.text)) {
    case .taken: return true
    case .tooLarge: return false
    case .full:
      peer.abort()
      return true
    }
  }

  private func end() {
    lines.end()
    outbox.end()
    peer.end()
  }
}
