// snapshot: the switcher's picture of an app, as a file.
import ArgumentParser
import ControlAPI

struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Write the picture that the switcher shows of an app to a file.",
    discussion: """
      Examples:
        roostctl snapshot com.example.notes -o notes.svg
      """)
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @Option(
    help: ArgumentHelp("Picture of the scene with this session, or a unique beginning of it.", valueName: "session"))
  var scene: String?
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file: SVG, or PNG if its name ends in .png.", valueName: "file"), completion: .file())
  var output: String
  @OptionGroup var connection: ConnectionOptions

  private struct Written: Encodable {
    var scene: String
    var time: String
    var file: String
  }

  func validate() throws {
    guard scene?.isEmpty != true else { throw ValidationError("The session must not be empty.") }
    guard PictureFile(output) != nil else {
      throw ValidationError("The file's name must end in .svg or .png, or have no ending: \(output).")
    }
  }

  func run() throws {
    let session = try scene.map { try connection.session($0, of: id) }
    let picture = try connection.ask(ScenesInterface.Snapshot(id: id, scene: session))
    try PictureFile(output)?.write(picture.svg)
    if connection.json { try JSONOutput.say(Written(scene: picture.scene, time: picture.time, file: output)) }
  }
}
