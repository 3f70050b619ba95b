// An app's channel: events go down one pipe, replies come up another (roost-agent(7)).
import AgentProtocol
package import LifecycleModel
package import Linux
import SystemPackage
package import Systemd
import WireJSON

/// The supervisor's two ends. Writing never blocks: the channel keeps the bytes that the pipe does not take, up to a
/// bound, until it does.
@MainActor package final class AppChannel {
  /// The bytes that an app may leave unread before that counts as breaking the protocol.
  static let outgoingLimit = 4 << 20
  /// Lines that one turn of the loop writes at most: an app may read on another processor as fast as they come.
  static let linesAtOnce = 256

  /// The supervisor's ends of the pipes.
  let events: CInt
  let replies: CInt
  let serial: ProcessSerial
  let survival: Survival
  let loop: EventLoop
  private let arrival: (Arrival) -> Void
  private(set) var framer: LineFramer
  /// In order.
  private(set) var outgoing: [OutgoingLine] = []
  /// Ask again for the keys that the pipe had no room for.
  var putOff: [() -> Void] = []
  /// Bytes: each line costs the daemon as much besides, in memory and in each log.
  private static let lineCost = 128
  /// The number of bytes that the app has left unread since it last read them all, with the cost of their lines.
  private var unwritten = 0
  private var budget = ChannelBudget()
  /// Of the pipe down.
  var writing = PipeCost()
  /// Of the pipe up.
  var reading = PipeCost()
  /// The app's processes, once they are known.
  private var suspect: CallGuard.Suspect?
  private var isHeldUp = false
  private(set) var readable: IOSource?
  var writable: IOSource?
  private(set) var isClosed = false
  /// Its process has ended, or reads no events any more, and what that has said is still being read.
  var isReadOnly = false
  /// Whether its requests are for later (``Channel/deferRequests()``).
  var isDeferred = false
  /// Whether it is to be heard out then.
  var isUnheard = false

  /// Takes over both descriptors, which must be non-blocking.
  ///
  /// - Parameter before: what the channel of an earlier daemon has left to read and to write.
  package init(
    _ serial: ProcessSerial, events: CInt, replies: CInt, adopting before: Replay.Channel = Replay.Channel(),
    survival: Survival, loop: EventLoop, arrival: @escaping (Arrival) -> Void
  ) throws(SystemCallError) {
    self.serial = serial
    self.events = events
    self.replies = replies
    self.survival = survival
    self.loop = loop
    self.arrival = arrival
    framer = before.framer
    readable = try loop.watch(replies, for: .readable, priority: .reply) { [unowned self] _ in look() }
    guard !before.unwritten.isEmpty else { return }
    outgoing = [OutgoingLine(before.unwritten)]
    unwritten = before.unwritten.count
    rewriteLines()
    flushWhenWritable()
    // Later, since an app can be ended only when its process has been taken up.
    try loop.post { [weak self] in self?.tellUnread() }
  }

  deinit {
    try? Sys.close(events)
    try? Sys.close(replies)
  }

  // MARK: Down

  package func send(_ bytes: [UInt8]) {
    // A look that was too slow ends the app when the messages that it brought are handled; to answer would be slow as well.
    guard !isClosed, !isReadOnly, !isTooSlow() else { return }
    outgoing.append(survival.line(bytes, to: serial))
    if outgoing.count == 1 { flush() }
    guard !outgoing.isEmpty, !isClosed else { return }
    unwritten += bytes.count + Self.lineCost
    guard unwritten <= Self.outgoingLimit else { return fail("it left \(unwritten) bytes of events unread") }
    tellUnread()
    if !isClosed { flushWhenWritable() }
  }

  private func tellUnread() {
    guard !isClosed, !outgoing.isEmpty else { return }
    survival.unread.leaves(unwritten, ObjectIdentifier(self)) { [weak self] in
      guard let self else { return }
      fail("it left \(unwritten) bytes of events unread, and all apps together too many")
    }
  }

  func flushWhenWritable() {
    guard writable == nil else { return }
    do {
      writable = try loop.watch(events, for: .writable, priority: .reply) { [unowned self] _ in hasRoom() }
    } catch {
      fail("\(error)")
    }
  }

  func flush() {
    var written = 0
    while written < min(outgoing.count, Self.linesAtOnce) {
      let error = guarded { writing.measure { outgoing[written].write(to: events) } }
      guard !isTooSlow() else { return }
      if let error {
        if error == .resourceTemporarilyUnavailable { break }
        return hearOut()
      }
      written += 1
    }
    // The others move up: 256 KiB of references at most, once for all that were written.
    outgoing.removeFirst(written)
    guard outgoing.isEmpty else {
      // The rest in turn with the calls of clients: deadlines and exits come before it.
      if written == Self.linesAtOnce { writable?.priority = .request }
      return
    }
    unwritten = 0
    survival.unread.leaves(0, ObjectIdentifier(self)) {}
    if putOff.isEmpty { writable = nil }
  }

  /// Writes every line that is not fully sent into the new log, as one: tens of thousands of short ones would keep the loop for
  /// milliseconds again at each log.
  package func rewriteLines() {
    if outgoing.count > 1 {
      var rest: [UInt8] = []
      for line in outgoing { rest += line.rest }
      outgoing = [OutgoingLine(rest)]
    }
    if let line = outgoing.first { survival.rewrite(line, to: serial) }
  }

  // MARK: Up

  private func look() {
    guard budget.standing == .within else {
      // Nobody else has anything to do, so it takes nobody's time.
      if !isClosed { readOpen(atMost: ChannelBudget.shortLook) }
      return
    }
    if loop.channels.isLeft {
      read(atMost: ChannelBudget.look)
    } else if readable?.priority == .reply {
      // From now on in turn with the calls of clients. An answer that is there is read all the same before a deadline is held
      // against the app.
      readable?.priority = .request
    } else {
      read(atMost: ChannelBudget.shortLook)
    }
  }

  /// One look at what is there when it begins: before a deadline is held against the app, since an answer that is already
  /// readable counts as in time; and before its exit is recorded. Bounded, so that an app that never stops writing, or
  /// has its pipe enlarged (F_SETPIPE_SZ, fcntl(2)), is not read for ever.
  @discardableResult
  package func drain(_ left: Int? = nil) -> Int {
    guard !isClosed, let left = left ?? bytesToDrain(), left > 0 else { return 0 }
    let count = read(atMost: loop.channels.isLeft ? ChannelBudget.look : ChannelBudget.shortLook)
    return count == 0 || isClosed ? 0 : max(0, left - count)
  }

  private func bytesToDrain() -> Int? {
    let waiting = guarded { try? Sys.bytesWaiting(replies) }
    guard !isTooSlow(), let waiting else { return nil }
    return min(waiting, ChannelBudget.drain)
  }

  /// The end of the process would be heard as a hang-up before all that it has said, and so would an event that nobody reads.
  package func processEnded() {
    isReadOnly = true
    readable?.disable()
    forgetLines()
  }

  @discardableResult
  private func read(atMost most: Int) -> Int {
    if isClosed { 0 } else { loop.channels.spend { readOpen(atMost: most) } }
  }

  /// Returns how much there was. That is in the log by then, and a replay gives the model every message in it: so the daemon does
  /// too, and ends the app only afterwards if it has to.
  @discardableResult
  private func readOpen(atMost most: Int) -> Int {
    // Outside of what is measured and guarded: its turns of the model may write to this channel, and close it.
    survival.noteClocks()
    guard !isClosed else { return 0 }
    do throws(Errno) {
      let count = try guarded { () throws(Errno) in
        try reading.measure { () throws(Errno) in
          try survival.receive(from: replies, serial, atMost: most) { framer.append($0) }
        }
      }
      let breach = count > 0 ? take(count) : nil
      // An answer to one of the messages may have closed it.
      guard !isClosed, !isTooSlow() else { return count }
      if let breach { fail(breach) } else if count == 0 { hangUp() }
      return count
    } catch {
      if error != .resourceTemporarilyUnavailable { hangUp() }
      return 0
    }
  }

  /// Hands over the messages that have come to their end. Returns the breach of the protocol that came with them.
  private func take(_ count: Int) -> String? {
    // First: answers to an app that has had too much are not put together.
    let isWithin = pay(count)
    var messages: [AppMessage] = []
    var violation: ProtocolError?
    do throws(ProtocolError) {
      while let line = try framer.nextMessage() { messages.append(try AppMessage(line: line)) }
    } catch {
      violation = error
    }
    if !messages.isEmpty { arrival(.messages(messages)) }
    guard isWithin else { return Self.abuse }
    return violation.map { "it sent \($0)" }
  }

  /// Counts bytes of the app's share of the loop; false when it has had too many, and is ended, or when nobody listens any more.
  func spend(_ count: Int) -> Bool {
    guard !isClosed else { return false }
    if pay(count) { return true }
    fail(Self.abuse)
    return false
  }

  /// Counts them alone; false when it has had too many.
  private func pay(_ count: Int) -> Bool {
    switch budget.spend(count, at: .now) {
    case .within: readable?.priority = loop.channels.isLeft ? .reply : .request
    case .exceeded: readable?.priority = .idle
    case .abused: return false
    }
    return true
  }

  private static let abuse = "it sent, or asked for, more than \(ChannelBudget.limit >> 20) MiB in 10 s"

  /// Its uses of the pipes end from now on, whatever these do (``CallGuard``).
  package func belongs(to suspect: CallGuard.Suspect, standsStill: @escaping () -> Bool) { self.suspect = suspect }

  func guarded<Result, Failure>(_ use: () throws(Failure) -> Result) throws(Failure) -> Result {
    try CallGuard.shared.call(about: suspect, use) { isHeldUp = true }
  }

  /// Ends an app that has the kernel wake too many at each use of its pipes, or keeps one from ending.
  func isTooSlow() -> Bool {
    if isHeldUp {
      fail("it kept roostd waiting for the kernel's lock of its channel (pipe(7))")
      return true
    }
    guard let time = writing.exceeded ?? reading.exceeded else { return false }
    fail(
      "so many of its descriptors wait for its channel that each use of that takes \(time / 1_000_000) ms (epoll(7))")
    return true
  }

  func fail(_ why: String) {
    close()
    arrival(.violation(why))
  }

  func hangUp() {
    close()
    arrival(.hangUp)
  }

  /// Stops listening; the descriptors close with the last reference.
  package func close() {
    isClosed = true
    readable?.close()
    forgetLines()
  }

  func forgetLines() {
    writable?.close()
    writable = nil
    outgoing = []
    survival.unread.leaves(0, ObjectIdentifier(self)) {}
    askAgain()
  }
}
