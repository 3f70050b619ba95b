// Translates transfers between the model's words and the protocol's.
import AgentProtocol
import LifecycleModel

nonisolated extension LifecycleModel.TransferRequest {
  /// The model counts by the monotonic clock, apps by the calendar.
  init(_ request: AgentProtocol.TransferRequest, now: Double?) {
    self.init(
      TransferName(session: request.session, number: request.number), method: request.method, url: request.url,
      headers: request.headers, file: request.file, isDiscretionary: request.isDiscretionary,
      allowsCellular: request.allowsCellular,
      earliest: request.earliest.map { Instant(appsSecondsSince1970: $0, now: now) })
  }
}

extension TransferStatus {
  init(_ transfer: Transfer) {
    let state: State =
      switch transfer.stage {
      case .waiting: .waiting
      case .running: .running
      case .ended: .ended
      }
    let name = transfer.request.name
    self.init(
      session: name.session, number: name.number, state: state, url: transfer.request.url, received: transfer.received,
      expected: transfer.expected)
    switch transfer.end {
    case .done(let status, let file, let size, let headers)?:
      self.status = status
      self.headers = headers ?? [:]
      self.file = file
      received = size
    case .failed(let failure, let words)?:
      error = failure.rawValue
      message = words
    case nil: break
    }
  }
}
