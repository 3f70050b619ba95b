// Serves org.roost.History: the past as the ring has it.
import AppLink
import ControlAPI
import LifecycleModel
import Linux
import Stores

extension ControlServer {
  /// Of one reply: 64 KiB of JSON, or twice that where apps' texts are control characters.
  private static let (entriesAtOnce, bytesAtOnce) = (512, 16_384)

  func readHistory(_ request: HistoryInterface.Read, _ exchange: Exchange) {
    guard let ring = supervisor.history.ring else { return exchange.fail(Self.noHistory) }
    let after = UInt64(clamping: request.after ?? 0)
    exchange.reply(
      HistoryInterface.Read.Reply(
        entries: ring.entries(after: after, atMost: Self.entriesAtOnce, bytes: Self.bytesAtOnce)
          .map { HistoryInterface.Entry($0) },
        now: Int64(clamping: Instant.now.nanoseconds), calendar: calendarNow()))
  }

  func getExtent(_ exchange: Exchange) {
    guard let ring = supervisor.history.ring else { return exchange.fail(Self.noHistory) }
    exchange.reply(
      HistoryInterface.GetExtent.Reply(
        size: Int64(HistoryRing.size), used: Int64(ring.used),
        oldest: ring.entries(after: 0, atMost: 1).first.map { Int64(clamping: $0.time) },
        now: Int64(clamping: Instant.now.nanoseconds)))
  }

  private static let noHistory = ControlError.noHistory(
    message: "roostd keeps no history, as it could not make its file in the runtime directory; its log says why")
}

extension HistoryInterface.Entry {
  /// A member that its kind does not have is left out.
  init(_ entry: HistoryEntry) {
    func text(_ text: String) -> String? { text.isEmpty ? nil : text }
    func number(_ isThere: Bool, _ number: Int64) -> Int64? { isThere ? number : nil }
    let kind = HistoryInterface.Kind(entry.kind)
    self.init(
      position: Int64(clamping: entry.position), time: Int64(clamping: entry.time), kind: kind, app: text(entry.app),
      name: text(entry.name), detail: text(entry.detail), scene: text(entry.scene),
      number: number(kind.hasNumber, entry.number), value: number(kind.hasValue, entry.value),
      limit: number(kind == .deadline, entry.limit), cause: number(entry.cause > 0, Int64(clamping: entry.cause)))
  }
}

extension HistoryInterface.Kind {
  init(_ kind: HistoryEntry.Kind) {
    switch kind {
    case .began: self = .began
    case .launched: self = .launched
    case .state: self = .state
    case .sent: self = .sent
    case .acknowledged: self = .acknowledged
    case .callback: self = .callback
    case .asked: self = .asked
    case .answered: self = .answered
    case .freezing: self = .freezing
    case .thawed: self = .thawed
    case .killed: self = .killed
    case .exit: self = .exit
    case .deadline: self = .deadline
    case .device: self = .device
    case .memory: self = .memory
    case .footprint: self = .footprint
    case .held: self = .held
    case .released: self = .released
    case .notice: self = .notice
    case .output: self = .output
    }
  }

  fileprivate var hasNumber: Bool {
    switch self {
    case .began, .sent, .acknowledged, .asked, .answered, .exit, .held, .released: true
    case .launched, .state, .callback, .freezing, .thawed, .killed, .deadline, .device, .memory, .footprint, .notice,
      .output:
      false
    }
  }

  fileprivate var hasValue: Bool {
    switch self {
    case .callback, .exit, .deadline, .footprint, .output: true
    case .began, .launched, .state, .sent, .acknowledged, .asked, .answered, .freezing, .thawed, .killed, .device,
      .memory, .held, .released, .notice:
      false
    }
  }
}
