// Recalls the records of earlier daemons from the stores, and hands them to the model when the daemon starts.
import LifecycleModel
import Linux
import Recall
import Reporting
import Settings
import Stores
import Transfers

extension Supervisor {
  /// Reads everything from disk and hands it to the model.
  func recall(then done: @escaping @MainActor @Sendable () -> Void) {
    let begin: @Sendable (EarlierStarts.Stage) -> Void = { [starts] in starts?.begin($0) }
    state.recall(exits: Autopsy.exitsAtHand, begin: begin) { [unowned self] recalled in
      findParts(of: recalled.transfers) { [unowned self] parts in
        begin(.exits)
        autopsy.remember(recalled.exits)
        submitPastEnds()
        begin(.sessions)
        submit(recalled.sessions)
        begin(.facts)
        for fact in recalled.facts.compactMap(FactChange.init) { submit(.recalled(.fact(fact))) }
        begin(.tasks)
        for (app, rows) in Dictionary(grouping: recalled.tasks, by: \.app) {
          submit(.recalled(.tasks(AppID(app), rows.compactMap(TaskRequest.init))))
        }
        begin(.notifications)
        for row in recalled.notifications { submit(.recalled(.notifications(AppID(row.app), UserNotifications(row)))) }
        begin(.transfers)
        for (app, rows) in Dictionary(grouping: recalled.transfers, by: \.app) {
          submit(.recalled(.transfers(AppID(app), rows.compactMap { Transfer($0, parts: parts) })))
        }
        if !recalled.areTransfersRead {
          submit(.recalled(.transferNumbers(above: TransferSerial(number: .random(in: Self.numbersOfUnread)))))
        }
        begin(.rest)
        done()
      }
    }
  }

  /// Nobody has counted that far, and of so many none is met by chance. Every reader of JSON has them as they are (RFC 8259, 6).
  private static let numbersOfUnread: Range<UInt64> = 1 << 51..<1 << 52

  /// BX11: a part counts against the quota before its transfer begins again. Before anything is recalled, so that all of it
  /// is there when the first app that it launches is heard.
  private func findParts(
    of rows: [TransferRow], then: @escaping @MainActor @Sendable ([TransferSerial: Int64]) -> Void
  ) {
    if rows.isEmpty { then([:]) } else { transfers.findParts(then: then) }
  }

  /// The same of the exits alone, where the model has the rest: each can be told at the app's next launch (TE3).
  func recallExits(then done: @escaping @MainActor @Sendable () -> Void) {
    starts?.begin(.exits)
    state.exits.lastOfEach(Autopsy.exitsAtHand) { [unowned self] rows in
      autopsy.remember(rows)
      starts?.begin(.rest)
      done()
    }
  }

  /// A force quit (BX5), and deaths in a row: an app that dies again and again is still held back.
  private func submitPastEnds() {
    let word = LifecycleModel.ExitReason.forceQuit.word
    for (app, exits) in autopsy.lastExits {
      guard let last = exits.first, last.isForceQuit ?? (last.reason == word) else { continue }
      submit(.recalled(.forceQuit(app)))
    }
    let now = calendarNow()
    for (app, exits) in autopsy.lastExits {
      guard let last = exits.first, let deaths = last.earlyDeaths, deaths > 0 else { continue }
      submit(.recalled(.deaths(app, deaths, ago: Duration(nanosecondsFrom: last.time, to: now))))
    }
  }

  /// SC1, SC3
  private func submit(_ rows: [SessionRow]) {
    for (app, rows) in Dictionary(grouping: rows, by: \.app) {
      let kept = rows.filter { !$0.isDiscarded }.map(Session.init)
      let discarded = rows.filter(\.isDiscarded).map { SessionID($0.session) }
      submit(.recalled(.sessions(AppID(app), Sessions(kept, discarded: discarded))))
    }
  }
}
