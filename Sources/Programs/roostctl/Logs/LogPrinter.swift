// Lines of an app and of its life, for a person or as JSON.
import ControlAPI
import FoundationEssentials

struct LogPrinter {
  let app: String
  let isJSON: Bool

  private struct Line: Encodable {
    let app: String
    let time: String?
    let source: String
    let text: String

    private enum CodingKeys: String, CodingKey { case app, time, source, text }

    /// With null, so that scripts find every member.
    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(app, forKey: .app)
      try members.encode(time, forKey: .time)
      try members.encode(source, forKey: .source)
      try members.encode(text, forKey: .text)
    }
  }

  /// All at once: an app may have written millions of them.
  func say(_ lines: [OutputLine]) throws { Terminal.say(try lines.map(text)) }

  private func text(of line: OutputLine) throws -> TerminalText {
    let time = line.time.map { Self.iso(microseconds: $0) }
    if isJSON { return try JSONOutput.text(Line(app: app, time: time, source: "app", text: line.text)) }
    // A tab moves the cursor and steers nothing else.
    var text = line.text.utf8.contains(0x09) ? line.text.replacing("\t", with: "    ") : line.text
    // Only the daemon's lines have its name so.
    if text.contains("[roostd]") { text = text.replacing("[roostd]", with: "\\u{5B}roostd]") }
    return if let time { "\(Terminal.paint(time, .faint)) \(text)" } else { "\(text)" }
  }

  func say(_ step: LifeStep) throws {
    if case .exit(let record) = step.kind { return try say(life: step.kind, at: record.time) }
    try say(life: step.kind, at: Self.iso(microseconds: step.time / 1000))
  }

  /// Nothing for what is no step of the life of an app.
  func say(_ event: MonitorEvent) throws {
    switch event.kind {
    case .state, .exit, .deadline, .notice:
      try say(life: event.kind, at: Date.now.formatted(Self.style))
    case .entering, .callback, .device: return
    }
  }

  private func say(life: MonitorEvent.Kind, at time: String) throws {
    let text = Timeline().text(life)
    if isJSON {
      return try JSONOutput.say(Line(app: app, time: time, source: "roostd", text: Self.plain(life)))
    }
    Terminal.say("\(Terminal.paint(time, .faint)) \(Terminal.paint("[roostd]", .cyan)) \(text)")
  }

  private static func plain(_ life: MonitorEvent.Kind) -> String {
    switch life {
    case .state(_, let from, let to): "\(from.rawValue) -> \(to.rawValue)"
    case .exit(let record): record.text
    case .deadline(_, let step, let limit, _): "deadline of \(step): \(Figures.duration(nanoseconds: limit))"
    case .notice(_, let text): text
    case .entering(_, let name), .callback(_, let name, _, _), .device(let name, _): name
    }
  }

  static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  static func iso(microseconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(microseconds) / 1e6).formatted(style)
  }
}
