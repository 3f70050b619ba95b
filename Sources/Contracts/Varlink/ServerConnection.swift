// One client's conversation with a service: bytes in, calls out; replies in, bytes out. It touches no socket.

/// The state of one connection: a value that its owner feeds with what it read, and whose bytes its owner writes.
///
/// Varlink lets a client write calls ahead (pipelining) and has replies come in the order of the calls, without any
/// number in them. So one call is under way at a time, and ``nextCall()`` gives the next only when it is finished.
public struct ServerConnection: Sendable {
  /// The longest message that is taken, in bytes, its NUL not counted.
  public let messageLimit: Int

  /// The calls that wait and have been read. A client may write 75,000 ahead, and to read that many takes a quarter of a second: of
  /// the others the bytes are kept, and one is read when its turn has come.
  static let mostRead = 64
  /// Bytes of the messages that are read when they come. Of more each is read when its turn has come: 64 clients that write at one
  /// moment would have the daemon read for some milliseconds otherwise, before it serves anybody.
  static let mostReadAtOnce = 1024

  private var ahead = BytesAhead()
  private(set) var waiting: [Call] = []
  private var current: Call?
  /// The client's breach of the protocol, once it is known: calls that were written before it are still given out.
  public private(set) var failure: ConnectionError?
  private var lastNumber: UInt64 = 0

  public init(messageLimit: Int = 1 << 20) {
    self.messageLimit = messageLimit
  }

  /// Whether the owner should stop reading until calls are finished: of a client that writes ahead and does not wait for its replies
  /// there are so many calls that have been read, or the bytes of one read(2) with a message that has not.
  public var isFull: Bool { waiting.count >= Self.mostRead || ahead.complete > 0 }

  /// Whether a call is under way or waits.
  public var isIdle: Bool { current == nil && !isWaiting }

  /// Whether calls wait behind the one under way.
  package var isWaiting: Bool { !waiting.isEmpty || ahead.complete > 0 }

  /// The call under way, without its parameters.
  public var currentCall: Call? { current }

  /// Tells the message that has begun and not ended from all others, by the bytes of those before it; nil between messages.
  public var unfinishedMessage: UInt64? { ahead.unfinished == 0 ? nil : ahead.ended }

  /// Takes what was read, in pieces of any size.
  /// - Throws: ``ConnectionError`` when the client breaks the protocol, at once where the broken message is read when it comes, and
  ///   else as ``failure`` when its turn has come. Calls before the broken message are kept; input after it is refused with
  ///   the same error, since where the next message begins is no longer known.
  public mutating func receive(_ bytes: ArraySlice<UInt8>) throws(ConnectionError) {
    if let failure { throw failure }
    ahead.append(bytes)
    guard ahead.unfinished <= messageLimit else {
      ahead.dropUnfinished()
      failure = .messageTooLong(limit: messageLimit)
      throw .messageTooLong(limit: messageLimit)
    }
    if ahead.complete <= Self.mostReadAtOnce { read(atMost: Self.mostRead - waiting.count) }
    if let failure { throw failure }
  }

  /// Whether a call waits that ``nextCall()`` would give, or a message that is not valid.
  public var hasNextCall: Bool { current == nil && isWaiting }

  /// Whether that call is so long that the loop which serves it is held up: to read a megabyte takes some milliseconds.
  package var isNextCallLong: Bool { current == nil && waiting.isEmpty && ahead.isFirstLonger(than: Call.short) }

  /// The next call, once the one before it is finished.
  public mutating func nextCall() -> Call? {
    guard current == nil else { return nil }
    if waiting.isEmpty { read(atMost: 1) }
    guard !waiting.isEmpty else { return nil }
    let call = waiting.removeFirst()
    current = call.withoutParameters
    return call
  }

  /// Forgets all but the call under way: nobody serves what the client has written ahead.
  package mutating func dropAhead() {
    ahead.dropAll()
    waiting = []
  }

