// The lines between roost-push and roostd: the order, each message with the consent to it, the end.
import Glibc
import HelperLines
import PushProtocol

extension DaemonLink {
  static func ofPush() -> DaemonLink { DaemonLink(lineLimit: PushCommand.limit) }

  /// The next line; nil when the daemon has closed its end, or speaks another language.
  func next() -> PushCommand? { next(PushCommand.init(line:)) }

  func say(_ news: PushNews) { say(news.line) }

  /// Hands a message over, and returns when the daemon has taken it. A daemon that ends before leaves it with the broker,
  /// to which nothing is said any more.
  func hand(over message: PushMessage) {
    say(.message(message))
    guard next() == .taken else { _exit(EXIT_SUCCESS) }
  }

  /// For good, with the reason.
  func end(_ end: PushEnd) -> Never {
    say(.ended(end))
    exit(EXIT_FAILURE)
  }
}
