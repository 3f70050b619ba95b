// The lines between roost-transfer and roostd: the order, the news, the end.
import Glibc
import HelperLines
import TransferProtocol

extension DaemonLink {
  static func ofTransfer() -> DaemonLink { DaemonLink(lineLimit: TransferOrder.limit) }

  /// The order; nil when the daemon has closed its end, or speaks another language.
  func order() -> TransferOrder? { next(TransferOrder.init(line:)) }

  func say(_ news: TransferNews) { say(news.line) }

  /// Ends this process when the daemon has closed its end: it has nothing more to say.
  ///
  /// - Parameter milliseconds: how long to wait for that.
  func endWithDaemon(within milliseconds: Int32) {
    var end = pollfd(fd: Self.descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&end, 1, milliseconds) > 0 { _exit(EXIT_SUCCESS) }
  }

  /// For good, with the reason.
  func end(_ ending: TransferNews.Ending) -> Never {
    say(.ended(ending))
    // Without exit handlers: what is in memory came from a server.
    _exit(ending.kind == .done ? EXIT_SUCCESS : EXIT_FAILURE)
  }
}
