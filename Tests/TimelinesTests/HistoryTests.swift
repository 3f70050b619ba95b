// Entries as lanes.
import ControlAPI
import Testing

@testable import Timelines

struct HistoryTests {
  private static let notes = "com.example.notes"

  private func lane(_ history: History) throws -> Lane { try #require(history.lanes.first) }

  @Test("An app's states follow one another without a gap, and its end ends them")
  func bands() throws {
    let lane = try lane(History(Past.ofNotes().entries, to: 5_000_000_000))
    #expect(lane.bands.map(\.state) == [.inactive, .active, .background, .suspended])
    for (one, next) in zip(lane.bands, lane.bands.dropFirst()) { #expect(one.end == next.start) }
    #expect(lane.bands.last?.end == 3_002_000_000)
  }

  @Test("A callback began as long before it returned as it ran")
  func callbacks() throws {
    let lane = try lane(History(Past.ofNotes().entries, to: 5_000_000_000))
    #expect(
      lane.callbacks == [
        Lane.Bar(name: "didFinishLaunching", detail: "", start: 125_000_000, end: 130_000_000)
      ])
  }

  @Test("Callbacks of which an app tells in one breath ran one after another")
  func oneBreath() throws {
    var past = Past()
    past.add(.launched, at: 10, app: "a")
    past.add(.callback, at: 50, app: "a", name: "willFinishLaunching", value: 1_000_000)
    past.add(.callback, at: 50, app: "a", name: "didFinishLaunching", value: 20_000_000)
    past.add(.callback, at: 51, app: "a", name: "didBecomeActive", value: 2_000_000)
    let bars = try lane(History(past.entries, to: 100_000_000)).callbacks
    #expect(bars.map(\.name) == ["willFinishLaunching", "didFinishLaunching", "didBecomeActive"])
    #expect(bars.map(\.start) == [28_000_000, 29_000_000, 49_000_000])
  }

  @Test("Callbacks of which an app says that they ran longer than it did begin with the machine, however many they are")
  func endless() throws {
    let end = Int64.max / 2
    var past = Past()
    past.add(.launched, at: 10, app: "a")
    for _ in 0..<9 { past.add(.callback, at: end / 1_000_000, app: "a", name: "x", value: .max) }
    let bars = try lane(History(past.entries, to: end)).callbacks
    #expect(!bars.isEmpty)
    // Where the picture begins.
    for bar in bars { #expect(bar.start == 10_000_000 && bar.end >= bar.start) }
  }

  @Test("A background task is a bar from its beginning to its end, to the app's end, or to the picture's")
  func held() throws {
    let whole = try lane(History(Past.ofNotes().entries, to: 5_000_000_000))
    #expect(
      whole.held == [Lane.Bar(name: "upload", detail: "backgroundTask", start: 2_002_000_000, end: 2_500_000_000)])
    let cut = try lane(History(Past.ofNotes().entries, to: 2_100_000_000))
    #expect(cut.held.map(\.end) == [2_100_000_000])
    var past = Past()
    past.add(.held, at: 1, app: "a", name: "activity", detail: "audio", number: 1)
    past.add(.exit, at: 9, app: "a", name: "crashed")
    #expect(try lane(History(past.entries, to: 100_000_000)).held.map(\.end) == [9_000_000])
  }

  @Test("A picture of the last seconds knows the states from before, and shows nothing else of that time")
  func part() throws {
    let history = History(Past.ofNotes().entries, from: 2_700_000_000, to: 5_000_000_000)
    let lane = try lane(history)
    #expect(lane.bands.map(\.state) == [.suspended] && lane.bands.first?.start == 2_700_000_000)
    #expect(lane.callbacks.isEmpty && lane.marks.map(\.kind) == [.killed, .exit])
    #expect(history.device.allSatisfy { $0.time >= 2_700_000_000 })
  }

  @Test("A missed deadline is a bar from when it began to run")
  func late() throws {
    var past = Past()
    past.add(.launched, at: 10, app: "a")
    past.add(.deadline, at: 6000, app: "a", name: "enterBackground", value: 5_000_000_000, limit: 5_000_000_000)
    let lane = try lane(History(past.entries, to: 7_000_000_000))
    #expect(
      lane.late == [Lane.Bar(name: "enterBackground", detail: "", start: 1_000_000_000, end: 6_000_000_000)])
    #expect(lane.marks.last?.text == "enterBackground: 5 s of 5 s")
  }

  @Test("Pressure lasts from the level until the memory is normal again")
  func pressure() {
    let history = History(Past.ofNotes().entries, to: 5_000_000_000)
    #expect(history.pressure == [.init(level: "urgent", start: 3_000_000_000, end: 4_000_000_000)])
  }

  @Test("Only the lanes that are wanted are there")
  func apps() {
    var past = Past.ofNotes()
    past.add(.state, at: 4500, app: "b", name: "active", detail: "inactive")
    #expect(History(past.entries, to: 5_000_000_000).lanes.map(\.app) == [Self.notes, "b"])
    #expect(History(past.entries, to: 5_000_000_000, apps: ["b"]).lanes.map(\.app) == ["b"])
  }

  @Test("Entries that make no sense end nothing")
  func nonsense() {
    var past = Past()
    for kind in HistoryInterface.Kind.allCases {
      past.add(kind, at: 5)
      past.add(kind, at: 3, app: "a", name: "no state", detail: "\u{0}", number: .max, value: .max, limit: .min)
      past.add(kind, at: .min / 1_000_000, app: "", name: "", number: .min, value: .min, limit: .max, cause: .max)
    }
    let history = History(past.entries, to: 10_000_000)
    #expect(!TraceEvents(past.entries, to: 10_000_000).json.isEmpty)
    #expect(!TimelinePicture(history, title: "", subtitle: "").svg.isEmpty)
    #expect(History([], to: 7).lanes.isEmpty)
    #expect(TimelinePicture(History([], to: 7), title: "t", subtitle: "").svg.contains("Nothing happened"))
  }
}
