// logs: the output of an app, with the lines of its life between.
import ArgumentParser
import ControlAPI
import Glibc

struct LogsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logs", abstract: "Show the output of an app, with its ends and, as it goes on, its states between.",
    discussion: """
      The output is in the journal, or in a file where there is none. A file keeps no times, so that --since needs the \
      journal, and the ends of the past are not shown between its lines.

      Examples:
        roostctl logs com.example.notes
        roostctl logs -f com.example.notes
        roostctl logs --since -1h --json com.example.notes
      """)
  @Argument(help: "The app's bundle identifier.") var id: String
  @Flag(name: [.short, .long], help: "Go on as the app writes, until interrupted.") var follow = false
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only what is newer, as journalctl(1) takes it: -1h, today, 12:30.", valueName: "time"))
  var since: String?
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let place = try connection.ask(AppsInterface.GetOutput(id: id))
    let printer = LogPrinter(app: id, isJSON: connection.json)
    let watch = follow ? try TopDevice(connection).watch(app: id) : nil
    if let path = place.path {
      guard since == nil else {
        throw CommandFailure.refused(
          "unable to show the output of \(id) since \(since ?? ""): it goes to \(path), which keeps no times; leave "
            + "--since out, or set app-output = \"journal\" in [log] of roostd.toml(5)")
      }
      var before = AppOutputFile(path + ".1")
      for line in try before.read() + before.end() { try printer.say(line) }
      var file = AppOutputFile(path)
      for line in try file.read() { try printer.say(line) }
      guard let watch else { return try file.end().forEach(printer.say) }
      try go(on: .file(file), watch, printer, exits: [])
    } else {
      let exits = since == nil ? try connection.ask(AppsInterface.ListExits(id: id)).exits : []
      let reader = try JournalReader(identifier: place.identifier ?? id, since: since, follows: follow)
      try go(on: .journal(reader), watch, printer, exits: exits)
    }
  }

  /// - Parameters:
  ///   - watch: nil: until all is read.
  ///   - exits: those of the past, which are shown where their time comes.
  private func go(
    on source: OutputSource, _ watch: TopWatch?, _ printer: LogPrinter, exits: [ExitRecord]
  ) throws {
    var (source, exits) = (source, exits[...])
    var isQuiet = false
    while true {
      guard let lines = try source.read() else { break }
      for line in lines {
        let time = LogPrinter.iso(microseconds: line.time ?? 0)
        while let exit = exits.first, exit.time < time { try printer.say(exits.removeFirst()) }
        try printer.say(line)
      }
      if isQuiet, lines.isEmpty { while !exits.isEmpty { try printer.say(exits.removeFirst()) } }
      var waiting = [source.descriptor, watch?.client.fileDescriptor ?? -1].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      // A file does not wake us; the past of the journal is over when nothing comes for a while.
      isQuiet = poll(&waiting, nfds_t(waiting.count), source.descriptor < 0 ? 100 : exits.isEmpty ? -1 : 500) == 0
      if waiting[1].revents != 0, let watch {
        guard let events = watch.events() else {
          throw CommandFailure.noDaemon("the daemon has ended the connection; run the command again")
        }
        for event in events where event.app == id {
          // Its last words come before its end.
          if case .exit = event.kind { for line in try source.read() ?? [] { try printer.say(line) } }
          try printer.say(event)
        }
      }
    }
    for exit in exits { try printer.say(exit) }
  }
}
