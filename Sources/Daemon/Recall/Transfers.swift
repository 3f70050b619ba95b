// Transfers that apps have asked for, between the model and the stores (BX9).
import AppLink
package import LifecycleModel
package import Stores
import WireJSON

extension Transfer {
  /// Nil for a row that no daemon has written: a serial below zero.
  ///
  /// - Parameter parts: the bytes that are here of each transfer.
  package init?(_ row: TransferRow, parts: [TransferSerial: Int64]) {
    guard let serial = UInt64(exactly: row.serial).map(TransferSerial.init(number:)) else { return nil }
    let end: TransferEnd?
    if let status = row.status, let file = row.result, let size = row.size {
      end = .done(status: status, file: file, size: size, headers: row.answer.map(Self.headers))
    } else {
      // A word of a later version is told as it is.
      end = row.failure.map { .failed(TransferFailure(rawValue: $0) ?? .helper, row.message ?? $0) }
    }
    self.init(
      serial,
      TransferRequest(
        TransferName(session: row.session, number: row.number), method: row.method, url: row.url,
        headers: Self.headers(row.headers), file: row.file, isDiscretionary: row.isDiscretionary,
        allowsCellular: row.allowsCellular,
        earliest: row.earliest.map(Instant.init(secondsSince1970:))), validator: row.validator,
      received: parts[serial] ?? 0, end: end)
  }

  private static func headers(_ text: String) -> [String: String] {
    guard case .object(let members)? = try? JSON(parsing: text) else { return [:] }
    return members.dictionary.compactMapValues { if case .string(let value) = $0 { value } else { nil } }
  }
}

extension TransferRow {
  package init(_ transfer: Transfer, of app: AppID) {
    let request = transfer.request
    self.init(
      serial: Int64(clamping: transfer.serial.number), app: app.string, session: request.name.session,
      number: request.name.number, method: request.method, url: request.url,
      headers: JSON.object(request.headers.mapValues(JSON.string)).text, file: request.file,
      isDiscretionary: request.isDiscretionary, allowsCellular: request.allowsCellular,
      earliest: request.earliest?.secondsSince1970,
      validator: transfer.validator)
    switch transfer.end {
    case .done(let status, let file, let size, let headers)?:
      self.status = status
      answer = headers.map { JSON.object($0.mapValues(JSON.string)).text }
      result = file
      self.size = size
    case .failed(let failure, let words)?:
      self.failure = failure.rawValue
      message = words
    case nil: break
    }
  }
}
