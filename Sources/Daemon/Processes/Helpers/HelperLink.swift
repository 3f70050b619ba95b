// A helper and the socket to it: its start, its order, the lines it sends, its end. Nothing it sends is believed.
import Glibc
package import LifecycleModel
import Linux
import SystemPackage
package import Systemd
import WireJSON

/// The reason of a helper's end: its last word, a line that no helper of its kind sends, or its exit status.
package nonisolated enum HelperCause<Ending: Sendable>: Sendable {
  case said(Ending)
  case broke(String)
  case died(ExitStatus)
}

/// A process with foreign code in it, from its start until it has been reaped, by the lines that it exchanges with the
/// daemon.
@MainActor package final class HelperLink<Ending: Sendable> {
  package let child: ChildProcess
  /// Nil once it has been closed.
  private var socket: UntrustedSocket?
  private let lineLimit: Int
  private var lines: LineFramer
  private var unsent: [UInt8]
  private var cause: HelperCause<Ending>?
  private var news: IOSource?
  private var exit: IOSource?
  private var take: ([[UInt8]]) throws -> Void = { _ in }
  private var report: (HelperCause<Ending>) -> Void = { _ in }
  /// Whether the process has ended: its last lines may be read after that.
  package private(set) var isGone = false

  // MARK: The start

  /// Starts `helper`, and has `make` listen to it.
  ///
  /// - Parameters:
  ///   - order: the first line that it gets.
  ///   - lineLimit: the most bytes of a line of its own.
  package static func start<Owner>(
    _ helper: HelperStart, order: [UInt8], lineLimit: Int, kernel: Kernel,
    make: (HelperLink<Ending>) throws -> Owner
  ) throws -> Owner {
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
          executable: helper.program, arguments: [helper.name], environment: ["LC_ALL=C"] + helper.environment,
          directory: "/", output: helper.output ?? null, error: null, events: theirs, replies: helper.input ?? -1,
          openFiles: OpenFiles.inherited),
        kernel: kernel)
      do {
        return try make(HelperLink(child, ours, order, lineLimit))
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

  private init(_ child: ChildProcess, _ socket: UntrustedSocket, _ order: [UInt8], _ lineLimit: Int) {
    self.child = child
    self.socket = socket
    self.lineLimit = lineLimit
    lines = LineFramer(limit: lineLimit)
    unsent = order
  }

  /// - Parameters:
  ///   - take: called with the lines of each read; an error that it throws ends the helper.
  ///   - report: called once, when the process has been reaped.
  package func listen(
    on loop: EventLoop, take: @escaping ([[UInt8]]) throws -> Void,
    report: @escaping (HelperCause<Ending>) -> Void
  ) throws(SystemCallError) {
    guard let socket else { return }
    (self.take, self.report) = (take, report)
    exit = try loop.watch(child.pidfd.descriptor, for: .readable, priority: .request) { [unowned self] _ in end() }
    news = try loop.watch(socket.descriptor, for: [.readable, .writable], priority: .request) { [unowned self] in
      ready($0)
    }
  }

  isolated deinit { socket?.close() }

  /// The helper notices it and ends. Its end is still reported.
  package func close() {
    news?.close()
    socket?.close()
    socket = nil
  }

  // MARK: The socket

  private func ready(_ events: IOEvents) {
    if events.contains(.writable) { flush() }
    if !events.isDisjoint(with: [.readable, .hangup, .error]) { drain() }
  }

  package func send(_ line: [UInt8]) {
    unsent += line
    flush()
    if unsent.count > Self.mostUnsent { give(up: "reads no answers") }
  }

  /// Bytes, with the order that it begins with.
  private static var mostUnsent: Int { 1 << 16 }

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
    var buffer = [UInt8](repeating: 0, count: lineLimit)
    do {
      let count = try socket.read(into: &buffer)
      guard count > 0 else {
        news?.close()
        return
      }
      buffer.withUnsafeBytes { lines.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      var complete: [[UInt8]] = []
      while let line = try lines.next() { complete.append(line) }
      try take(complete)
    } catch Errno.wouldBlock {
      return
    } catch Errno.protocolError {
      give(up: "sent descriptors")
    } catch is Errno {
      // It has ended with an answer unread (unix(7), ECONNRESET).
      news?.close()
    } catch {
      give(up: "sent \(error is DecodingError ? "a line of another shape" : "\(error)")")
    }
  }

  // MARK: The end

  /// Whether its last word has come, or it broke the protocol: no line after that counts.
  package var isOver: Bool { cause != nil }

  /// It has said its last word, and has nothing left to do. One that does not end by itself, such as in an exit handler of foreign
  /// code, would be waited for for ever.
  package func said(_ ending: Ending) { finish(.said(ending)) }

  /// Ends a helper that does what no helper of its kind does.
  package func give(up why: String) { finish(.broke(why)) }

  private func finish(_ cause: HelperCause<Ending>) {
    guard self.cause == nil else { return }
    self.cause = cause
    news?.close()
    kill()
  }

  /// Its end is still reported.
  package func kill() { try? child.signal(SIGKILL) }

  private func end() {
    let status: ExitStatus
    do {
      guard let end = try child.end() else { return }
      status = end.status
    } catch {
      status = .unknown
    }
    isGone = true
    // Its last words may not have been read yet.
    if cause == nil, news?.isEnabled == true { drain() }
    for source in [news, exit] as [EventSource?] { source?.close() }
    let report = report
    // They may hold whoever holds this.
    (take, self.report) = ({ _ in }, { _ in })
    report(cause ?? .died(status))
  }
}
