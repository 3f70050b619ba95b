// roost-transfer: fetches or sends one file for an app, as a process that may do little else (roostd(8)).
import Glibc
import HelperLines
import HelperRights
import TransferProtocol

let daemon = DaemonLink.ofTransfer()
guard CommandLine.arguments.count == 1, fcntl(DaemonLink.descriptor, F_GETFD) >= 0, let order = daemon.order() else {
  let words: StaticString = "usage: roostd starts roost-transfer and tells it by descriptor 3 what to fetch\n"
  _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
  exit(EX_USAGE)
}
// A part that becomes too large is an error of write(2) then.
signal(SIGXFSZ, SIG_IGN)
do throws(HelperRights.Problem) {
  // libcurl sees to the stall where it returns in time.
  let seconds = 2 * max(order.stall, 1)
  let silence = TransferNews.Ending(.timedOut, words: "no content came in \(seconds) s")
  try ProcessorShare.enforce(
    endingWith: DaemonLink.descriptor, after: seconds, lastWords: TransferNews.ended(silence).line)
  try HelperRights.ofTransfer(room: order.room).keepOnly()
} catch {
  daemon.end(TransferNews.Ending(.unconfined, words: "\(error)"))
}
daemon.end(Exchange(order, for: daemon).run())
