// screenshot: the screen of the app in front as it is now, as a file.
import ArgumentParser
import ControlAPI

struct ScreenshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screenshot", abstract: "Write a picture of the active app's screen to a file.",
    discussion: """
      Examples:
        roostctl screenshot -o screen.svg
        roostctl screenshot com.example.form -o form.png
      """)
  @Argument(help: "The app's bundle identifier (the app in front).", completion: .apps) var id: String?
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file: SVG, or PNG if its name ends in .png.", valueName: "file"), completion: .file())
  var output: String
  @OptionGroup var connection: ConnectionOptions

  private struct Written: Encodable {
    var app: String
    var file: String
  }

  func validate() throws {
    guard PictureFile(output) != nil else {
      throw ValidationError("The file's name must end in .svg or .png, or have no ending: \(output).")
    }
  }

  func run() throws {
    guard let app = try id ?? connection.ask(DeviceInterface.GetState()).front.first else {
      throw CommandFailure.refused("unable to take a picture: no app is in front; `roostctl launch` brings one there")
    }
    guard let svg = try connection.ask(AppsInterface.Picture(id: app), patience: nil).svg else {
      // One that the caller has not seen is left out for this reason alone.
      throw CommandFailure.refused(
        "unable to take a picture: \(app) has drawn as much as it may in 10 seconds; try again when they are over")
    }
    try PictureFile(output)?.write(svg)
    if connection.json { try JSONOutput.say(Written(app: app, file: output)) }
  }
}
