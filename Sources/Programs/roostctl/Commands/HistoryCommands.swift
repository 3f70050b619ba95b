// timeline, trace: the past as a picture, and for tools that show traces.
import ArgumentParser
import ControlAPI
import Timelines

/// The part of the past that is wanted.
struct HistoryOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Only the last so many seconds.", valueName: "seconds"))
  var last: Double?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Wait so many seconds, and show only what happens meanwhile.", valueName: "seconds"))
  var wait: Double?

  func validate() throws {
    for seconds in [last, wait].compactMap({ $0 }) {
      guard seconds > 0, seconds <= 86_400 else {
        throw ValidationError("The time must be more than 0 and at most 86400 seconds.")
      }
    }
    guard last == nil || wait == nil else {
      throw ValidationError("--last and --for cannot be given together; leave one out.")
    }
  }
}

/// The daemon's history as it was read.
struct ReadHistory {
  var entries: [HistoryInterface.Entry] = []
  /// CLOCK_MONOTONIC in nanoseconds; nil: the first entry's time.
  var start: Int64?
  var end: Int64
  /// Added to a time, gives nanoseconds since 1970.
  var calendar: Int64
}

extension ConnectionOptions {
  func history(_ options: HistoryOptions) throws -> ReadHistory {
    var start: Int64?
    if let wait = options.wait {
      start = try ask(HistoryInterface.GetExtent()).now
      Pause.wait(seconds: wait)
    }
    var found = try history()
    found.start = options.last.map { max(0, found.end - Int64($0 * 1e9)) } ?? start
    return found
  }

  /// All that the daemon has.
  func history() throws(CommandFailure) -> ReadHistory {
    let client = try connect()
    do throws(ControlFailure) {
      var reply = try client.call(HistoryInterface.Read(), timeout: Self.patience)
      var found = ReadHistory(
        entries: reply.entries, end: reply.now, calendar: reply.calendar - reply.now)
      // Entries that come while this reads belong to a later picture.
      var position: Int64 = 0
      while let last = reply.entries.last, last.time <= found.end, last.position > position {
        position = last.position
        reply = try client.call(HistoryInterface.Read(after: position), timeout: Self.patience)
        found.entries += reply.entries
      }
      return found
    } catch {
      throw CommandFailure(error, socket: path)
    }
  }
}

struct TimelineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timeline", abstract: "Draw what happened to apps: an SVG to print, or a page to zoom in.",
    discussion: """
      Each app has a lane: its states as bands, its callbacks above them, what kept it awake below. The daemon keeps \
      1 MiB of the past in its runtime directory.

      roostctl timeline -o day.html
      roostctl timeline -o notes.svg --last 30 com.example.notes
      """)
  @Argument(help: "Only these apps.") var ids: [String] = []
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file: .svg, or .html for a page that zooms.", valueName: "file"))
  var output: String
  @Option(help: ArgumentHelp("The title of the picture.", valueName: "text")) var title: String?
  @OptionGroup var part: HistoryOptions
  @OptionGroup var connection: ConnectionOptions

  private struct Written: Encodable {
    var file: String
    var entries: Int
    var apps: [String]
  }

  func validate() throws {
    guard output.hasSuffix(".svg") || output.hasSuffix(".html") else {
      throw ValidationError("The file's name must end in .svg or .html: \(output).")
    }
  }

  func run() throws {
    let read = try connection.history(part)
    let history = History(read.entries, from: read.start, to: read.end, apps: Set(ids))
    let title = self.title ?? (ids.isEmpty ? "Apps over time" : ids.joined(separator: ", "))
    let picture = TimelinePicture(history, title: title, subtitle: Self.span(history, calendar: read.calendar))
    try OutputFile(output).write(output.hasSuffix(".html") ? TimelinePage(picture, title: title).html : picture.svg)
    if connection.json {
      try JSONOutput.say(Written(file: output, entries: read.entries.count, apps: history.lanes.map(\.app)))
    }
  }

  private static func span(_ history: History, calendar: Int64) -> String {
    let start = CalendarTime.text((history.start + calendar) / 1_000_000_000)
    return "from \(start), for \(Figures.duration(nanoseconds: history.end - history.start))"
  }
}

struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace", abstract: "Write what happened as a trace, which Perfetto and chrome://tracing open.",
    discussion: """
      Each app is a process of the trace, with its states, events, callbacks and memory, and its signposts (OSSignposter) \
      where there is a journal. Arrows lead from a request to the \
      events, callbacks and acknowledgements that it brought about. Open the file at https://ui.perfetto.dev, which keeps \
      it on this machine.

      roostctl trace -o day.json
      roostctl trace -o notes.json --for 10 com.example.notes
      """)
  @Argument(help: "Only these apps.") var ids: [String] = []
  @Option(name: .shortAndLong, help: ArgumentHelp("The file, in the Trace Event Format.", valueName: "file"))
  var output: String
  @OptionGroup var part: HistoryOptions
  @OptionGroup var connection: ConnectionOptions

  private struct Written: Encodable {
    var file: String
    var entries: Int
  }

  func run() throws {
    let read = try connection.history(part)
    let running = try connection.ask(AppsInterface.List()).apps.compactMap { app in app.pid.map { ($0, app.id) } }
    let trace = TraceEvents(
      read.entries, from: read.start, to: read.end, apps: Set(ids), signposts: SignpostJournal.signposts(),
      pids: Dictionary(running) { first, _ in first })
    try OutputFile(output).write(trace.json)
    if connection.json { try JSONOutput.say(Written(file: output, entries: read.entries.count)) }
  }
}

struct MetricsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metrics", abstract: "Print the daemon's counters in the format that Prometheus reads.",
    discussion: """
      For node_exporter's textfile collector, or to look at:

      roostctl metrics
      """)
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let families = try connection.ask(MetricsInterface.Get()).families
    if connection.json { return try JSONOutput.say(families) }
    Terminal.say(TerminalText(exactly: families.prometheusText))
  }
}
