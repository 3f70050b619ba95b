// The socket on which Prometheus reads metrics. It gives no way to change anything, and a hostile client costs little: few
// are served at a time and for a bounded time, so many after each pause, and the metrics are made once a second at most.
import Glibc
package import Linux
import SystemPackage
package import Systemd

/// The metrics in both formats, as texts.
package struct MetricsTexts: Sendable {
  let prometheus: String
  let openMetrics: String

  package init(prometheus: String, openMetrics: String) {
    (self.prometheus, self.openMetrics) = (prometheus, openMetrics)
  }
}

@MainActor package final class MetricsSocket {
  /// After which the next clients are taken.
  static let pause: Duration = .milliseconds(20)
  /// Clients that are taken at once: more in a second than one user connects.
  private static let mostAtOnce = 64
  /// As long as a text is news.
  static let freshness: Duration = .seconds(1)
  /// Clients that are served at a time. One more takes the place of the oldest that has not asked, or of the oldest: so
  /// nobody who says nothing, or reads nothing, keeps others waiting.
  static let most = 128
  /// Seconds in which the kernel keeps back a client that has sent nothing (tcp(7), TCP_DEFER_ACCEPT).
  private static let silence: CInt = 1

  /// As it was asked for.
  package let wanted: InternetAddress
  /// With the port that the kernel has chosen where none was named.
  package let address: InternetAddress
  private let loop: EventLoop
  private let descriptor: CInt
  private let makeTexts: (_ then: @escaping (MetricsTexts) -> Void) -> Void
  private var source: IOSource?
  private var rest: TimerSource?
  /// The oldest first.
  private var clients: [ScrapeClient] = []
  private var made: (texts: MetricsTexts, time: UInt64)?
  /// Those who wait for the texts that are being made.
  private var waiting: [(MetricsTexts) -> Void] = []

  /// - Parameter makeTexts: calls back at once or later.
  package init(
    _ address: InternetAddress, _ loop: EventLoop,
    makeTexts: @escaping (_ then: @escaping (MetricsTexts) -> Void) -> Void
  ) throws {
    (wanted, self.loop, self.makeTexts) = (address, loop, makeTexts)
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    descriptor = try Sys.socket(address.family, kind, 0)
    do {
      // An upgraded daemon takes the place of the one before, whose last clients the kernel still remembers (tcp(7)).
      try Sys.setsockopt(descriptor, SO_REUSEADDR, 1)
      try Sys.setTCPOption(descriptor, TCP_DEFER_ACCEPT, Self.silence)
      try address.bind(descriptor)
      try Sys.listen(descriptor, SOMAXCONN)
      self.address = try address.bound(of: descriptor)
    } catch {
      try? Sys.close(descriptor)
      throw error
    }
    rest = try loop.timer(priority: .request) { [unowned self] in listen() }
    source = try loop.watch(descriptor, for: .readable, priority: .request) { [unowned self] _ in accept() }
  }

  package func stop() {
    for client in clients { client.end() }
    rest?.close()
    source?.close()
    (rest, source) = (nil, nil)
    try? Sys.close(descriptor)
  }

  private func accept() {
    for _ in 0..<Self.mostAtOnce {
      guard let accepted = try? Sys.accept(descriptor) else { break }
      serve(accepted)
    }
    // Where there is no descriptor to give, the next client would wake the loop again at once (accept(2), EMFILE).
    wait()
  }

  private func serve(_ accepted: CInt) {
    if clients.count >= Self.most { (clients.first { !$0.hasAsked } ?? clients[0]).end() }
    do throws(SystemCallError) {
      let client = try ScrapeClient(accepted, loop) { [unowned self] in
        answer($0, $1)
      } ended: { [unowned self] ended in
        clients.removeAll { $0 === ended }
      }
      clients.append(client)
      // It has asked by now, and is not to go for one of those that come with it and have not.
      client.proceed()
    } catch {
      try? Sys.close(accepted)
    }
  }

  private func wait() {
    source?.disable()
    rest?.rearm(at: monotonicNow() + UInt64(Self.pause / .nanoseconds(1)))
  }

  private func listen() {
    do { try source?.enable() } catch { wait() }
  }

  // MARK: Answers

  private func answer(_ request: ScrapeRequest, _ then: @escaping ([UInt8]) -> Void) {
    switch request.answer(isLoopback: address.isLoopback) {
    case .openMetrics:
      withFreshTexts {
        then(
          Self.response("200 OK", "application/openmetrics-text; version=1.0.0; charset=utf-8", $0.openMetrics))
      }
    case .prometheus:
      withFreshTexts { then(Self.response("200 OK", "text/plain; version=0.0.4; charset=utf-8", $0.prometheus)) }
    case .refused(let status, let sentence):
      then(Self.response(status, "text/plain; charset=utf-8", sentence + "\n"))
    }
  }

  private func withFreshTexts(_ then: @escaping (MetricsTexts) -> Void) {
    if let made, monotonicNow() - made.time < UInt64(Self.freshness / .nanoseconds(1)) { return then(made.texts) }
    waiting.append(then)
    guard waiting.count == 1 else { return }
    makeTexts { [weak self] in self?.take($0) }
  }

  private func take(_ texts: MetricsTexts) {
    made = (texts, monotonicNow())
    let told = waiting
    waiting = []
    for then in told { then(texts) }
  }

  private static func response(_ status: String, _ type: String, _ text: String) -> [UInt8] {
    let head = [
      "HTTP/1.1 \(status)", "Content-Type: \(type)", "Content-Length: \(text.utf8.count)", "Connection: close",
      "X-Content-Type-Options: nosniff", "Cache-Control: no-store",
    ]
    return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + text).utf8)
  }
}
