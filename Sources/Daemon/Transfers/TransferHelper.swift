// One run of roost-transfer: its order, its news, its end. Nothing it sends is believed.
import Glibc
import LifecycleModel
import Linux
import Processes
import SystemPackage
import Systemd
import TransferProtocol
import WireJSON

/// A process that speaks with a server, from its start until it has been reaped. libcurl is in there and not in the
/// daemon: it reads what servers write.
final class TransferHelper {
  enum Step {
    case began(TransferNews.Beginning)
    case progressed(Int64)
    /// It has been reaped, and left this, or did what no roost-transfer does.
    case ended(Cause)
  }

  enum Cause {
    case said(TransferNews.Ending)
    case broke(String)
    case died(ExitStatus)
  }

  let child: ChildProcess
  /// Nil once it has been closed.
  private var socket: UntrustedSocket?
  private let report: (Step) -> Void
  private var lines = LineFramer(limit: TransferNews.limit)
  private var unsent: [UInt8]
  private var cause: Cause?
  private var news: IOSource?
  private var exit: IOSource?

  /// - Parameters:
  ///   - program: roost-transfer.
  ///   - files: which it gets; the caller closes them.
  static func start(
    _ program: String, _ order: TransferOrder, _ files: TransferFolder.Files, loop: EventLoop, kernel: Kernel,
    report: @escaping (Step) -> Void
  ) throws -> TransferHelper {
    let (near, theirs) = try Sys.socketPair()
    defer { try? Sys.close(theirs) }
    let ours = UntrustedSocket(near)
    do {
      try Sys.fcntl(near, F_SETFL, O_NONBLOCK)
      let null = try Sys.open("/dev/null", O_RDWR | O_CLOEXEC)
      defer { try? Sys.close(null) }
      // On the loop's thread, which lives as long as the daemon: the helper ends with it (prctl(2), PR_SET_PDEATHSIG).
      let child = try ChildProcess.launch(
        LaunchRequest(
          // One arena: each thread that looks up a name would set 64 MiB of addresses aside (mallopt(3)).
          executable: program, arguments: ["roost-transfer"], environment: ["LC_ALL=C", "MALLOC_ARENA_MAX=1"],
          directory: "/", output: files.part, error: null, events: theirs, replies: files.file ?? -1,
          openFiles: OpenFiles.inherited),
        kernel: kernel)
      do {
        return try TransferHelper(child, ours, order, loop, report)
      } catch {
        // The daemon's sweep for orphans reaps it.
        Kill.tree(root: child, kernel: kernel)
        throw error
      }
    } catch {
      ours.close()
      throw error
    }
  }

  private init(
    _ child: ChildProcess, _ socket: UntrustedSocket, _ order: TransferOrder, _ loop: EventLoop,
    _ report: @escaping (Step) -> Void
  ) throws(SystemCallError) {
    self.child = child
    self.socket = socket
    self.report = report
    unsent = order.line
    exit = try loop.watch(child.pidfd.descriptor, for: .readable, priority: .request) { [unowned self] _ in end() }
    news = try loop.watch(socket.descriptor, for: [.readable, .writable], priority: .request) { [unowned self] in
      ready($0)
    }
  }

  isolated deinit { socket?.close() }

  /// It is not asked first: the part is as good at any byte. Its end is still reported.
  func stop() { try? child.signal(SIGKILL) }

  // MARK: The socket

  private func ready(_ events: IOEvents) {
    if events.contains(.writable) { flush() }
    if !events.isDisjoint(with: [.readable, .hangup, .error]) { drain() }
  }

  private func flush() {
    guard let socket else { return }
    do throws(Errno) {
      while !unsent.isEmpty { unsent.removeFirst(try Sys.send(socket.descriptor, unsent, from: 0)) }
    } catch .wouldBlock {
      news?.events = [.readable, .writable]
      return
    } catch {
      // It is going: its end tells more.
      unsent = []
    }
    news?.events = .readable
  }

  /// At most one read a turn: whatever it sends, the others are served before the next.
  private func drain() {
    guard let socket else { return }
    var buffer = [UInt8](repeating: 0, count: TransferNews.limit)
    do {
      let count = try socket.read(into: &buffer)
      guard count > 0 else {
        news?.close()
        return
      }
      buffer.withUnsafeBytes { lines.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      while let line = try lines.next() { if cause == nil { take(try TransferNews(line: line)) } }
    } catch Errno.wouldBlock {
      return
    } catch Errno.protocolError {
      give(up: "sent descriptors")
    } catch is Errno {
      news?.close()
    } catch {
      give(up: "sent \(error is DecodingError ? "a line of another shape" : "\(error)")")
    }
  }

  private func take(_ line: TransferNews) {
    if monotonicNow() >= second + 1_000_000_000 { (second, linesInSecond) = (monotonicNow(), 0) }
    linesInSecond += 1
    guard linesInSecond <= Self.linesASecond else { return give(up: "sent more lines than a transfer has") }
    switch line {
    case .began(let beginning):
      guard (beginning.validator?.utf8.count ?? 0) <= TransferNews.validatorLimit else {
        return give(up: "sent too long a validator")
      }
      report(.began(beginning))
    case .progressed(let received): report(.progressed(received))
    case .ended(let ending): cause = .said(ending)
    }
  }

  /// It says once a second how far it is; a daemon that was stopped for a minute finds a minute's lines.
  private static let linesASecond = 64
  private var second: UInt64 = 0
  private var linesInSecond = 0

  // MARK: The end

  /// Of a helper that does what no roost-transfer does.
  private func give(up why: String) {
    guard cause == nil else { return }
    cause = .broke(why)
    news?.close()
    stop()
  }

  private func end() {
    let status: ExitStatus
    do {
      guard let end = try child.reap() else { return }
      status = end.status
    } catch {
      status = .unknown
    }
    // Its last words may not have been read yet.
    if cause == nil, news?.isEnabled == true { drain() }
    for source in [news, exit] as [EventSource?] { source?.close() }
    report(.ended(cause ?? .died(status)))
  }
}
