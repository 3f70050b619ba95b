// The control interfaces from a client's side, with the types of each method.
import Glibc
public import Varlink

/// A connection to a running supervisor.
public final class ControlClient {
  private let client: Client

  /// The control socket of the user's own supervisor, or of the system's when root asks: `RUNTIME/control`.
  public static var defaultSocket: String {
    if geteuid() == 0 { return "/run/roost/control" }
    if let directory = getenv("XDG_RUNTIME_DIR") { return String(cString: directory) + "/roost/control" }
    return "/run/user/\(getuid())/roost/control"
  }

  public init(socket path: String, timeout: Duration? = nil) throws(ControlFailure) {
    do throws(ClientError) {
      client = try Client(path: path, timeout: timeout)
    } catch {
      throw ControlFailure(error)
    }
  }

  /// For another thread that wants to end a blocking call with shutdown(2).
  public var fileDescriptor: Int32 { client.fileDescriptor }

  /// Makes the request and waits for its reply.
  public func call<Request: ControlRequest>(
    _ request: Request, timeout: Duration? = nil
  ) throws(ControlFailure) -> Request.Reply {
    do throws(ClientError) {
      return try client.call(Request.method, written: request.written, timeout: timeout)
    } catch {
      throw ControlFailure(error)
    }
  }

  /// Watches what happens. Returns when the supervisor has said that the watch has begun: nothing after that is missed.
  public func watch(_ request: MonitorInterface.Watch, timeout: Duration? = nil) throws(ControlFailure) -> EventStream {
    do throws(ClientError) {
      let replies = try client.stream(
        MonitorInterface.Watch.method, request, of: MonitorInterface.Watch.Reply.self, timeout: timeout)
      _ = try replies.next(timeout: timeout)
      return EventStream(replies: replies)
    } catch {
      throw ControlFailure(error)
    }
  }

  /// Follows what clients ask for and what happens. Returns when the supervisor has said that it has begun: nothing after
  /// that is missed.
  public func follow(timeout: Duration? = nil) throws(ControlFailure) -> FollowStream {
    do throws(ClientError) {
      let replies = try client.stream(
        MonitorInterface.Follow.method, MonitorInterface.Follow(), of: MonitorInterface.Follow.Reply.self,
        timeout: timeout)
      _ = try replies.next(timeout: timeout)
      return FollowStream(replies: replies)
    } catch {
      throw ControlFailure(error)
    }
  }
}

/// Requests and events, in order.
public struct FollowStream {
  let replies: ReplyStream<MonitorInterface.Follow.Reply>

  /// Waits for the next of either; nil when the supervisor has ended it.
  public func next(timeout: Duration? = nil) throws(ControlFailure) -> MonitorInterface.Follow.Reply? {
    do throws(ClientError) {
      return try replies.next(timeout: timeout)
    } catch {
      throw ControlFailure(error)
    }
  }
}

/// The events of one watch, in order.
public struct EventStream {
  let replies: ReplyStream<MonitorInterface.Watch.Reply>

  /// Waits for the next event; nil when the supervisor has ended the watch.
  public func next(timeout: Duration? = nil) throws(ControlFailure) -> MonitorEvent? {
    do throws(ClientError) {
      while let reply = try replies.next(timeout: timeout) {
        if let event = reply.event { return event }
      }
      return nil
    } catch {
      throw ControlFailure(error)
    }
  }
}

/// The reason why a request was not carried out.
public enum ControlFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The supervisor said no.
  case refused(ControlError)
  /// The supervisor did not understand the call, or does not let the caller make it.
  case rejected(ServiceError)
  /// No answer came, or none that can be read.
  case noAnswer(ClientError)

  /// The daemon was there, and ended the connection before it answered.
  public var isEndOfConnection: Bool {
    if case .noAnswer(.disconnected) = self { true } else { false }
  }

  init(_ error: ClientError) {
    if case .failed(let reply) = error {
      if let refusal = ControlError(reply) {
        self = .refused(refusal)
        return
      }
      if let rejection = ServiceError(reply) {
        self = .rejected(rejection)
        return
      }
    }
    self = .noAnswer(error)
  }

  public var description: String {
    switch self {
    case .refused(let error): error.description
    case .rejected(let error): error.description
    case .noAnswer(let error): error.description
    }
  }
}
