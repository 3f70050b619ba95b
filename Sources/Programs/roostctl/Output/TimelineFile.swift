// The file that a timeline is drawn into: an SVG, or a page.
import ControlAPI
import Timelines

struct TimelineFile {
  /// What `--json` says of it.
  struct Written: Encodable {
    var file: String
    var entries: Int
    var apps: [String]
    /// How often it was drawn; nil where that is once.
    var drawings: Int?
  }

  let path: String
  private let apps: [String]
  private let title: String

  /// - Parameter apps: none: every app.
  init(_ path: String, apps: [String], title: String?) {
    self.path = path
    self.apps = apps
    self.title = title ?? (apps.isEmpty ? "Apps over time" : apps.joined(separator: ", "))
  }

  /// The text of the file, and the apps that have a lane in it.
  ///
  /// - Parameter isLive: the page reads itself again as it grows.
  func drawing(of read: ReadHistory, isLive: Bool = false) -> (text: String, apps: [String]) {
    let history = History(read.entries, from: read.start, to: read.end, apps: Set(apps))
    let picture = TimelinePicture(history, title: title, subtitle: Self.span(history, calendar: read.calendar))
    let text = path.hasSuffix(".html") ? TimelinePage(picture, title: title, isLive: isLive).html : picture.svg
    return (text, history.lanes.map(\.app))
  }

  private static func span(_ history: History, calendar: Int64) -> String {
    let start = CalendarTime.text((history.start + calendar) / 1_000_000_000)
    return "from \(start), for \(Figures.duration(nanoseconds: history.end - history.start))"
  }
}
