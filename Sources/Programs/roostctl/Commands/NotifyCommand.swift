// notify: what happens to the device that apps are told of.
import ArgumentParser
import ControlAPI

struct NotifyCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "notify", abstract: "Tell apps of something that happens to the device.",
    discussion: """
      Kinds: \(DeviceNotice.Kind.allCases.map(\.rawValue).joined(separator: ", ")).
      A kind without its keys says which it takes.
      """)
  @Argument(help: ArgumentHelp("What happens.", valueName: "kind")) var kind: String
  @Argument(help: ArgumentHelp("How it is then.", valueName: "key=value")) var words: [String] = []
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
