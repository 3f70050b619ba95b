// record: writes a scenario from what somebody does with a device, until interrupted.
import ArgumentParser
import ControlAPI
import Glibc

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Write a scenario from what is done with the device, until interrupted.",
    discussion: """
      Every request of a client is a step, whether it comes from roostctl, the console or a program, and what the apps \
      do next is what is expected after it. The file is whole after each event. Begin while no app runs: 'run' plays \
      scenarios on a new device.

      Examples:
        roostctl record -o walk.yaml
      """)
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file.", valueName: "file"), completion: .file(extensions: ["yaml"]))
  var output: String
  @Option(help: ArgumentHelp("The scenario's name.", valueName: "text")) var name = "A recorded walk"
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let client = try connection.connect()
    var recording = Recording(name: name)
    let file = OutputFile(output)
    do throws(ControlFailure) {
      let stream = try client.follow(timeout: ConnectionOptions.patience)
      try? file.write(recording.yaml)
      Terminal.say("recording into \(output); Ctrl-C ends it")
      while let word = try stream.next() {
        if let request = word.request { recording.take(request) }
        if let event = word.event { recording.take(event) }
        for app in recording.unlocatedApps { recording.locate(app, bundle: bundle(of: app)) }
        do { try file.write(recording.yaml) } catch { Terminal.complain("roostctl: \(error)") }
      }
    } catch {
      throw CommandFailure(error, socket: connection.path)
    }
    throw CommandFailure.noDaemon("the daemon at \(connection.path) ended the connection")
  }

  /// The app's name where its bundle cannot be asked for: `run` looks for that in the folder of apps.
  private func bundle(of app: String) -> String {
    (try? connection.ask(BundlesInterface.Locate(id: app)))?.bundle ?? app
  }
}
