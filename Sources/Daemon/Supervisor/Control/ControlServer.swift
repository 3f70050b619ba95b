// Serves the control interfaces: a client's request becomes an input, and the model's answer its reply.
import AppLink
import ControlAPI
import DaemonConfiguration
import Glibc
import LifecycleModel
import Linux
import Logging
import Reporting
import Stores
import Systemd
import Varlink
import VarlinkServer

/// All clients of the control socket.
final class ControlServer {
  var path: String { socket.path }

  let supervisor: Supervisor
  private let socket: ControlSocket
  let loop: EventLoop
  private let log: Logger
  private let service = ControlService.service()
  private var connections: [ObjectIdentifier: ControlConnection] = [:]
  private var quota = ClientQuota()
  private let unread = ControlConnection.unreadOfAll()
  /// Whether the last client was turned away.
  private var isFull = false
  var unfinished = UnfinishedRequests()
  let exitLists: ExitLists

  init(_ supervisor: Supervisor, on socket: ControlSocket, loop: EventLoop, log: Logger) {
    self.supervisor = supervisor
    exitLists = ExitLists(deliver: supervisor.runtime.deliver)
    self.loop = loop
    self.log = log
    self.socket = socket
  }

  func listen() throws {
    try socket.listen(loop) { [log] in
      log.error("\($0)")
    } connected: { [unowned self] in
      connected($0)
    }
  }

  /// Takes no more clients; those that wait for an answer still get it.
  func stop() { socket.stop() }

  private func connected(_ client: AcceptedClient) {
    guard quota.admit(client.user) else { return turnAway(client) }
    isFull = false
    do {
      let connection = try ControlConnection(
        client, loop: loop, unread: unread, serve: { [unowned self] in serve($0, on: $1) },
        ended: { [unowned self] in ended($0) }, left: { [weak self, user = client.user] in self?.quota.leave(user) })
      connections[ObjectIdentifier(connection)] = connection
    } catch {
      log.error("unable to serve a client: \(error)")
      quota.leave(client.user)
      client.socket.close()
    }
  }

  private func ended(_ connection: ControlConnection) {
    connections[ObjectIdentifier(connection)] = nil
    supervisor.launcher.uninstalls.end(for: ObjectIdentifier(connection))
  }

  /// Says so once, until a client is served again: a client that tries without end must not fill the log.
  private func turnAway(_ client: AcceptedClient) {
    if !isFull { log.warning("\(ClientQuota.refusal(of: client.user))") }
    isFull = true
    client.socket.close()
  }

  // MARK: Calls

  private func serve(_ call: Call, on connection: ControlConnection) {
    switch service.route(call) {
    case .reply(let parameters): connection.reply(to: call, parameters)
    case .fail(let error): connection.fail(call, error)
    case .dispatch:
      do throws(ServiceError) {
        let request = try ControlCall(call)
        let refused = tellFollowers(of: call)
        dispatch(request, Exchange(call: call.withoutParameters, connection: connection, refused: refused))
      } catch {
        connection.fail(call, error)
      }
    }
  }

  /// One call and where its reply goes.
  struct Exchange {
    let call: Call
    let connection: ControlConnection
    let refused: (ControlError) -> Void

    /// Whether somebody still waits for the reply.
    var isAwaited: Bool { connection.awaits(call) }

    func reply(_ parameters: some Encodable) { connection.reply(to: call, parameters) }
    func reply(_ encoded: EncodedReply) { connection.reply(to: call, encoded) }
    func fail(_ error: ControlError) {
      connection.fail(call, error)
      refused(error)
    }
  }

  /// The app's own name: Swift finds it by another spelling too (K and the Kelvin sign; Unicode, “Canonical Equivalence”), and its files
  /// and rows have its own.
  func named(_ id: String) -> AppID {
    let app = AppID(id)
    return supervisor.model.lifecycle.apps[app]?.description.id ?? app
  }

  func withApp(_ id: String, _ exchange: Exchange, _ body: (App) -> Void) {
    guard let app = supervisor.app(AppID(id)) else { return exchange.fail(.unknownApp(app: id)) }
    body(app)
  }

  // MARK: Changes

