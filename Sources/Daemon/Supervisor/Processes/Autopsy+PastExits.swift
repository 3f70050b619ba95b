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
    if let question = PastQuestion(request, from: serial) { answer(question) }
  }

  /// One of this daemon's, or one that the daemon before has not answered.
  func answer(_ question: PastQuestion) {
    guard let app = processes[question.serial]?.app else {
      return survival.pastQuestions.give(question.serial, id: question.id)
    }
    guard pastUnderWay.begin(question.serial) else { return reply(pastUnderWay.refusal, to: question) }
    survival.pastQuestions.note(question)
    switch question.subject {
    case .untoldExits(let number): tellExits(after: number, of: app, for: question)
    case .exitsTold(let number): exitsTold(through: number, by: app, for: question)
    }
  }

  private func answer(_ question: PastQuestion, _ result: RequestResult) {
    pastUnderWay.end(question.serial)
    reply(.result(result), to: question)
  }

  /// The log has the reply before the question is given up.
  private func reply(_ outcome: Reply.Outcome, to question: PastQuestion) {
    processes[question.serial]?.channel.sendAnswer(Reply(to: question.id, outcome).line)
    survival.pastQuestions.give(question.serial, id: question.id)
  }

  /// Answers with the app's next exits that it has not been told of, and where there is a report, with what the main
  /// thread was in.
  private func tellExits(after number: Int?, of app: AppID, for question: PastQuestion) {
    pastLooks.take(of: app) { [weak self] in
      self?.exits.untold(Self.exitsAtOnce, of: app.string, after: number ?? 0) { [weak self] exits in
        let incidents = exits.map(\.row).compactMap { row in
          row.incident.map { ReportStore.Incident(id: $0, time: row.time) }
        }
        guard let self else { return }
        guard !incidents.isEmpty else {
          let told = exits.map { $0.json(nil) }
          return answer(question, .exits(told))
        }
        reports.find(incidents) { [weak self] reports in
          let told = exits.map { $0.json(reports[$0.row.incident ?? ""]) }
          self?.answer(question, .exits(told))
        }
      }
    }
  }

  /// So many, with all their frames, fit a line.
  private static let exitsAtOnce = 16

  /// The answer says that it is on disk, as far as there is one.
  private func exitsTold(through number: Int, by app: AppID, for question: PastQuestion) {
    exits.told(app.string, through: number) { [weak self] _ in self?.answer(question, .done) }
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
