// Events as lines that a person can follow: when, who, what, how long.
import ControlAPI

struct Timeline {
  private var start: Int64?

  /// The event's line; times count from the first event.
  mutating func line(_ event: MonitorEvent) -> TerminalText {
    let start = self.start ?? event.time
    self.start = start
    let time = pad(Figures.seconds(nanoseconds: max(0, event.time - start)), left: 9)
    let who = Terminal.paint(pad(event.app ?? "device", right: 26), event.app == nil ? .cyan : .bold)
    return "\(Terminal.paint(time, .faint))  \(who)  \(text(event.kind))"
  }

  /// The event without its time and its app.
  func text(_ kind: MonitorEvent.Kind) -> TerminalText {
    switch kind {
    case .state(_, let from, let to):
      return "\(Terminal.paint("\(from.rawValue) ->", .faint)) \(Terminal.paint(to.rawValue, to.style))"
    case .entering(_, let name):
      return "  \(pad(name, right: 34))\(Terminal.paint("under way", .faint))"
    case .callback(_, let name, let scene, let took):
      let duration = pad(Figures.duration(nanoseconds: took), left: 9)
      return "  \(pad(name, right: 34))\(duration)\(scene.map { "  " + $0 } ?? "")"
    case .exit(let record):
      return Terminal.paint("ended: \(record.text)", record.style == .red ? .boldRed : .plain)
    case .deadline(_, let step, let limit, let elapsed):
      let late = "\(Figures.duration(nanoseconds: elapsed)) of \(Figures.duration(nanoseconds: limit))"
      // Steps that end with a request to the app, not with a kill.
      if step == "backgroundTasks" || step == "wake" { return Terminal.paint("time is up: \(step), \(late)", .yellow) }
      return Terminal.paint("deadline missed: \(step), \(late)", .boldRed)
    case .device(let name, let detail):
      return Terminal.paint(detail.map { "\(name) \($0)" } ?? name, .cyan)
    case .notice(_, let text):
      return Terminal.paint(text, .yellow)
    }
  }

  private func pad(_ text: String, right width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private func pad(_ text: String, left width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
