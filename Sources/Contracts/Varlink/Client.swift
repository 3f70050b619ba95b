// A blocking Varlink client on a Unix socket, for programs that have nothing else to wait for.
import Glibc
package import WireJSON

/// A connection to a service, on which one call is made after another.
public final class Client {
  private enum State {
    case ready
    /// A stream's replies are still to come.
    case streaming
    /// The connection was closed, or its replies can no longer be matched to calls.
    case lost
  }

  /// The socket's path, for messages.
  public let path: String
  /// For another thread that wants to end a blocking call with shutdown(2); reading from it is the client's business.
  public var fileDescriptor: Int32 { socket.fileDescriptor }

  private let socket: ClientSocket
  private var state = State.ready

  /// - Throws: ``ClientError/unreachable(path:errno:)``, ``ClientError/pathTooLong(path:)``, or
  ///   ``ClientError/timedOut(path:waitingFor:)`` when the service's queue stays full for `timeout`.
  public init(path: String, timeout: Duration? = nil) throws(ClientError) {
    self.path = path
    self.socket = try ClientSocket(path: path, deadline: Deadline(after: timeout))
  }

  /// Calls a method and waits for its reply.
  /// - Throws: ``ClientError/failed(_:)`` when the service answers with an error. After
  ///   ``ClientError/timedOut(path:waitingFor:)`` the connection is lost, because the late reply would be taken for the
  ///   next call's.
  public func call<Reply: Decodable>(
    _ method: String, _ parameters: some Encodable, timeout: Duration? = nil
  ) throws(ClientError) -> Reply {
    try call(method, written: { try WrittenJSON(encoding: parameters) }, timeout: timeout)
  }

  /// - Parameter parameters: puts them together; its error is ``ClientError/unencodable(method:)``.
  package func call<Reply: Decodable>(
    _ method: String, written parameters: () throws -> WrittenJSON, timeout: Duration? = nil
  ) throws(ClientError) -> Reply {
    let deadline = Deadline(after: timeout)
    try write(OutgoingCall(method: method, parameters: try written(method, parameters)), deadline)
    let message = try read(method, deadline)
    return try unwrap(message).parameters
  }

  /// Calls a method without wanting to know what comes of it.
  public func send(_ method: String, _ parameters: some Encodable, timeout: Duration? = nil) throws(ClientError) {
    let parameters = try written(method) { try WrittenJSON(encoding: parameters) }
    try write(OutgoingCall(method: method, parameters: parameters, oneway: true), Deadline(after: timeout))
  }

  /// Calls a method that answers with a stream. No other call can be made before the stream has ended.
  public func stream<Reply: Decodable>(
    _ method: String, _ parameters: some Encodable, of reply: Reply.Type = Reply.self, timeout: Duration? = nil
  ) throws(ClientError) -> ReplyStream<Reply> {
    let parameters = try written(method) { try WrittenJSON(encoding: parameters) }
    try write(OutgoingCall(method: method, parameters: parameters, more: true), Deadline(after: timeout))
    state = .streaming
    return ReplyStream(client: self, method: method)
  }

  /// - Throws: ``ClientError/timedOut(path:waitingFor:)``, after which the stream can be asked again.
  fileprivate func nextInStream<Reply: Decodable>(
    _ method: String, timeout: Duration?
  ) throws(ClientError) -> Reply? {
    guard case .streaming = state else { return nil }
    guard let message = try socket.readMessage(Deadline(after: timeout)) else {
      throw .timedOut(path: path, waitingFor: method)
    }
    state = .lost
    let (reply, continues): (Reply, Bool) = try unwrap(message)
    state = continues ? .streaming : .ready
    return reply
  }

  private func written(
    _ method: String, _ parameters: () throws -> WrittenJSON
  ) throws(ClientError) -> WrittenJSON {
    do { return try parameters() } catch { throw .unencodable(method: method) }
  }

  private func write(_ call: OutgoingCall, _ deadline: Deadline) throws(ClientError) {
    switch state {
    case .ready: break
    case .streaming: throw .busy(path: path)
    case .lost: throw .disconnected(path: path)
    }
    state = .lost
    guard try socket.write(call.frame(), deadline) else { throw .timedOut(path: path, waitingFor: call.method) }
    state = .ready
  }

  private func read(_ method: String, _ deadline: Deadline) throws(ClientError) -> [UInt8] {
    state = .lost
    guard let message = try socket.readMessage(deadline) else { throw .timedOut(path: path, waitingFor: method) }
    state = .ready
    return message
  }

  private func unwrap<Reply: Decodable>(
    _ message: [UInt8]
  ) throws(ClientError) -> (parameters: Reply, continues: Bool) {
    do {
      let text = try WireText(message, limits: .answer)
      let head = try ReplyHead(text)
      if let error = head.error { throw ClientError.failed(ErrorReply(name: error, message: message)) }
      return (try Wire.decodeParameters(Reply.self, from: text), head.continues)
    } catch let error as ClientError {
      state = .ready
      throw error
    } catch {
      throw .malformed(path: path)
    }
  }
}

/// The replies of one streaming call.
public struct ReplyStream<Reply: Decodable> {
  let client: Client
  let method: String

  /// Waits for the next reply; nil when the stream has ended.
  /// - Throws: ``ClientError/timedOut(path:waitingFor:)``, after which the stream can be asked again.
  public func next(timeout: Duration? = nil) throws(ClientError) -> Reply? {
    try client.nextInStream(method, timeout: timeout)
  }
}
