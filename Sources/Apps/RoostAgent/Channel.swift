// The app's end of the channel to roostd: events come in on one pipe, everything else goes out on the other.

public import AgentProtocol
import Glibc
import Synchronization
import WireJSON

/// The two pipes that roostd gives each app (roost-agent(7)). Any thread may send and request.
public final class Channel: Sendable {
  /// The input that the reader thread passes on, in the order it came. ``ended(_:)`` is the last.
  public enum Incoming: Sendable {
    case event(Event)
    case ended(ChannelEnd)
  }

  private let events: CInt
  private let replies: CInt
  private let receiver = Mutex<Receiver?>(nil)
  /// Lines that wait to share a write with the next, so that roostd wakes once for both.
  private let held = Mutex<[UInt8]>([])
  private let requests = Mutex(OpenRequests())

  /// Takes over the descriptors; neither is inherited by the programs this process starts.
  public init(events: CInt, replies: CInt) {
    self.events = events
    self.replies = replies
    _ = fcntl(events, F_SETFD, FD_CLOEXEC)
    _ = fcntl(replies, F_SETFD, FD_CLOEXEC)
    catchBrokenPipes()
  }

  /// Says hello and begins to read. `receive` is called on the reader thread, never twice at once.
  /// - Parameter library: name and version of who speaks for the app, such as `UIKit/1`.
  public func start(library: String, receive: @escaping @Sendable (Incoming) -> Void) {
    receiver.withLock { $0 = Receiver(receive: receive) }
    send(.hello(protocol: protocolVersion, library: library))
    if let failed = detachThread({ [self] in finish(read()) }) { finish(.failed(errno: failed)) }
  }

  /// Writes `message` and the messages that were held before it, in one write(2).
  public func send(_ message: AppMessage) {
    let failed = held.withLock { held in
      held += message.line
      defer { held.removeAll(keepingCapacity: true) }
      return writeAll(held, to: replies)
    }
    if let failed { finish(.failed(errno: failed)) }
  }

  /// Keeps `message` back until the next ``send(_:)``.
  public func hold(_ message: AppMessage) { held.withLock { $0 += message.line } }

  /// Asks roostd for something and waits for its answer.
  /// - Parameter now: the time that the dates of the request are ahead of, in seconds since 1970; nil where it has none.
  /// - Throws: ``RequestError``
  public func request(_ method: Request.Method, now: Double? = nil) throws(RequestError) -> RequestResult {
    let answer = Answer()
    guard let id = requests.withLock({ $0.open(answer) }) else { throw .channelEnded }
    send(.request(Request(id: id, method, now: now)))
    return try answer.wait()
  }

  /// Asks roostd for something that may take its time, and does not wait: `answered` is called on the thread that reads
  /// the channel, and must return soon.
  /// - Parameter now: as of ``request(_:now:)``.
  public func request(
    _ method: Request.Method, now: Double? = nil,
    answered: @escaping @Sendable (Result<RequestResult, RequestError>) -> Void
  ) {
    let answer = Answer(answered)
    guard let id = requests.withLock({ $0.open(answer) }) else { return answered(.failure(.channelEnded)) }
    send(.request(Request(id: id, method, now: now)))
  }

  // MARK: Reading

  /// Reads until the channel ends, and says how it ended.
  private func read() -> ChannelEnd {
    var framer = LineFramer.ofMessages()
    var buffer = [UInt8](repeating: 0, count: 4096)
    var last: UInt64 = 0
    while true {
      let count = Glibc.read(events, &buffer, buffer.count)
      if count == 0 { return .hungUp }
      if count < 0 {
        if errno == EINTR { continue }
        return .failed(errno: errno)
      }
      buffer.withUnsafeBytes { framer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      do {
        while let line = try framer.nextMessage() { take(try SupervisorMessage(line: line), after: &last) }
      } catch {
        return .broken(error)
      }
    }
  }

  /// An event whose number has come already is no new one (roost-agent(7)).
  private func take(_ message: SupervisorMessage, after last: inout UInt64) {
    switch message {
    case .event(let event):
      guard event.sequence > last else { return }
      last = event.sequence
      let receiver = receiver.withLock { $0 }
      receiver?.receive(.event(event))
    case .reply(let reply):
      let answer = requests.withLock { $0.close(reply.request) }
      answer?.give(reply.outcome)
    }
  }

  /// Passes the end on once, whichever pipe saw it first, and lets nobody wait for an answer any longer.
  private func finish(_ end: ChannelEnd) {
    for answer in requests.withLock({ $0.closeAll() }) { answer.give(nil) }
    let receiver = receiver.withLock { receiver in
      defer { receiver = nil }
      return receiver
    }
    receiver?.receive(.ended(end))
  }
}

/// A bare closure in a Mutex would be wrapped in two more reabstraction thunks each time the lock is taken, and every
/// event would take longer than the last.
private struct Receiver {
  let receive: @Sendable (Channel.Incoming) -> Void
}

/// The way in which the channel ended.
public enum ChannelEnd: Hashable, Sendable, CustomStringConvertible {
  /// roostd has closed it, or is gone.
  case hungUp
  /// roostd sent what is no message.
  case broken(ProtocolError)
  /// read(2) or write(2) failed, or pthread_create(3).
  case failed(errno: CInt)

  /// The reason that the app's author has to know; nil where roostd is just gone.
  var complaint: String? {
    switch self {
    case .broken: description
    case .hungUp, .failed: nil
    }
  }

  public var description: String {
    switch self {
    case .hungUp: "roostd has closed the channel"
    case .broken(let error): "unable to understand roostd: it sent \(error)"
    case .failed(let code): "unable to speak to roostd: \(String(cString: strerror(code)))"
    }
  }
}
