// memory: shows how much memory apps use, and simulates pressure.
// Public, because it lends its protocol to a public type.
public import ArgumentParser
public import ControlAPI

extension MemoryLevel: ExpressibleByArgument {}

struct MemoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory", abstract: "Show how much memory apps use, or simulate pressure.",
    subcommands: [Show.self, Warn.self, Pressure.self, Budget.self], defaultSubcommand: Show.self)

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show how much memory apps use (default).")
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
      let memory = try connection.ask(MemoryInterface.Get())
      if connection.json { return try JSONOutput.say(memory) }
      Terminal.say("level   \(memory.level.rawValue)")
      Terminal.say("apps    \(Figures.bytes(memory.pool))")
      Terminal.say("budget  \(memory.budget.map(Figures.bytes) ?? "none")")
    }
  }

  struct Warn: ChangeCommand {
    static let configuration = CommandConfiguration(
      commandName: "warn", abstract: "Send a memory warning to an app, or to all running apps.")
    @Argument(help: "Only this app.", completion: .apps) var id: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var connection: ConnectionOptions

    var request: MemoryInterface.Warn { .init(id: id) }
  }

  struct Pressure: ChangeCommand {
    static let configuration = CommandConfiguration(
      commandName: "pressure", abstract: "Simulate memory pressure; normal ends it.")
    @Argument(help: "normal, warning, urgent or critical.") var level: MemoryLevel
    @Option(help: "How much memory roostd must free, in bytes or with K, M or G.") var free: ByteCount?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var connection: ConnectionOptions

    var request: MemoryInterface.Pressure { .init(level: level, free: free?.bytes) }
  }

  struct Budget: ChangeCommand {
    static let configuration = CommandConfiguration(
      commandName: "budget", abstract: "Limit the memory of all apps together.")
    @Argument(help: "The limit, in bytes or with K, M or G; none removes it.") var size: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
      guard size == "none" || ByteCount(argument: size) != nil else {
        throw ValidationError("\(size) is not a size such as 512M, or none.")
      }
    }

    var request: MemoryInterface.SetBudget { .init(budget: ByteCount(argument: size)?.bytes) }
  }
}

/// `4096`, `512K`, `64M`, `2G`.
struct ByteCount: ExpressibleByArgument {
  let bytes: Int64

  init?(argument: String) {
    let units: [Character: Int64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = argument.last.flatMap { units[$0] }
    guard let count = Int64(unit == nil ? argument[...] : argument.dropLast()), count >= 0 else { return nil }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: unit ?? 1)
    if overflow { return nil }
    self.bytes = bytes
  }
}
