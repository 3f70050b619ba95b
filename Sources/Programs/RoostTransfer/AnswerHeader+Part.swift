// Compares an answer with the part that is here: it goes on with that, or says that there is no more.
import TransferProtocol

extension AnswerHeader {
  /// Whether what comes is all of the rest, and of the version that the part is of: a server may know of ranges, and pass over the
  /// condition of the request (RFC 9110, 13.1.5).
  ///
  /// - Parameter count: the bytes of the part.
  func continues(_ count: Int64, of order: TransferOrder) -> Bool {
    guard let range, range.first == count, range.isRest else { return false }
    // Of a file that was replaced with its date kept, or of another behind a redirect, the server may take the name for that of the part.
    if let whole = order.whole, range.end != whole { return false }
    return mayBeVersion(of: order)
  }

  /// Whether nothing comes after the part, by an answer that has no bytes beyond it (RFC 9110, 15.5.17).
  func ends(at count: Int64, of order: TransferOrder) -> Bool {
    wholeWithoutRange == count && order.whole ?? count == count && mayBeVersion(of: order)
  }

  /// A tag is compared with a tag, and a date with a date.
  private func mayBeVersion(of order: TransferOrder) -> Bool {
    guard let known = order.validator, let now = version, known.hasPrefix("\"") == now.hasPrefix("\"") else {
      return true
    }
    return known == now
  }
}
