// monitor, reload, reexec, version: the daemon itself.
import ArgumentParser
import ControlAPI

struct MonitorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor", abstract: "Show state changes, callbacks and ends as they happen, until interrupted.",
    discussion: """
      Examples:
        roostctl monitor
        roostctl monitor com.example.notes --json
      """)
  @Argument(help: "Only this app's events, and the device's.", completion: .apps) var id: String?
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let client = try connection.connect()
    var timeline = Timeline()
    do throws(ControlFailure) {
      let events = try client.watch(MonitorInterface.Watch(app: id), timeout: ConnectionOptions.patience)
      while let event = try events.next() {
        if connection.json {
          try? JSONOutput.say(MonitorLine(event: event))
        } else {
          Terminal.say(timeline.line(event))
        }
      }
    } catch {
      throw CommandFailure(error, socket: connection.path)
    }
    throw CommandFailure.noDaemon("the daemon at \(connection.path) ended the connection")
  }
}

struct ReloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload", abstract: "Make the daemon read its configuration and app directories again.")
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let reply = try connection.ask(DaemonInterface.Reload())
    if connection.json { return try JSONOutput.say(reply) }
    for problem in reply.problems { Terminal.complain("roostctl: \(problem)") }
  }
}

struct ReexecCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reexec", abstract: "Restart the daemon in place with the installed program; apps keep running.")
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let client = try connection.connect()
    do throws(ControlFailure) {
      _ = try client.call(DaemonInterface.Reexec(), timeout: ConnectionOptions.patience)
    } catch let error where error.isEndOfConnection {
      // That is the answer; it serves again when it has adopted its apps.
    } catch {
      throw CommandFailure(error, socket: connection.path)
    }
    let version = try connection.askWhenItServes(DaemonInterface.GetVersion())
    if connection.json { try JSONOutput.say(version) }
  }
}

struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Show the versions of roostctl and of the daemon.")
  @OptionGroup var connection: ConnectionOptions

  private struct Versions: Encodable {
    var roostctl: String
    var roostd: DaemonInterface.GetVersion.Reply
  }

  func run() throws {
    if !connection.json { Terminal.say("roostctl  \(ControlService.version)") }
    let daemon = try connection.ask(DaemonInterface.GetVersion())
    if connection.json { return try JSONOutput.say(Versions(roostctl: ControlService.version, roostd: daemon)) }
    Terminal.say("roostd    \(daemon.version) (agent protocol \(daemon.protocolVersion), pid \(daemon.pid))")
  }
}