  /// Something asked of one app. A refusal names it.
  func change<Reply: Encodable>(
    _ app: AppID, _ request: some ChangeRequest, _ exchange: Exchange, _ wish: (AppID) -> Wish,
    done: @escaping (AppID) -> Reply
  ) {
    submit(request, exchange, wish(app)) { limit in
      .appTimedOut(
        app: app.string, message: "\(app) is not done after \(limit) ms; the change goes on")
    } answer: { outcome in
      switch outcome {
      case .done, .elements, .drawn:
        // Nobody waits after a timeout. Many requests may be done at one moment, and to put together how an app ended takes time.
        if exchange.isAwaited { exchange.reply(done(app)) } else { exchange.reply(Done()) }
      case .refused(let refusal): exchange.fail(Self.error(of: refusal, app))
      }
    }
  }

  static func error(of refusal: Refusal, _ app: AppID) -> ControlError {
    if case .unknownApp = refusal { return .unknownApp(app: app.string) }
    if case .unknownSession(_, let session) = refusal {
      return .unknownScene(app: app.string, session: session.string)
    }
    return .appRefused(app: app.string, message: refusal.sentence)
  }

  /// Something that happens to the device.
  func change(_ request: some ChangeRequest, _ exchange: Exchange, _ wish: Wish) {
    change(request, exchange, wish) { limit in
      .deviceTimedOut(message: "the apps did not handle it in \(limit) ms; they may still do so")
    } done: {
      exchange.reply(Done())
    }
  }

  func change(
    _ request: some ChangeRequest, _ exchange: Exchange, _ wish: Wish,
    timedOut: @escaping (_ limit: Int64) -> ControlError, done: @escaping () -> Void
  ) {
    submit(request, exchange, wish, timedOut: timedOut) { outcome in
      switch outcome {
      case .done, .elements, .drawn: done()
      case .refused(.unknownApp(let app)): exchange.fail(.unknownApp(app: app.string))
      case .refused(.nobodyOpens(let url)): exchange.fail(.noAppForURL(url: url))
      case .refused(let refusal): exchange.fail(.deviceRefused(message: refusal.sentence))
      }
    }
  }

  /// - Parameter timedOut: told the limit, since it waits for as long as the app likes and may not hold the request: a launch may have a
  ///   megabyte of arguments.
  func submit(
    _ request: some ChangeRequest, _ exchange: Exchange, _ wish: Wish,
    timedOut: @escaping (_ limit: Int64) -> ControlError, answer: @escaping (Outcome) -> Void
  ) {
    let (waits, subject) = (request.waits, UnfinishedRequests.Subject(wish))
    guard !waits || mayWait(for: subject, exchange) else { return }
    // The second of the two, answer and time limit, finds the call answered, and does nothing.
    let timer = waits ? request.timeout.flatMap { time in limit(time) { exchange.fail(timedOut(time)) } } : nil
    supervisor.request(wish, waits ? .whenDone : .whenTaken) { [unowned self] outcome in
      if waits { unfinished.end(subject) }
      timer?.close()
      answer(outcome)
    }
  }

  /// Takes a place among those that wait for `subject`; without one the request is refused.
  func mayWait(for subject: UnfinishedRequests.Subject, _ exchange: Exchange) -> Bool {
    guard unfinished.begin(subject) else {
      exchange.fail(UnfinishedRequests.refusal(subject))
      return false
    }
    // By its subject.
    exchange.connection.isCountedElsewhere(exchange.call)
    return true
  }

  /// Takes the place again that a request has given back in this turn, since it waits for the disk now: its client may have gone, or been
  /// told that its time is over, and nobody else would count it. To be called when it waits no longer.
  func waitsFurther(_ request: some ChangeRequest, for wish: Wish) -> @MainActor @Sendable () -> Void {
    let subject = UnfinishedRequests.Subject(wish)
    guard request.waits, unfinished.begin(subject) else { return {} }
    return { [weak self] in self?.unfinished.end(subject) }
  }

  /// The timer is its caller's to keep: calls of two connections may have the same number.
  private func limit(_ milliseconds: Int64, _ passed: @escaping () -> Void) -> TimerSource? {
    do {
      let timer = try loop.timer(priority: .request) { passed() }
      timer.rearm(at: monotonicNow() + UInt64(milliseconds) * 1_000_000)
      return timer
    } catch {
      log.error("\(error)")
      return nil
    }
  }
}
