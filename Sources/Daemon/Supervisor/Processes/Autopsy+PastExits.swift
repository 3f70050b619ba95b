// Tells an app of its own past ends (TE3).
import AgentProtocol
import AppLink
import LifecycleModel
import Reporting
import Reports
import Stores
import WireJSON

extension Autopsy {
  /// Answers what an app asks of its own past, which the model does not keep.
  func answerOfThePast(_ request: AgentProtocol.Request, from serial: ProcessSerial) {
    guard request.method.isOfThePast, let process = processes[serial] else { return }
    guard pastUnderWay.begin(serial) else {
      return process.channel.send(Reply(to: request.id, pastUnderWay.refusal).line)
    }
    if case .untoldExits(let number) = request.method {
      tellExits(after: number, of: process.app, to: serial, id: request.id)
    } else if case .exitsTold(let number) = request.method {
      exitsTold(through: number, by: process.app, serial, id: request.id)
    }
  }

  private func answer(_ serial: ProcessSerial, id: UInt64, _ result: RequestResult) {
    pastUnderWay.end(serial)
    processes[serial]?.channel.send(Reply(to: id, .result(result)).line)
  }

  /// Answers with the app's next exits that it has not been told of, and where there is a report, with what the main
  /// thread was in.
  private func tellExits(after number: Int?, of app: AppID, to serial: ProcessSerial, id: UInt64) {
    exits.untold(Self.exitsAtOnce, of: app.string, after: number ?? 0) { [weak self] exits in
      let incidents = exits.map(\.row).compactMap { row in
        row.incident.map { ReportStore.Incident(id: $0, time: row.time) }
      }
      self?.reports.find(incidents) { [weak self] reports in
        let told = exits.map { $0.json(reports[$0.row.incident ?? ""]) }
        self?.answer(serial, id: id, .exits(told))
      }
    }
  }

  /// So many, with all their frames, fit a line.
  private static let exitsAtOnce = 16

  /// The answer says that it is on disk, as far as there is one.
  private func exitsTold(through number: Int, by app: AppID, _ serial: ProcessSerial, id: UInt64) {
    exits.told(app.string, through: number) { [weak self] _ in self?.answer(serial, id: id, .done) }
  }
}

extension NumberedExit {
  /// As an app is told of it.
  fileprivate func json(_ report: IPSReport.Body?) -> JSON {
    guard case .object(var members) = row.json else { return row.json }
    members["number"] = .integer(number)
    if let load = report?.roost.processorLoad {
      members["load"] = ["used": .integer(Int(load.used)), "window": .integer(Int(load.window))]
    }
    guard let report, let frames = report.threads.first?.frames, !frames.isEmpty else { return .object(members) }
    members["frames"] = .array(
      frames.prefix(Self.mostFrames).map { frame in
        let image = report.usedImages.indices.contains(frame.imageIndex) ? report.usedImages[frame.imageIndex] : nil
        return [
          "image": .string(Self.bounded(image?.name ?? "???")), "uuid": JSON(image?.uuid),
          "offset": .integer(Int(clamping: frame.imageOffset)),
          "address": .integer(Int(clamping: (image?.base ?? 0) &+ frame.imageOffset)),
          "symbol": JSON(frame.symbol.map(Self.bounded)),
        ]
      })
    return .object(members)
  }

  private static let mostFrames = 64

  /// A line of the channel is bounded, and some names of Swift and C++ are really long.
  private static func bounded(_ name: String) -> String { String(decoding: name.utf8.prefix(300), as: UTF8.self) }
}
