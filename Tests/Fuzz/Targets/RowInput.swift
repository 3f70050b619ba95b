// Rows of the databases: a JSON object with the rows of each table, a column's list or object being its JSON text.
import LifecycleModel
import Recall
import SQLite
import WireJSON

@testable import Stores

@MainActor enum RowInput {
  static func read(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard case .object(let tables)? = try? JSON(parsing: text, limits: .answer) else { return }
    var device = SimulatedDevice()
    for (table, rows) in tables.dictionary.sorted(by: { $0.key < $1.key }) {
      guard case .array(let rows) = rows else { continue }
      for case .object(let columns) in rows { recall(Row(columns.dictionary.mapValues(column)), of: table, &device) }
    }
    device.run()
  }

  private static func column(_ value: JSON) -> Column {
    switch value {
    case .null: .null
    case .bool(let value): value.column
    case .integer(let value): value.column
    case .number(let value): .real(value)
    case .string(let value): .text(value)
    case .array, .object: .text(value.text)
    }
  }

  /// As Supervisor+Recall.swift does with what it reads.
  private static func recall(_ row: Row, of table: String, _ device: inout SimulatedDevice) {
    switch table {
    case "exit":
      guard let exit = try? ExitRow(row), let deaths = exit.earlyDeaths else { return }
      let ago = Duration(nanosecondsFrom: exit.time, to: 1_795_257_012_004_200_000)
      device.take(.recalled(.deaths(AppID(exit.app), deaths, ago: ago)))
    case "session":
      guard let session = (try? SessionRow(row)) else { return }
      let kept = session.isDiscarded ? [] : [Session(session)]
      let discarded = session.isDiscarded ? [SessionID(session.session)] : []
      device.take(.recalled(.sessions(AppID(session.app), Sessions(kept, discarded: discarded))))
    case "fact":
      guard let fact = (try? FactRow(row)).flatMap({ FactChange($0) }) else { return }
      device.take(.recalled(.fact(fact)))
    case "task":
      guard let kept = try? TaskRow(row), let task = TaskRequest(kept) else { return }
      device.take(.recalled(.tasks(AppID(kept.app), [task])))
    case "notification":
      guard let kept = try? NotificationRow(row) else { return }
      device.take(.recalled(.notifications(AppID(kept.app), UserNotifications(kept))))
    case _: break
    }
  }
}
