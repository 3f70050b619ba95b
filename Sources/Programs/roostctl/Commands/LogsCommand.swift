// logs: the output of an app, with the lines of its life between.
import ArgumentParser
import ControlAPI
import Glibc

struct LogsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logs", abstract: "Show the output of an app, with its states and ends between.",
    discussion: """
      The output is in the journal, or in a file where there is none. A file keeps no times: the daemon notes when it \
      has seen the file grow, to a second or so, since the machine's start, and as far back as roostctl timeline goes.

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
    let exits = try connection.ask(AppsInterface.ListExits(id: id)).exits
    // A daemon that keeps no history has output all the same.
    let past = try? connection.history()
    let now = past.map { $0.end + $0.calendar } ?? CalendarTime.now
    let start = since.flatMap { PastTime.nanoseconds($0, now: now) }
    let life = LifeStep.all(of: id, exits: exits, past)
    if let path = place.path {
      if let since, start == nil {
        throw CommandFailure.refused(
          "unable to show the output of \(id) since \(since): not a time; write -1h, today, 12:30 or 2026-11-22 12:30")
      }
      var source = OutputSource.file(try show(path, life, past, since: start, printer))
      guard let watch else { return try printer.say(source.end()) }
      try go(on: source, watch, printer, life: [])
    } else {
      let reader = try JournalReader(
        identifier: place.identifier ?? id, user: place.user, since: since, follows: follow)
      // The journal knows more ways to write a time than we do.
      let shown = since == nil ? life : start.map { start in life.filter { $0.time >= start } } ?? []
      try go(on: .journal(reader), watch, printer, life: shown)
    }
  }

  /// Shows what is in the files, and returns the place from which the output goes on.
  private func show(
    _ path: String, _ life: [LifeStep], _ past: ReadHistory?, since: Int64?, _ printer: LogPrinter
  ) throws -> AppOutputFile {
    var files = (before: AppOutputFile(path + ".1"), current: AppOutputFile(path))
    let (before, current) = (try files.before.bytes(), try files.current.bytes())
    var output = PastOutput(of: id, length: Int64(current.count), before: Int64(before.count), life: life, past)
    if let since { output.drop(before: since) }
    for piece in output.pieces {
      switch piece {
      case .text(let range, isBefore: true, _):
        try show(before[range.bytes], of: &files.before, printer)
      case .text(let range, isBefore: false, _):
        try printer.say(files.before.end())
        try show(current[range.bytes], of: &files.current, printer)
      case .step(let step): try printer.say(step)
      }
    }
    try printer.say(files.before.end())
    return files.current
  }

  /// In pieces, so that what is made of them takes little memory.
  private func show(_ bytes: ArraySlice<UInt8>, of file: inout AppOutputFile, _ printer: LogPrinter) throws {
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 1 << 16) {
      try printer.say(file.lines(of: bytes[start..<min(start + (1 << 16), bytes.endIndex)]))
    }
  }

  /// - Parameters:
  ///   - watch: nil: until all is read.
  ///   - life: the steps of the past, which are shown where their time comes.
  private func go(
    on source: OutputSource, _ watch: TopWatch?, _ printer: LogPrinter, life: [LifeStep]
  ) throws {
    var (source, life) = (source, life[...])
    var isQuiet = false
    while true {
      guard let lines = try source.read() else { break }
      var rest = lines[...]
      while let step = life.first, let next = rest.firstIndex(where: { ($0.time ?? 0) * 1000 > step.time }) {
        try printer.say(Array(rest[..<next]))
        try printer.say(life.removeFirst())
        rest = rest[next...]
      }
      try printer.say(Array(rest))
      if isQuiet, lines.isEmpty { while !life.isEmpty { try printer.say(life.removeFirst()) } }
      var waiting = [source.descriptor, watch?.client.fileDescriptor ?? -1].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      // A file does not wake us; the past of the journal is over when nothing comes for a while.
      isQuiet = poll(&waiting, nfds_t(waiting.count), source.descriptor < 0 ? 100 : life.isEmpty ? -1 : 500) == 0
      if waiting[1].revents != 0, let watch {
        guard let events = watch.events() else {
          throw CommandFailure.noDaemon("the daemon has ended the connection; run the command again")
        }
        for event in events where event.app == id {
          // Its last words come before its end.
          if case .exit = event.kind { try printer.say(source.read() ?? []) }
          try printer.say(event)
        }
      }
    }
    for step in life { try printer.say(step) }
  }
}

extension Range<Int64> {
  fileprivate var bytes: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}
