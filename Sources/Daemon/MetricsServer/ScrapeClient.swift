// One client that reads metrics: its request in, one answer out, and the end, all of it in a bounded time.
import Linux
import SystemPackage
import Systemd

@MainActor final class ScrapeClient {
  /// Says what a request is answered with, at once or later.
  typealias Answer = (_ request: ScrapeRequest, _ then: @escaping ([UInt8]) -> Void) -> Void

  /// The time in which a client has asked and read its answer.
  static let patience: Duration = .seconds(5)

  private let descriptor: CInt
  private let answer: Answer
  private let ended: (ScrapeClient) -> Void
  private var source: IOSource?
  private var timer: TimerSource?
  /// Whether its request is here as a whole.
  private(set) var hasAsked = false
  private var request: [UInt8] = []
  private var outgoing: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: ScrapeRequest.longest)

  /// - Parameters:
  ///   - descriptor: does not block; it is closed before `ended` is called with this client.
  ///   - answer: what the client is sent.
  init(
    _ descriptor: CInt, _ loop: EventLoop, answer: @escaping Answer,
    ended: @escaping (ScrapeClient) -> Void
  ) throws(SystemCallError) {
    (self.descriptor, self.answer, self.ended) = (descriptor, answer, ended)
    let timer = try loop.timer(priority: .request) { [unowned self] in end() }
    timer.rearm(at: monotonicNow() + UInt64(Self.patience / .nanoseconds(1)))
    self.timer = timer
    source = try loop.watch(descriptor, for: .readable, priority: .request) { [unowned self] _ in proceed() }
  }

  /// Reads or writes as much as there is.
  func proceed() {
    do throws(Errno) {
      if outgoing.isEmpty { try read() } else { try write() }
    } catch {
      if error != .resourceTemporarilyUnavailable { end() }
    }
  }

  private func read() throws(Errno) {
    let count = try Sys.read(descriptor, into: &buffer)
    guard count > 0 else { return end() }
    request += buffer[..<count]
    if let request = ScrapeRequest(request) {
      hasAsked = true
      // One that is gone meanwhile has its time, and no more.
      source?.disable()
      answer(request) { [weak self] in self?.say($0) }
    } else if request.count >= ScrapeRequest.longest {
      end()
    }
  }

  private func say(_ answer: [UInt8]) {
    guard let source else { return }
    outgoing = answer
    source.events = .writable
    do { try source.enable() } catch { end() }
  }

  private func write() throws(Errno) {
    outgoing.removeFirst(try Sys.send(descriptor, outgoing, from: 0))
    if outgoing.isEmpty { end() }
  }

  func end() {
    guard source != nil else { return }
    // Before the descriptor: its number may be another's at once (epoll(7)).
    source?.close()
    timer?.close()
    (source, timer) = (nil, nil)
    try? Sys.close(descriptor)
    ended(self)
  }
}
