// notify: changes of the device that roostd tells apps of.
import ArgumentParser
import ControlAPI

struct NotifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notify", abstract: "Tell apps of a change of the device.",
    discussion: """
      Kinds: \(DeviceNotice.Kind.allCases.map(\.rawValue).joined(separator: ", ")).
      A kind without keys prints the keys that it takes.
      """)
  @Argument(help: ArgumentHelp("The kind of change.", valueName: "kind")) var kind: String
  @Argument(help: ArgumentHelp("The new values.", valueName: "key=value")) var words: [String] = []
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws { _ = try notice() }

  func run() throws {
    let done = try connection.change(
      DeviceInterface.Notify(try notice(), wait: change.wait, timeout: change.milliseconds))
    if connection.json { try JSONOutput.say(done) }
  }

  private func notice() throws -> DeviceNotice {
    do throws(NoticeError) {
      return try DeviceNotice(kind: kind, words: words)
    } catch {
      throw ValidationError(error.description)
    }
  }
}
