// The common part of every command that changes something: it makes one request, and shows the reply.
import ArgumentParser
import ControlAPI

protocol ChangeCommand: ParsableCommand {
  associatedtype Request: ChangeRequest

  /// Without `wait` and `timeout`, which are the options'.
  var request: Request { get throws }
  var change: ChangeOptions { get }
  var connection: ConnectionOptions { get }

  /// Shows a person the reply. Most commands say nothing when all is well.
  func show(_ reply: Request.Reply)
}

extension ChangeCommand {
  func run() throws { try makeChange() }

  func makeChange() throws {
    let reply = try connection.change(request, change)
    if connection.json { try JSONOutput.say(reply) } else { show(reply) }
  }

  func show(_ reply: Request.Reply) {}
}

/// The options of every command that changes something.
struct ChangeOptions: ParsableArguments {
  @Flag(name: .customLong("no-wait"), help: "Return at once; do not wait until the change is done.")
  var noWait = false

  @Option(help: ArgumentHelp("Wait no longer than this; the change goes on.", valueName: "seconds"))
  var timeout: Double?

  func validate() throws {
    guard let timeout else { return }
    guard timeout > 0, timeout <= 86_400 else { throw ValidationError("--timeout must be up to 86400 seconds.") }
    guard !noWait else { throw ValidationError("--timeout has no effect with --no-wait; leave one out.") }
  }
}

extension DaemonConnection {
  /// Asks for a change; the daemon's own deadlines bound how long it takes.
  func change<Request: ChangeRequest>(
    _ request: Request, _ options: ChangeOptions
  ) throws(CommandFailure) -> Request.Reply {
    try change(request, noWait: options.noWait, timeout: options.timeout)
  }

  /// - Parameter timeout: in seconds.
  func change<Request: ChangeRequest>(
    _ request: Request, noWait: Bool, timeout: Double? = nil
  ) throws(CommandFailure) -> Request.Reply {
    var request = request
    request.wait = noWait ? false : nil
    request.timeout = timeout.map { Int64($0 * 1000) }
    return try ask(request, patience: request.waits ? nil : Self.patience)
  }
}
