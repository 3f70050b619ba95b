// The readers that are fuzzed, by name.
import Glibc

/// A reader of bytes that somebody else wrote.
@MainActor struct Target {
  /// Also of its folder in Corpora, and of its dictionary.
  let name: String
  /// How often the usual time a byte may cost, where it means more work than reading it.
  var patience = 1
  /// Takes everything, and neither traps nor lingers.
  let read: @MainActor ([UInt8]) -> Void

  static let all = [
    Target(name: "agent", read: AgentInput.read),
    Target(name: "control", read: ControlInput.read),
    Target(name: "plist", read: BundleInput.readInfo),
    Target(name: "desktop", read: BundleInput.readEntry),
    Target(name: "executable", read: LaunchInput.readExecutable),
    Target(name: "audit", read: LaunchInput.readAudit),
    Target(name: "toml", read: ConfigurationInput.read),
    Target(name: "push", read: PushInput.read),
    Target(name: "log", read: SurvivalInput.readLog),
    Target(name: "checkpoint", read: SurvivalInput.readCheckpoint),
    Target(name: "rows", read: RowInput.read),
    Target(name: "report", read: ReportInput.read),
    Target(name: "storyboard", read: InterfaceInput.readStoryboard),
    Target(name: "picture", read: InterfaceInput.readPicture),
    Target(name: "notify", read: NotificationInput.read),
    Target(name: "protected", read: ProtectedInput.read),
    Target(name: "pushlines", read: PushLineInput.read),
    Target(name: "transferlines", read: TransferLineInput.read),
    // Several files are written and read for each input.
    Target(name: "project", patience: 4, read: ProjectInput.read),
    Target(name: "source", read: ProjectInput.readSource),
    Target(name: "console", read: ConsoleInput.read),
    Target(name: "scrape", read: ScrapeInput.read),
  ]

  static let chosen: Target = {
    let name = getenv("ROOST_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = all.first(where: { $0.name == name }) else { fail("no such target: \(name)") }
    return target
  }()
}
