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

struct TimelineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timeline", abstract: "Draw what happened to apps: an SVG to print, or a page to zoom in.",
    discussion: """
      Each app has a lane: its states as bands, its callbacks above them, what kept it awake below. The daemon keeps \
      1 MiB of the past in its runtime directory.

      roostctl timeline -o day.html
      roostctl timeline -o notes.svg --last 30 com.example.notes
      roostctl timeline --live -o now.html
      """)
  @Argument(help: "Only these apps.") var ids: [String] = []
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file: .svg, or .html for a page that zooms.", valueName: "file"))
  var output: String
  @Option(help: ArgumentHelp("The title of the picture.", valueName: "text")) var title: String?
  @Flag(help: "Go on, and draw the file again as things happen, until interrupted.") var live = false
  @OptionGroup var part: HistoryOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard output.hasSuffix(".svg") || output.hasSuffix(".html") else {
      throw ValidationError("The file's name must end in .svg or .html: \(output).")
    }
    guard !live || part.wait == nil else {
      throw ValidationError("--live and --for cannot be given together; leave one out.")
    }
  }

  func run() throws {
    let file = TimelineFile(output, apps: ids, title: title)
    if live {
      var timeline = LiveTimeline(file, last: part.last, connection)
      return try timeline.run()
    }
    let read = try connection.history(part)
    let drawing = file.drawing(of: read)
    try OutputFile(output).write(drawing.text)
    if connection.json {
      try JSONOutput.say(TimelineFile.Written(file: output, entries: read.entries.count, apps: drawing.apps))
    }
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
    // A daemon may be anybody's.
    Terminal.say(TerminalText(lines: families.prometheusText))
  }
}
