// One run of roost-transfer: its order, its news, its end. Nothing it sends is believed.
import LifecycleModel
import Linux
import Processes
import Systemd
import TransferProtocol

/// A process that speaks with a server, from its start until it has been reaped. libcurl is in there and not in the
/// daemon: it reads what servers write.
final class TransferHelper {
  typealias Cause = HelperCause<TransferNews.Ending>

  enum Step {
    case answered
    case began(TransferNews.Beginning)
    case progressed(Int64)
    /// It has been reaped, and left this, or did what no roost-transfer does.
    case ended(Cause)
  }

  private let link: HelperLink<TransferNews.Ending>
  private let report: (Step) -> Void

  /// - Parameters:
  ///   - program: roost-transfer.
  ///   - files: which it gets; the caller closes them.
  static func start(
    _ program: String, _ order: TransferOrder, _ files: TransferFolder.Files, loop: EventLoop, kernel: Kernel,
    report: @escaping (Step) -> Void
  ) throws -> TransferHelper {
    // One arena: each thread that looks up a name would set 64 MiB of addresses aside (mallopt(3)).
    let start = HelperStart(
      "roost-transfer", at: program, environment: ["MALLOC_ARENA_MAX=1"], output: files.part, input: files.file)
    return try HelperLink.start(start, order: order.line, lineLimit: TransferNews.limit, kernel: kernel) { link in
      try TransferHelper(link, loop, report)
    }
  }

  private init(
    _ link: HelperLink<TransferNews.Ending>, _ loop: EventLoop, _ report: @escaping (Step) -> Void
  ) throws(SystemCallError) {
    self.link = link
    self.report = report
    try link.listen(
      on: loop,
      take: { [unowned self] lines in
        // Not the parameter: the link holds this closure, and would hold itself and its descriptors for ever.
        for line in lines where !self.link.isOver { take(try TransferNews(line: line)) }
      },
      report: { report(.ended($0)) })
  }

  var child: ChildProcess { link.child }

  /// It is not asked first: the part is as good at any byte. Its end is still reported.
  func stop() { link.kill() }

  private func take(_ line: TransferNews) {
    if monotonicNow() >= second + 1_000_000_000 { (second, linesInSecond) = (monotonicNow(), 0) }
    linesInSecond += 1
    guard linesInSecond <= Self.linesASecond else { return link.give(up: "sent more lines than a transfer has") }
    switch line {
    case .answered: report(.answered)
    case .began(let beginning):
      guard beginning.validator.map(TransferNews.isValidator) != false else {
        return link.give(up: "sent a name of a version that is too long, or has control characters")
      }
      report(.began(beginning))
    case .progressed(let received): report(.progressed(received))
    case .ended(var ending):
      // Not refused: the server has answered, and would be asked again.
      ending.headers = ending.headers.map { AnswerFields($0).values }
      link.said(ending)
    }
  }

  /// It says once a second how far it is; a daemon that was stopped for a minute finds a minute's lines.
  private static let linesASecond = 64
  private var second: UInt64 = 0
  private var linesInSecond = 0
}
