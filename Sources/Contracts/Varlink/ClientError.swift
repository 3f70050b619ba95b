// The errors of a client.
import Glibc

/// The reason why a call got no reply, or not the one it wanted.
public enum ClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nobody listens at the path, or the caller may not connect: connect(2).
  case unreachable(path: String, errno: Int32)
  /// Longer than a Unix socket's name may be: unix(7).
  case pathTooLong(path: String)
  /// The service ended the connection.
  case disconnected(path: String)
  case timedOut(path: String, waitingFor: String)
  /// The answer is no Varlink reply, or not one of the form that was asked for.
  case malformed(path: String)
  /// A stream on this connection has not ended.
  case busy(path: String)
  /// The parameters have no JSON form.
  case unencodable(method: String)
  /// The service answered with an error.
  case failed(ErrorReply)

  public var description: String {
    switch self {
    case .unreachable(let path, let errno): "unable to connect to \(path): \(String(cString: strerror(errno)))"
    case .pathTooLong(let path): "unable to connect to \"\(path)\": a socket's path has 1 to 107 bytes"
    case .disconnected(let path): "the service at \(path) ended the connection"
    case .timedOut(let path, let what): "the service at \(path) did not answer \(what) in time"
    case .malformed(let path): "the service at \(path) sent a reply that cannot be read; is it of another version?"
    case .busy(let path): "a stream from \(path) has not ended"
    case .unencodable(let method): "the parameters of \(method) cannot be written as JSON"
    case .failed(let reply): ServiceError(reply)?.description ?? "the service answered with \(reply.name)"
    }
  }
}
