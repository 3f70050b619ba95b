// The requests of apps for transfers, and the checks that they pass before anything is kept.

/// The requests of an app for transfers.
public enum TransferWish: Hashable, Codable, Sendable {
  case begin(TransferRequest)
  /// Also one that has ended, of which the app has taken note.
  case cancel(TransferName)
  case list(session: String)
}

extension TransferRequest {
  /// The part that ``Limit/transfer`` bounds, in bytes.
  var size: Int {
    headers.reduce(method.utf8.count + (file?.utf8.count ?? 0)) { $0 + $1.key.utf8.count + $1.value.utf8.count }
  }

  /// Why it cannot be carried out, whatever the server says; nil: it can.
  var fault: String? {
    let scheme = url.prefix { $0 != ":" }.lowercased()
    if scheme != "http", scheme != "https" { return "the URL begins with neither http:// nor https://" }
    if url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f }) {
      return "the URL contains a space or a control character"
    }
    if name.number < 0 { return "the number of a transfer is not negative" }
    if method.isEmpty || !method.utf8.allSatisfy(\.isTokenByte) { return "the method is no word of HTTP" }
    for (field, value) in headers {
      if field.isEmpty || !field.utf8.allSatisfy(\.isTokenByte) { return "the name of a header field is not valid" }
      if value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7f }) {
        return "the header field \(field.prefix(40)) contains a control character"
      }
    }
    if let file, file.isEmpty || file.utf8.contains(0) { return "the name of the file to send is not valid" }
    return nil
  }
}

extension UInt8 {
  /// A byte of a method or a field's name (RFC 9110, 5.6.2).
  fileprivate var isTokenByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case _: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}

extension Lifecycle {
  /// Answers what an app asks of its transfers.
  mutating func answer(_ wish: TransferWish, id: UInt64, of process: ProcessSerial, _ app: AppID, _ turn: inout Turn) {
    switch wish {
    case .begin(var request):
      // BX9: or an app has itself woken for as long as it likes, each time by a transfer that it begins when it is woken.
      if isOutOfSight(app) { request.isDiscretionary = true }
      if let refusal = refusal(to: request, of: app) { return turn.emit(.reply(process, id: id, refusal)) }
      lastTransfer = TransferSerial(number: lastTransfer.number &+ 1)
      let transfer = Transfer(lastTransfer, request)
      apps[app]?.estate.transfers.all.append(transfer)
      turn.emit(.store(.keepTransfer(app, transfer)))
      turn.emit(.replyWhenStored(process, id: id, .done))
      // BX10: or an app that the user swipes away sends what it likes after its end, by what it begins in R, B and T.
      if isEndedByTheUser(app) { return cancelTransfers(of: app, &turn) }
      reviewTransfers(of: app, &turn)
    case .cancel(let name):
      guard let transfer = apps[app]?.estate.transfers[name] else {
        return turn.emit(.reply(process, id: id, .unknownTransfer(name)))
      }
      forget(transfer, of: app, &turn)
      turn.emit(.reply(process, id: id, .done))
      reviewTransfers(of: app, &turn)
    case .list(let session):
      let all = apps[app]?.estate.transfers.all ?? []
      turn.emit(.reply(process, id: id, .transfers(all.filter { $0.request.name.isOf(session) })))
    }
  }

  /// An app with scenes that the user launches is in the background until it shows one (ST6), and not out of sight.
  private func isOutOfSight(_ app: AppID) -> Bool {
    device.goal(of: app) == .background && apps[app]?.process?.isOutOfSight == true
  }

  /// Whether the user has ended it, also where something else was ending it already, and the end is still to come.
  private func isEndedByTheUser(_ app: AppID) -> Bool {
    guard let entry = apps[app], let order = entry.process?.order else { return false }
    return order == .forceQuit || entry.estate.isForceQuit
  }

  private func refusal(to request: TransferRequest, of app: AppID) -> AppAnswer? {
    guard let transfers = apps[app]?.estate.transfers else { return .done }
    guard apps[app]?.description.usesNetwork != false else { return .lacksNetwork }
    if let fault = request.fault { return .badTransfer(fault) }
    if transfers[request.name] != nil { return .transferExists(request.name) }
    // An app that takes note of each end, and handles none of the events that tell it so, would have any number of them.
    // So would one that is in the middle of a step for as long as that may take, and is told of none.
    let conversation = apps[app]?.process?.conversation
    guard transfers.all.count < Limit.transfers.number else { return .overLimit(.transfers) }
    let (unheard, wakes) = (conversation?.unheardProgress ?? 0, conversation?.transferWakes ?? 0)
    let pending = apps[app]?.wakes.count { $0.wake.isOfTransfers } ?? 0
    return max(unheard, wakes + pending) < Limit.unhandledEvents.number ? nil : .overLimit(.unhandledEvents)
  }

  mutating func forget(_ transfer: Transfer, of app: AppID, _ turn: inout Turn) {
    apps[app]?.estate.transfers.all.removeAll { $0.serial == transfer.serial }
    turn.emit(.store(.dropTransfer(app, transfer.serial)))
    if transfer.end == nil { turn.emit(.transfers(.discard(app, transfer.serial))) }
    // Cancelled by the app itself: there is nothing to tell it.
    let session = transfer.request.name.session
    if apps[app]?.estate.transfers.all.contains(where: { $0.request.name.isOf(session) }) != true {
      apps[app]?.estate.transfers.untold.remove(Spelling(session))
    }
  }

  /// BX5: the user has ended the app. It finds at its next launch that they are cancelled, and is not launched for it.
  mutating func cancelTransfers(of app: AppID, _ turn: inout Turn) {
    apps[app]?.estate.transfers.untold = []
    for transfer in apps[app]?.estate.transfers.all ?? [] where transfer.end == nil {
      turn.emit(.transfers(.discard(app, transfer.serial)))
      keepEnd(.failed(.cancelled, "the user has ended the app"), of: transfer.serial, app, &turn)
    }
    appsWithTransfers.remove(app)
  }

  /// BX12: an app that waits for nothing more is not looked at again.
  mutating func reviewTransfers(of app: AppID, _ turn: inout Turn) {
    guard apps[app]?.estate.transfers.isAtRest == false else {
      appsWithTransfers.remove(app)
      return
    }
    appsWithTransfers.insert(app)
    turn.reviewTransfers(of: app)
  }

  mutating func keepEnd(_ end: TransferEnd, of serial: TransferSerial, _ app: AppID, _ turn: inout Turn) {
    changeEstate(of: app) { estate in
      guard let index = estate.transfers.index(of: serial) else { return }
      estate.transfers.all[index].stage = .ended(end)
      turn.emit(.store(.keepTransfer(app, estate.transfers.all[index])))
    }
  }
}