  /// The bytes that answer a call.
  ///
  /// Empty for a oneway call, and for a call that is not the one under way: it was finished already. A reply that
  /// `continues` leaves the call under way; to a caller that did not ask for `more` it becomes the error
  /// ``ServiceError/expectedMore``.
  public mutating func reply(to call: Call.ID, _ parameters: some Encodable, continues: Bool = false) -> [UInt8] {
    guard let current, current.id == call else { return [] }
    if continues, !current.wantsMore { return fail(call, ServiceError.expectedMore) }
    if !continues { self.current = nil }
    if current.isOneway { return [] }
    return OutgoingReply(parameters: parameters, continues: continues).bytes
  }

  /// The same for one more reply of a stream, which many callers may be sent.
  public mutating func reply(to call: Call.ID, _ streamed: StreamedReply) -> [UInt8] {
    guard let current, current.id == call else { return [] }
    return current.wantsMore ? streamed.bytes : fail(call, ServiceError.expectedMore)
  }

  /// The same for a reply that was encoded before.
  public mutating func reply(to call: Call.ID, _ encoded: EncodedReply) -> [UInt8] {
    guard let current, current.id == call else { return [] }
    self.current = nil
    return current.isOneway ? [] : encoded.bytes
  }

  /// The bytes that end a call with an error; empty as for ``reply(to:_:continues:)``.
  public mutating func fail(_ call: Call.ID, _ error: some VarlinkError) -> [UInt8] {
    guard let current, current.id == call else { return [] }
    self.current = nil
    if current.isOneway { return [] }
    return OutgoingReply(error: error.name, parameters: error).bytes
  }

  private mutating func read(atMost count: Int) {
    for _ in 0..<max(0, count) {
      guard let message = ahead.takeMessage() else { return }
      do throws(ConnectionError) {
        let next = try call(message)
        waiting.append(next)
      } catch {
        ahead.dropAll()
        failure = failure ?? error
      }
    }
  }

  private mutating func call(_ message: [UInt8]) throws(ConnectionError) -> Call {
    lastNumber += 1
    guard message.count <= messageLimit else { throw .messageTooLong(limit: messageLimit) }
    guard let call = try? Call(message, id: Call.ID(number: lastNumber)) else { throw .notACall }
    guard !(call.isOneway && (call.wantsMore || call.wantsUpgrade)) else { throw .contradiction }
    return call
  }
}

/// One reply of a stream, encoded once for everybody who is sent it.
public struct StreamedReply: Sendable {
  let bytes: [UInt8]

  public init(_ parameters: some Encodable) { bytes = OutgoingReply(parameters: parameters, continues: true).bytes }
}

/// The one reply of a call, encoded before it is sent, by whichever thread has the time.
public struct EncodedReply: Sendable {
  let bytes: [UInt8]

  public init(_ parameters: some Encodable) { bytes = OutgoingReply(parameters: parameters).bytes }
}

extension OutgoingReply {
  /// A reply that has no JSON form, such as one that holds an infinite number, is a fault of the service, not of its
  /// caller; the caller is still owed exactly one answer.
  fileprivate var bytes: [UInt8] {
    let fallback = "{\"error\":\"org.varlink.service.InvalidParameter\",\"parameters\":{\"parameter\":\"reply\"}}\0"
    return (try? frame()) ?? Array(fallback.utf8)
  }
}

/// A breach of the protocol by a client. The connection can only be closed.
public enum ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A message is longer than the limit, in bytes.
  case messageTooLong(limit: Int)
  /// A message is no JSON object with a `method`.
  case notACall
  /// A call is `oneway` and asks for an answer as well.
  case contradiction

  public var description: String {
    switch self {
    case .messageTooLong(let limit): "a message is longer than \(limit) bytes"
    case .notACall: "a message is not a Varlink call"
    case .contradiction: "a call is oneway and asks for replies as well"
    }
  }
}
