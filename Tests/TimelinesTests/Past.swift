// Entries of a history, as a test wants them.
import ControlAPI

/// Times are in milliseconds.
struct Past {
  private(set) var entries: [HistoryInterface.Entry] = []

  @discardableResult
  mutating func add(
    _ kind: HistoryInterface.Kind, at milliseconds: Int64, app: String? = nil, name: String? = nil,
    detail: String? = nil, scene: String? = nil, number: Int64? = nil, value: Int64? = nil, limit: Int64? = nil,
    cause: Int64? = nil
  ) -> Int64 {
    let position = Int64(entries.count + 1) * 8
    entries.append(
      HistoryInterface.Entry(
        position: position, time: milliseconds * 1_000_000, kind: kind, app: app, name: name, detail: detail,
        scene: scene, number: number, value: value, limit: limit, cause: cause))
    return position
  }

  /// A launch, a home and a return of one app.
  static func ofNotes() -> Past {
    var past = Past()
    let notes = "com.example.notes"
    let launch = past.add(.asked, at: 100, app: notes, name: "launch", number: 1)
    past.add(.launched, at: 100, app: notes, cause: launch)
    past.add(.state, at: 100, app: notes, name: "inactive", detail: "notRunning", cause: launch)
    past.add(.sent, at: 120, app: notes, name: "didFinishLaunching", number: 1)
    past.add(.callback, at: 130, app: notes, name: "didFinishLaunching", value: 5_000_000)
    let ack = past.add(.acknowledged, at: 131, app: notes, number: 1)
    past.add(.state, at: 132, app: notes, name: "active", detail: "inactive", cause: ack)
    past.add(.answered, at: 133, name: "done", number: 1, cause: ack)
    past.add(.asked, at: 2000, name: "home", number: 2)
    past.add(.device, at: 2000, name: "home")
    past.add(.state, at: 2001, app: notes, name: "background", detail: "inactive")
    past.add(.held, at: 2002, app: notes, name: "backgroundTask", detail: "upload", number: 7)
    past.add(.released, at: 2500, app: notes, name: "backgroundTask", number: 7)
    past.add(.freezing, at: 2501, app: notes)
    past.add(.state, at: 2502, app: notes, name: "suspended", detail: "background")
    past.add(.memory, at: 3000, name: "urgent", detail: "memory: normal → urgent")
    past.add(.killed, at: 3001, app: notes)
    past.add(.exit, at: 3002, app: notes, name: "jetsam", detail: "its memory was needed", number: 42, value: 4096)
    past.add(.state, at: 3002, app: notes, name: "notRunning", detail: "suspended")
    past.add(.memory, at: 4000, name: "normal", detail: "memory: urgent → normal")
    return past
  }
}
