// Transfers that go on without their apps: kept beyond the daemon, and carried out by helpers (BX9).
import AppLink
import Bundles
import DaemonConfiguration
import LifecycleModel
import Recall
import Stores
import Transfers

extension Supervisor {
  func keep(_ transfer: Transfer, of app: AppID) { state.transfers.keep(TransferRow(transfer, of: app)) }

  func perform(_ effect: TransferEffect) {
    switch effect {
    case .start(let app, let transfer, let room, let stall):
      transfers.start(
        transfer, of: app, container: Container.path(of: app.string, in: configuration.stateDirectory), room: room,
        stall: stall)
    case .hold(let serial): transfers.hold(serial)
    case .discard(let app, let serial): transfers.discard(serial, of: app)
    }
  }

  func replyWhenStored(_ answer: AppAnswer, to serial: ProcessSerial, id: UInt64) {
    // Where the disk fails it is in memory alone, and the log of the daemon says so.
    state.whenWritten { [weak self] _ in
      self?.processes[serial]?.channel.reply(answer, to: id)
      self?.owedReplies.give(serial, id: id)
    }
  }

  /// Parts that an earlier daemon has left, when it is known which are needed.
  func removeLostParts() {
    let known = model.lifecycle.transfers.filter { $0.end == nil }.map(\.serial)
    transfers.removeAll(except: Set(known))
  }
}
