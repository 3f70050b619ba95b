// The options of every command that speaks to the daemon.
import ArgumentParser

struct ConnectionOptions: ParsableArguments, DaemonConnection {
  @Option(
    help: "The daemon's control socket (default: $ROOST_SOCKET, else the one of the running user's daemon).",
    completion: .file())
  var socket: String?

  @Flag(help: "Print JSON: one document, or one object a line for streams.")
  var json = false
}
