// One client on the control socket: bytes in, calls out, replies back, and never a wait for a slow reader.
package import Glibc
import Linux
import SystemPackage
package import Systemd
package import Varlink

/// A client's connection. It ends itself when the client goes away, breaks the protocol, or does not read what it asked for.
@MainActor package final class ControlConnection {
  /// The bytes that a client may leave unread before the daemon reads nothing more from it.
  private static let pauseAt = 256 << 10
  /// The bytes that a watcher may leave unread before the daemon drops it: it asked for more events than it reads.
  private static let dropAt = 1 << 20
  /// The bytes that all clients together may leave unread: beyond, one that began before others and leaves as much is let go.
  package static func unreadOfAll(limit: Int = 64 << 20) -> UnreadBytes { UnreadBytes(limit: limit, share: 0.5) }
  /// The bytes by which ``UnreadBytes`` is told of more, a power of two.
  private static let step = 64 << 10

  package let user: uid_t
  private let socket: UntrustedSocket
  private let loop: EventLoop
  private let serve: (Call, ControlConnection) -> Void
  private let ended: (ControlConnection) -> Void
  private var left: (() -> Void)?
  private(set) var server: ServerConnection
  private var outgoing = WaitingReplies()
  private let unread: UnreadBytes
  /// The bytes that it was told of last.
  private var told = 0
  /// One for both directions: epoll(7) takes a descriptor once.
  private var source: IOSource?
  /// The longest time that a message that has begun may take to end.
  private let patience: Duration
  private var unfinished: (message: UInt64, timer: TimerSource)?
  /// Whether nothing was read for some of the time that the message has had.
  private var hasPaused = false
  private var isServing = false
  /// Whether the loop will call for the next call.
  private var awaitsTurn = false
  private var isLast = false
  /// Whether the client has hung up: it reads nothing any more, and writes nothing more.
  private var isGone = false
  /// Whether it has left so much unread that it is let go.
  private var isDropped = false
  private(set) var isOpen = true
  /// The call under way that has had replies and will have more.
  private var stream: Call.ID?
  /// The call under way that somebody else counts, and that may take as long as a person debugs an app.
  private var counted: Call.ID?
  /// Called once when the connection ends: a stream stops here.
  package var onEnd: (() -> Void)?

  /// - Parameters:
  ///   - ended: called once, when the client is gone.
  ///   - left: called once, when nothing is done for it any more: a client that asks for much and goes must not ask for as much again
  ///     before that is done.
  package init(
    _ client: AcceptedClient, loop: EventLoop, patience: Duration = .seconds(30),
    unread: UnreadBytes = unreadOfAll(),
    serve: @escaping (Call, ControlConnection) -> Void, ended: @escaping (ControlConnection) -> Void,
    left: @escaping () -> Void = {}
  ) throws(SystemCallError) {
    user = client.user
    socket = client.socket
    self.loop = loop
    self.patience = patience
    self.unread = unread
    self.serve = serve
    self.ended = ended
    server = ServerConnection()
    source = try loop.watch(socket.descriptor, for: .readable, priority: .request) { [unowned self] in proceed($0) }
    self.left = left
  }

  /// The client has written, has read, or is gone. Either direction may end the connection, and so this object.
  private func proceed(_ events: IOEvents) {
    if !events.isDisjoint(with: [.hangup, .error]) { isGone = true }
    // Its other calls wait for the end of the stream, which nobody reads any more.
    if isGone, streams, !wantsInput { return end() }
    if !outgoing.isEmpty {
      flush()
      serveNext()
      if isOpen { pace() }
      endIfFinished()
    }
    if isOpen, wantsInput { read() }
    guard isOpen, isGone else { return }
    endIfFinished()
    if isOpen { pace() }
  }

  private var streams: Bool { stream.map { $0 == server.currentCall?.id } ?? false }
  private var wantsInput: Bool { !isLast && !isDropped && outgoing.count < Self.pauseAt && !server.isFull }

  // MARK: In

  private func read() {
    do {
      let count = try socket.read(into: &Self.buffer)
      guard count > 0 else { return finishWriting() }
      try server.receive(Self.buffer[..<count])
      serveNext()
      if isOpen { pace() }
      if isOpen { try timeUnfinished() }
    } catch {
      if error as? Errno != .resourceTemporarilyUnavailable { end() }
    }
  }

  /// A message that does not end costs memory for nothing. Bytes of it do not buy more time.
  private func timeUnfinished() throws(SystemCallError) {
    guard let message = server.unfinishedMessage else {
      unfinished?.timer.close()
      unfinished = nil
      return
    }
    guard unfinished?.message != message else { return }
    let timer =
      if let unfinished { unfinished.timer } else {
        try loop.timer(priority: .request) { [unowned self] in messageIsLate() }
      }
    unfinished = (message, timer)
    hasPaused = !wantsInput
    rearm(timer)
  }

  /// While nothing is read from it, it is not the client who is late: it has the whole time after that once more.
  func messageIsLate() {
    guard hasPaused, let unfinished else { return end() }
    hasPaused = !wantsInput
    rearm(unfinished.timer)
  }

  private func rearm(_ timer: TimerSource) {
    timer.rearm(at: monotonicNow() + UInt64(max(0, patience / .nanoseconds(1))))
  }

  /// The client will write no more. Its requests are still answered (shutdown(2), SHUT_WR), but for streams, whose
  /// watcher is gone or soon will be.
  private func finishWriting() {
    isLast = true
    // A message that has begun does not end any more.
    unfinished?.timer.close()
    unfinished = nil
    if streams { end() } else { endIfFinished() }
    if isOpen { pace() }
  }

  private static var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Calls are served one after another: the next when the one before it has its last reply (varlink.org: in order), and
  /// when others have had their turn, however many calls this client has written ahead.
  private func serveNext() {
    // A reply given at once comes back in here; the loop that serves goes on, the stack does not grow.
    guard !isServing, mayServe else { return }
    if server.isNextCallLong { awaitLongTurn() } else { serveCalls() }
  }

  private var mayServe: Bool { isOpen && !isDropped && outgoing.count < Self.pauseAt && !awaitsTurn }

  private func serveCalls() {
    isServing = true
    defer { isServing = false }
    while mayServe {
      guard let call = server.nextCall() else {
        if server.failure != nil { end() }
        break
      }
      serve(call, self)
      if server.hasNextCall { awaitTurn() }
    }
  }

  /// Without memory for a turn of its own the next call is served at once.
  private func awaitTurn() {
    awaitsTurn =
      (try? loop.post(priority: .request) { [weak self] in
        guard let self else { return }
        awaitsTurn = false
        serveNext()
        if isOpen { pace() }
        endIfFinished()
      }) != nil
  }

  private func awaitLongTurn() {
    awaitsTurn = true
    loop.longCalls.take { [weak self] in
      guard let self else { return }
      awaitsTurn = false
      serveCalls()
      if isOpen { pace() }
      endIfFinished()
    }
  }

  // MARK: Out

  package func reply(to call: Call, _ parameters: some Encodable) {
    finish(server.reply(to: call.id, parameters))
  }

  package func reply(to call: Call, _ encoded: EncodedReply) {
    finish(server.reply(to: call.id, encoded))
  }

  /// One more of a stream. While its client does not read, nothing changes by it but what waits.
  package func replyContinuing(to call: Call, _ reply: StreamedReply) {
    stream = call.id
    let waiting = outgoing.count
    let bytes = server.reply(to: call.id, reply)
    guard waiting > 0, waiting + bytes.count < Self.pauseAt || waiting >= Self.pauseAt else { return finish(bytes) }
    write(bytes)
  }

  package func fail(_ call: Call, _ error: some VarlinkError) {
    finish(server.fail(call.id, error))
  }

  private func finish(_ bytes: [UInt8]) {
    guard isOpen else { return leave() }
    write(bytes)
    // Who answers later than at once may be in the middle of something, as the daemon's model is: the next call, which may be one to end
    // the daemon, has a turn of its own.
    if !isServing, mayServe, server.hasNextCall { awaitTurn() }
    serveNext()
    if isOpen { pace() }
    endIfFinished()
  }

  private func endIfFinished() {
    let isFinished = isLast && server.isIdle && outgoing.isEmpty
    if isFinished || waitsInVain { end() }
  }

  /// Whether the client is gone, and nothing comes after its call, which somebody else counts: an answer that finds nobody ends the
  /// connection, so that what is written behind such a call is not served.
  private var waitsInVain: Bool {
    guard isGone, let call = server.currentCall, call.id == counted else { return false }
    return !call.isOneway || (isLast && !server.isWaiting)
  }

  private func write(_ bytes: [UInt8]) {
    guard isOpen, !isDropped, !bytes.isEmpty else { return }
    let isFull = !outgoing.isEmpty
    outgoing.append(bytes)
    // The loop tells when a full socket has room again. To ask it for each event costs a call for each that watches.
    if !isFull { flush() }
    if outgoing.count > Self.dropAt, streams { drop() }
    tellUnread()
  }

  /// What a socket takes at once is nothing to count, nor is each event of dozens of watchers that read nothing.
  private func tellUnread() {
    let bytes = outgoing.count > Self.pauseAt ? outgoing.count & ~(Self.step - 1) : 0
    guard bytes != told else { return }
    told = bytes
    unread.leaves(bytes, ObjectIdentifier(self)) { [weak self] in
      guard let self else { return }
      outgoing = WaitingReplies()
      drop()
      tellUnread()
      if isOpen { pace() }
    }
  }

  /// In a turn of its own: those that read nothing of the same stream are all too late at the same event.
  private func drop() {
    isDropped = true
    if (try? loop.post(priority: .idle, { [weak self] in self?.end() })) == nil { end() }
  }

  private func flush() {
    do throws(Errno) {
      try outgoing.handOver { bytes, start throws(Errno) in try Sys.send(socket.descriptor, bytes, from: start) }
    } catch {
      guard error == .resourceTemporarilyUnavailable else { return end() }
    }
    tellUnread()
    pace()
  }

  /// While a client does not read its replies, or has written far ahead of them, its further calls wait in the socket.
  private func pace() {
    var events: IOEvents = []
    if wantsInput { events.insert(.readable) } else { hasPaused = true }
    if !outgoing.isEmpty { events.insert(.writable) }
    do {
      // A hang-up is reported whatever is asked for, again and again: when it has been heard, a source that waits for nothing must be
      // off, unless the hang-up ends the connection.
      if events.isEmpty, !streams, isGone { source?.disable() } else { try source?.enable() }
      source?.events = events
    } catch {
      end()
    }
  }

  /// Whether `call` has no last reply yet, and its client is there for one.
  package func awaits(_ call: Call) -> Bool { isOpen && server.currentCall?.id == call.id }

  /// The place of a client that goes is free while that call is under way.
  package func isCountedElsewhere(_ call: Call) { counted = call.id }

  /// Unless a call is still under way, whose answer is nobody's.
  private func leave() {
    let call = server.currentCall?.id
    guard call == nil || call == stream || call == counted else { return }
    left?()
    left = nil
  }

  /// A call whose answer nobody owes any more, since nobody else knows this connection, has been dropped.
  isolated deinit { left?() }

  /// Lets the client go. Its requests are still carried out; the answer has nobody to go to.
  func end() {
    guard isOpen else { return }
    isOpen = false
    // Before the descriptor: its number may be another's at once, and epoll must not be told about that one (epoll(7)).
    source?.close()
    unfinished?.timer.close()
    outgoing = WaitingReplies()
    server.dropAhead()
    tellUnread()
    onEnd?()
    onEnd = nil
    socket.close()
    ended(self)
    leave()
  }
}
