// top: the device at a glance, in a terminal.
import ArgumentParser
import ControlAPI
import Glibc
import TopScreen

extension Top.Order: ExpressibleByArgument {}

struct TopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "top", abstract: "Show the device in the terminal as it changes, with keys for its buttons.",
    discussion: """
      It shows each app with its state, memory and processor time, the callback it is in, its deadlines, and what keeps \
      it awake, and below the last exits and events. The key ? shows all keys.

      Examples:
        roostctl top
        roostctl top --running --order cpu
        roostctl top --once
      """)
  @Option(help: "The order of the apps: name, state, memory or cpu.") var order = Top.Order.name
  @Option(help: ArgumentHelp("Only apps whose name or state has this in it.", valueName: "text")) var filter = ""
  @Flag(help: "Only apps that run.") var running = false
  @Flag(help: "Print the device once, and end; needs no terminal.") var once = false
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard once || !connection.json else {
      throw ValidationError("--json needs --once; `roostctl monitor --json` streams events.")
    }
  }

  func run() throws {
    let top = Top(order: order, filter: filter, onlyRunning: running)
    if once { return try showOnce(top) }
    guard let terminal = TopTerminal() else {
      throw CommandFailure.refused(
        "unable to show top: standard input and output are no terminal that can be drawn on; `roostctl top --once` "
          + "prints the device once, `roostctl monitor` prints what happens")
    }
    let device = TopDevice(connection)
    var glance = Glance(exits: try device.exits())
    try device.look(&glance)
    let watch = try device.watch()
    var session = TopSession(top, glance, device, watch, terminal)
    try session.run()
  }

  private func showOnce(_ top: Top) throws {
    let device = TopDevice(connection)
    var glance = Glance(exits: try device.exits())
    try device.look(&glance)
    // Processor time is a difference.
    usleep(500_000)
    try device.look(&glance)
    if connection.json {
      return try JSONOutput.say(
        Whole(
          device: glance.device, memory: glance.memory, apps: top.apps(of: glance), tasks: glance.tasks,
          exits: glance.exits))
    }
    let width = TopTerminal.size(of: STDOUT_FILENO)?.width ?? 80
    for line in top.snapshot(glance, width: width, at: TopDevice.now) {
      Terminal.say(TerminalText(exactly: line.sequence(coloured: Terminal.isColoured)))
    }
  }

  private struct Whole: Encodable {
    var device: DeviceInterface.GetState.Reply?
    var memory: MemoryInterface.Get.Reply?
    var apps: [AppStatus]
    var tasks: [ScheduledTask]
    var exits: [ExitRecord]
  }
}
