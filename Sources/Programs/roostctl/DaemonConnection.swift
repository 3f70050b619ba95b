// Calls of the daemon, wherever the words come from that name its socket.
import ControlAPI
import Glibc

protocol DaemonConnection {
  /// The path that the user has named; nil for the usual one.
  var socket: String? { get }
  /// Whether replies are printed for programs.
  var json: Bool { get }
  func connect() throws(CommandFailure) -> ControlClient
}

extension DaemonConnection {
  /// A living daemon accepts and answers what asks for no change in microseconds; after this it counts as none.
  static var patience: Duration { .seconds(10) }

  var path: String { socket ?? Self.usualSocket }

  /// The socket where no option names one.
  static var usualSocket: String {
    if let variable = getenv("ROOST_SOCKET"), variable.pointee != 0 { return String(cString: variable) }
    return ControlClient.defaultSocket
  }

  func connect() throws(CommandFailure) -> ControlClient { try reach() }

  /// A connection to any daemon that listens there.
  func reach() throws(CommandFailure) -> ControlClient {
    do throws(ControlFailure) {
      return try ControlClient(socket: path, timeout: Self.patience)
    } catch {
      throw CommandFailure(error, socket: path)
    }
  }

  /// Makes one request. A request that asks for no change is answered at once.
  func ask<Request: ControlRequest>(
    _ request: Request, patience: Duration? = Self.patience
  ) throws(CommandFailure) -> Request.Reply {
    try ask(request, on: connect(), patience: patience)
  }

  /// The same on a connection that is there already, and may stay.
  func ask<Request: ControlRequest>(
    _ request: Request, on client: ControlClient, patience: Duration? = Self.patience
  ) throws(CommandFailure) -> Request.Reply {
    do throws(ControlFailure) {
      return try client.call(request, timeout: patience)
    } catch {
      throw failure(error)
    }
  }

  /// A name that no app has is perhaps mistyped.
  private func failure(_ error: ControlFailure) -> CommandFailure {
    guard case .refused(.unknownApp(let app, _)) = error,
      let near = Nearest.name(to: app, among: LiveNames(socket: path).apps.filter { $0 != app })
    else { return CommandFailure(error, socket: path) }
    return .refused("no app \(app) is installed; did you mean \(near)?")
  }

  /// Asks a daemon that is about to serve again.
  func askWhenItServes<Request: ControlRequest>(_ request: Request) throws(CommandFailure) -> Request.Reply {
    let end = ContinuousClock.now + Self.patience
    while true {
      do {
        return try ask(request)
      } catch {
        guard ContinuousClock.now < end else { throw error }
        usleep(10_000)
      }
    }
  }
}
