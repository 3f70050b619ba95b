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
    var text = line.text.spelling("\t", as: "    ")
    // Only the daemon's lines have its name so.
    if text.seemsToName("[roostd]") { text = text.spelling("[", as: "\\u{5B}") }
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

extension String {
  /// By scalars: to take a text apart into letters takes the square of the marks that follow each other.
  fileprivate func spelling(_ scalar: Unicode.Scalar, as text: String) -> String {
    guard unicodeScalars.contains(scalar) else { return self }
    var spelled = String.UnicodeScalarView()
    for one in unicodeScalars {
      // To append a text at once copies all that is there.
      if one == scalar { for part in text.unicodeScalars { spelled.append(part) } } else { spelled.append(one) }
    }
    return String(spelled)
  }

  /// Whether a person would see `word` in it: scalars that show nothing, and marks on its letters, do not hide it.
  fileprivate func seemsToName(_ word: String) -> Bool {
    var seen = String.UnicodeScalarView()
    for scalar in unicodeScalars where !scalar.isUnseen { seen.append(scalar) }
    return seen.contains(word.unicodeScalars)
  }
}

extension Unicode.Scalar {
  /// Such as a joiner, a variation selector, a mark that says in which direction a text runs, and an accent.
  fileprivate var isUnseen: Bool {
    switch properties.generalCategory {
    case .format, .nonspacingMark, .enclosingMark, .spacingMark: true
    case _: properties.isDefaultIgnorableCodePoint
    }
  }
}
