// The options of every command that speaks to the daemon.
import ArgumentParser
import ControlAPI
import Glibc

struct ConnectionOptions: ParsableArguments {
  @Option(help: "The daemon's control socket (default: $ROOST_SOCKET, else the one of the running user's daemon).")
  var socket: String?

  @Flag(help: "Print JSON: one document, or one object a line for streams.")
  var json = false

  /// A living daemon accepts and answers what asks for no change in microseconds; after this it counts as none.
  static let patience = Duration.seconds(10)

  var path: String {
    if let socket { return socket }
    if let variable = getenv("ROOST_SOCKET"), variable.pointee != 0 { return String(cString: variable) }
    return ControlClient.defaultSocket
  }

  func connect() throws(CommandFailure) -> ControlClient {
    do throws(ControlFailure) {
      return try ControlClient(socket: path, timeout: Self.patience)
    } catch {
      throw CommandFailure(error, socket: path)
    }
  }

  /// Asks something that is answered at once.
  func ask<Request: ControlRequest>(
    _ request: Request, patience: Duration? = Self.patience
  ) throws(CommandFailure) -> Request.Reply {
    try perform(request, timeout: patience)
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

  /// Asks for a change; the daemon's own deadlines bound how long it takes.
  func change<Request: ChangeRequest>(_ request: Request) throws(CommandFailure) -> Request.Reply {
    try perform(request, timeout: request.waits ? nil : Self.patience)
  }

  private func perform<Request: ControlRequest>(
    _ request: Request, timeout: Duration?
  ) throws(CommandFailure) -> Request.Reply {
    let client = try connect()
    do throws(ControlFailure) {
      return try client.call(request, timeout: timeout)
    } catch {
      throw CommandFailure(error, socket: path)
    }
  }
}

/// The options of every command that changes something.
struct ChangeOptions: ParsableArguments {
  @Flag(name: .customLong("no-wait"), help: "Return at once; do not wait until the change is done.")
  var noWait = false

  @Option(help: ArgumentHelp("Wait no longer than this; the change goes on.", valueName: "seconds"))
  var timeout: Double?

  /// Nil means the default, which is to wait.
  var wait: Bool? { noWait ? false : nil }

  var milliseconds: Int64? { timeout.map { Int64($0 * 1000) } }

  func validate() throws {
    guard let timeout else { return }
    guard timeout > 0, timeout <= 86_400 else { throw ValidationError("--timeout must be up to 86400 seconds.") }
    guard !noWait else { throw ValidationError("--timeout has no effect with --no-wait; leave one out.") }
  }
}
