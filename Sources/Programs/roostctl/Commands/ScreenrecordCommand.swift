// screenrecord: the screen as a film, until interrupted.
import ArgumentParser

struct ScreenrecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screenrecord", abstract: "Write a film of the screen to a file, until interrupted.",
    discussion: """
      The file is an animated PNG, which browsers play. It has a frame for each look of the screen that differs from the \
      one before, and shows it for as long as it stayed, by the clock on the wall. The film begins with the first picture of an app.

      Examples:
        roostctl screenrecord -o screen.png
        roostctl screenrecord -o screen.png --seconds 30 --fps 5
      """)
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file: its name ends in .png or .apng.", valueName: "file"),
    completion: .file(extensions: ["png", "apng"]))
  var output: String
  @Option(help: ArgumentHelp("Stop after so many seconds.", valueName: "seconds")) var seconds: Double?
  @Option(help: ArgumentHelp("Look at the screen so many times a second, at most.", valueName: "number")) var fps = 10
  @OptionGroup var connection: ConnectionOptions

  private struct Written: Encodable {
    var file: String
    var frames: UInt32
    var seconds: Double
  }

  func validate() throws {
    guard [".png", ".apng"].contains(where: output.lowercased().hasSuffix) else {
      throw ValidationError("The file's name must end in .png or .apng, since it is an animated PNG: \(output).")
    }
    guard 1...30 ~= fps else { throw ValidationError("--fps must be from 1 to 30.") }
    if let seconds {
      guard seconds > 0, seconds <= Double(ScreenFilm.longest / 1000) else {
        throw ValidationError("--seconds must be more than 0 and at most \(ScreenFilm.longest / 1000).")
      }
    }
  }

  func run() throws {
    var film = ScreenFilm(
      into: output, pause: Int64(1000 / fps), length: seconds.map { Int64(($0 * 1000).rounded(.up)) }, connection)
    let recorded = try film.record()
    let seconds = Double(recorded.milliseconds) / 1000
    if connection.json {
      return try JSONOutput.say(Written(file: output, frames: recorded.frames, seconds: seconds))
    }
    let frames = recorded.frames == 1 ? "1 frame" : "\(recorded.frames) frames"
    Terminal.say("recorded \(frames) in \(TerminalText(exactly: "\(seconds)")) s into \(output)")
  }
}
