// notify: changes of the device that roostd tells apps of.
import ArgumentParser
import ControlAPI

struct NotifyCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "notify", abstract: "Tell apps of a change of the device.",
    discussion: """
      Kinds: \(DeviceNotice.Kind.allCases.map(\.rawValue).joined(separator: ", ")).
      A kind without keys prints the keys that it takes.

      Examples:
        roostctl notify orientation orientation=landscapeLeft
        roostctl notify battery level=0.1 state=unplugged
      """)
  @Argument(help: ArgumentHelp("The kind of change.", valueName: "kind")) var kind: String
  @Argument(help: ArgumentHelp("The new values.", valueName: "key=value")) var words: [String] = []
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws { _ = try notice() }

  var request: DeviceInterface.Notify { get throws { .init(try notice()) } }

  private func notice() throws -> DeviceNotice {
    do throws(NoticeError) {
      return try DeviceNotice(kind: kind, words: words)
    } catch {
      throw ValidationError(error.description)
    }
  }
}
