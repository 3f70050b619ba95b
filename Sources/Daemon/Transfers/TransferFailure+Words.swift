// The reasons for which an attempt at a transfer fails, in words with the next step.
import LifecycleModel
import Processes
import SystemPackage
import TransferProtocol

nonisolated extension TransferFailure {
  /// By the end of a roost-transfer that has not brought everything.
  static func told(by cause: TransferHelper.Cause) -> (TransferFailure, String) {
    switch cause {
    case .said(let ending): told(by: ending)
    case .broke(let why): (.helper, "roost-transfer \(why), so roostd has ended it")
    case .died(.signaled(let number)): (.helper, "signal \(number) ended roost-transfer")
    case .died(.exited(let code)): (.helper, "roost-transfer ended with status \(code) and without a reason")
    case .died(.unknown): (.helper, "roost-transfer ended in an unknown way")
    }
  }

  private static func told(by ending: TransferNews.Ending) -> (TransferFailure, String) {
    let words = String((ending.words ?? "no reason").prefix(200))
    switch ending.kind {
    // Without a status, which no roost-transfer leaves out.
    case .done: return (.helper, "roost-transfer named no status")
    case .unreachable: return (.unreachable, "\(words); check the address, and that the server runs")
    case .timedOut: return (.timedOut, "the server was silent for too long: \(words); check the network")
    case .lost: return (.lost, "the attempt broke off: \(words); check the network and the server")
    case .tls: return (.tls, "no secure connection: \(words); check the server's certificate")
    case .redirect:
      return (.redirect, "the server redirects to where roost-transfer may not go: \(words); change the address")
    case .badAnswer:
      return (.badAnswer, "the server's answer is not valid: \(words); check the address, and the server")
    case .tooLarge: return (.tooLarge, "\(words); fetch less at a time, or raise transfer-quota in roostd.toml")
    case .storage:
      let errno = Errno(rawValue: ending.errno ?? 0)
      return (.storage, "unable to write the part: \(errno); check that the disk of STATE/transfers has space")
    case .unconfined: return (.helper, "roost-transfer was \(words)")
    }
  }
}
