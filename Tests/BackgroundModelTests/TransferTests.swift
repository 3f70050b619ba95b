// The rules of transfers that go on without their apps: BX9 to BX12, and BX5.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("BX9: background transfers") struct TransferTests {
  static func request(
    _ number: Int = 1, session: String = "films", method: String = "GET", url: String = "http://example.com/a",
    headers: [String: String] = [:], isDiscretionary: Bool = false, allowsCellular: Bool = true,
    earliest: Instant? = nil
  ) -> AppRequest {
    .transfer(
      .begin(
        TransferRequest(
          TransferName(session: session, number: number), method: method, url: url, headers: headers,
          isDiscretionary: isDiscretionary, allowsCellular: allowsCellular, earliest: earliest)))
  }

  /// `notes`, which has no background mode, is active and has begun `count` transfers.
  private func begun(_ count: Int = 1, policy: Policy = Policy()) -> World {
    var world = World(running: notes, policy: policy)
    for number in 1..<count + 1 { #expect(world.answer(notes, to: Self.request(number)) == .done) }
    return world
  }

  private func done(_ serial: UInt64) -> TransferEnd {
    .done(status: 200, file: "Library/Caches/transfer-\(serial)", size: 7)
  }

  // MARK: Beginning

  @Test("BX9 a transfer is kept before its app is answered, and begins at once")
  func keptFirst() {
    var world = World(running: notes)
    let effects = world.effects(of: notes, asking: Self.request())
    let kept = effects.firstIndex { if case .store(.keepTransfer(notes, _)) = $0 { true } else { false } }
    let answered = effects.firstIndex { if case .replyWhenStored(_, _, .done) = $0 { true } else { false } }
    #expect(kept != nil && answered != nil && kept ?? 1 < answered ?? 0)
    #expect(world.started == [1])
  }

  @Test(
    "BX9 what cannot be carried out is refused with the reason",
    arguments: [
      request(url: "file:///etc/passwd"), request(url: "ftp://example.com/a"), request(url: "http://a b/"),
      request(headers: ["A": "b\r\nHost: c"]), request(headers: ["A b": "c"]), request(-1),
    ])
  func refused(_ request: AppRequest) {
    var world = World(running: notes)
    guard case .badTransfer = world.answer(notes, to: request) else {
      Issue.record("it was not refused")
      return
    }
    #expect(world.started.isEmpty)
  }

  @Test("BX9 LA7 an app that asks for no network has none fetched for it, also not what it had begun before")
  func noNetwork() {
    var world = World(running: notes)
    world.feed(.installed(AppDescription(id: notes, style: .app, usesNetwork: false)))
    #expect(world.answer(notes, to: Self.request()) == .lacksNetwork)
    #expect(world.started.isEmpty)
    world = begun(5)
    #expect(world.started.count == Limit.runningTransfers.number)
    world.feed(.installed(AppDescription(id: notes, style: .app, usesNetwork: false)))
    world.feed(.transfer(notes, TransferSerial(number: 1), .ended(done(1))))
    #expect(world.started.count == Limit.runningTransfers.number)
  }

  @Test("BX9 an app has 64 transfers, four of which run at once; a name is used once until it is cancelled")
  func limits() {
    var world = begun(64)
    #expect(world.started == [1, 2, 3, 4])
    #expect(world.answer(notes, to: Self.request(65)) == .overLimit(.transfers))
    #expect(world.answer(notes, to: Self.request(1)) == .transferExists(TransferName(session: "films", number: 1)))
    #expect(world.answer(notes, to: .transfer(.cancel(TransferName(session: "films", number: 1)))) == .done)
    #expect(world.transferWork.contains(.discard(notes, TransferSerial(number: 1))))
    #expect(world.started == [1, 2, 3, 4, 5])
    #expect(world.answer(notes, to: Self.request(1)) == .done)
    let unknown = TransferName(session: "other", number: 1)
    #expect(world.answer(notes, to: .transfer(.cancel(unknown))) == .unknownTransfer(unknown))
    let large = Self.request(70, headers: ["A": String(repeating: "b", count: 9000)])
    #expect(world.answer(notes, to: large) == .overLimit(.transfer))
  }

  @Test("BX9 a transfer waits for the network and its time")
  func waits() {
    var world = World(running: notes)
    let soon = world.now + .seconds(60)
    world.answer(notes, to: Self.request(earliest: soon))
    #expect(world.started.isEmpty && world.transfersDue == soon)
    world.ask(.fact(.network(.offline)))
    world.pass(.seconds(61))
    #expect(world.started.isEmpty)
    world.ask(.fact(.network(.wifi)))
    #expect(world.started == [1])
  }

  @Test("BX9 BX4 a discretionary one runs on external power while the user is away, and is held when the user is back")
  func discretionary() {
    var world = World(running: notes)
    world.answer(notes, to: Self.request(isDiscretionary: true))
    #expect(world.started.isEmpty)
    world.ask(.fact(.battery(level: nil, state: .unplugged)))
    world.home()
    world.play()
    #expect(world.started.isEmpty)
    world.ask(.fact(.battery(level: nil, state: .charging)))
    #expect(world.started == [1])
    world.open(clock)
    #expect(world.transferWork.last == .hold(TransferSerial(number: 1)))
    world.home()
    world.play()
    #expect(world.started == [1, 1])
  }

  @Test(
    "BX9 a discretionary request that was answered is not sent again at each visit, unless it only reads",
    arguments: [("POST", true), ("PUT", true), ("POST", false), ("GET", true), ("HEAD", true)])
  func answeredDiscretionary(method: String, isAnswered: Bool) {
    var world = World(running: notes)
    #expect(world.answer(notes, to: Self.request(method: method, isDiscretionary: true)) == .done)
    world.home()
    world.play()
    #expect(world.started == [1])
    if isAnswered { world.news(1, .began(validator: nil, expected: nil, received: 0)) }
    world.open(clock)
    world.home()
    world.play()
    world.ask(.fact(.battery(level: nil, state: .unplugged)))
    world.ask(.fact(.battery(level: nil, state: .charging)))
    let goesOn = isAnswered && method.hasPrefix("P")
    #expect(world.transferWork.contains(.hold(TransferSerial(number: 1))) == !goesOn)
    #expect(world.started == (goesOn ? [1] : [1, 1, 1]))
    world.ask(.fact(.network(.offline)))
    #expect(world.transferWork.last == .hold(TransferSerial(number: 1)), "without a network nothing goes on")
  }

  @Test("BX9 a discretionary request is answered from the first line of its answer on, before there is any content")
  func answeredWithoutContent() {
    var world = World(running: notes)
    #expect(world.answer(notes, to: Self.request(method: "POST", isDiscretionary: true)) == .done)
    world.home()
    world.play()
    #expect(world.started == [1])
    world.news(1, .answered)
    world.open(clock)
    world.home()
    world.play()
    #expect(world.started == [1])
    #expect(!world.transferWork.contains(.hold(TransferSerial(number: 1))))
  }

  @Test("BX9 a transfer for Wi-Fi alone waits while the network is cellular, is held when it becomes so, and goes on")
  func wifiAlone() {
    var world = World(running: notes)
    world.ask(.fact(.network(.cellular)))
    world.answer(notes, to: Self.request(1, allowsCellular: false))
    world.answer(notes, to: Self.request(2))
    #expect(world.started == [2])
    world.ask(.fact(.network(.wifi)))
    #expect(world.started == [2, 1])
    world.ask(.fact(.network(.cellular)))
    #expect(world.transferWork.last == .hold(TransferSerial(number: 1)))
    #expect(!world.transferWork.contains(.hold(TransferSerial(number: 2))))
    world.ask(.fact(.network(.wifi)))
    #expect(world.started == [2, 1, 1])
  }

  @Test("BX9 a transfer that an app begins behind the screen is discretionary: it does not keep itself awake with one")
  func begunBehind() {
    var world = begun()
    world.home()
    world.play()
    world.open(clock)
    world.play()
    world.news(1, .ended(done(1)))
    world.playSteps(notes)
    #expect(world.woken(notes) == [.transfers(session: "films")])
    #expect(world.answer(notes, to: Self.request(2)) == .done)
    world.finishWake(notes)
    world.play()
    #expect(world.started == [1] && world.state(notes) == .suspended)
    world.home()
    world.play()
    #expect(world.started == [1, 2])
  }

  @Test("BX9 LA3 so is one that an app begins in the didEnterBackground of a launch behind the screen")
  func begunEnteringBackground() {
    var world = begun()
    world.ask(.terminate(notes))
    world.play()
    world.open(clock)
    world.news(1, .ended(done(1)))
    world.act(notes, .fork)
    world.act(notes, .greet)
    world.act(notes, .acknowledge)
    #expect(world.told(notes) == "L B")
    #expect(world.answer(notes, to: Self.request(2, earliest: world.now + .seconds(1))) == .done)
    world.act(notes, .exit)
    world.pass(.seconds(2))
    #expect(world.started == [1] && world.state(notes) == .notRunning)
    world.home()
    world.play()
    #expect(world.started == [1, 2])
  }

  @Test("BX9 one that an app begins in the didEnterBackground by which the user leaves it is not discretionary")
  func begunWhileLeaving() {
    var world = begun()
    world.ask(.terminate(notes))
    world.play()
    world.news(1, .ended(done(1)))
    world.play()
    // Launched behind the screen, the user opens it, and leaves it for another app.
    world.open(notes)
    world.launch(clock)
    world.act(notes, .acknowledge)
    #expect(world.told(notes).hasSuffix("R B"))
    #expect(world.answer(notes, to: Self.request(2)) == .done)
    #expect(world.started == [1, 2])
  }

  @Test("BX9 LS2 one that an app with scenes begins while the user launches it is not discretionary")
  func begunInALaunch() {
    var world = World()
    world.launch(pages)
    world.act(pages, .fork)
    world.act(pages, .greet)
    #expect(world.answer(pages, to: Self.request()) == .done)
    #expect(world.started == [1])
  }

  // MARK: Ends

  @Test("BX10 a suspended app without any mode is woken once, when all transfers of a session have ended")
  func woken() {
    var world = begun(2)
    world.home()
    world.play()
    #expect(world.state(notes) == .suspended)
    world.news(1, .ended(done(1)))
    world.play()
    #expect(world.woken(notes).isEmpty)
    world.news(2, .ended(done(2)))
    world.playSteps(notes)
    #expect(world.woken(notes) == [.transfers(session: "films")])
    #expect(world.state(notes) == .background)
    world.finishWake(notes)
    world.play()
    #expect(world.state(notes) == .suspended)
    #expect(world.woken(notes).count == 1)
    // Both are listed until the app has taken note.
    world.open(notes)
    guard case .transfers(let all)? = world.answer(notes, to: .transfer(.list(session: "films"))) else {
      Issue.record("no list")
      return
    }
    #expect(all.map(\.end) == [done(1), done(2)])
  }

  @Test("BX10 LA4 an app that is gone is launched behind the screen for it")
  func launched() {
    var world = begun()
    world.ask(.terminate(notes))
    world.play()
    #expect(world.state(notes) == .notRunning)
    world.news(1, .ended(done(1)))
    #expect(world.process(notes)?.launch.options.wake == .transfers(session: "films"))
    world.play()
    #expect(world.woken(notes) == [.transfers(session: "films")])
  }

  @Test("BX10 BX12 an app that dies of what it is woken for is not woken for it again, and finds the ends later")
  func diesOfItsWake() {
    var world = begun()
    world.ask(.terminate(notes))
    world.play()
    world.news(1, .ended(done(1)))
    world.act(notes, .fork)
    world.act(notes, .crash)
    world.play()
    world.pass(.seconds(3600))
    #expect(world.state(notes) == .notRunning && world.processes.count == 2)
    world.open(notes)
    #expect(world.woken(notes).isEmpty)
    guard case .transfers(let all)? = world.answer(notes, to: .transfer(.list(session: "films"))) else {
      Issue.record("no list")
      return
    }
    #expect(all.map(\.end) == [done(1)])
  }

  @Test("BX5 BX10 the transfers of an app that the user has ended are cancelled, and it is not launched for them")
  func forceQuit() {
    var world = begun()
    world.ask(.quit(notes))
    world.play()
    #expect(world.transferWork.last == .discard(notes, TransferSerial(number: 1)))
    world.news(1, .ended(done(1)))
    world.play()
    #expect(world.state(notes) == .notRunning)
    world.open(notes)
    guard case .transfers(let all)? = world.answer(notes, to: .transfer(.list(session: "films"))),
      case .failed(.cancelled, _)? = all.first?.end
    else {
      Issue.record("it does not find that it was cancelled")
      return
    }
    #expect(world.woken(notes).isEmpty)
  }

  @Test("BX10 what an app begins on its way out, when the user has swiped it away, is cancelled: it finds that later")
  func begunOnTheWayOut() {
    for isEndingAlready in [false, true] {
      var world = begun()
      if isEndingAlready { world.ask(.terminate(notes)) }
      world.ask(.quit(notes))
      #expect(world.answer(notes, to: Self.request(2, session: "words", method: "POST")) == .done)
      let soon = world.now + .seconds(1)
      #expect(world.answer(notes, to: Self.request(3, session: "words", method: "POST", earliest: soon)) == .done)
      world.play()
      world.pass(.seconds(2))
      world.play()
      #expect(world.state(notes) == .notRunning && world.processes.count == 1)
      #expect(world.started == [1] && world.transfersDue == nil)
      world.open(notes)
      guard case .transfers(let all)? = world.answer(notes, to: .transfer(.list(session: "words"))) else {
        Issue.record("no list")
        return
      }
      let cancelled = TransferEnd.failed(.cancelled, "the user has ended the app")
      #expect(all.map(\.end) == [cancelled, cancelled])
      #expect(world.woken(notes).isEmpty)
    }
  }

  // MARK: Attempts

  @Test("BX11 an attempt that failed is repeated, each time after twice the pause, until eight have brought nothing")
  func attempts() {
    var world = begun()
    for attempt in 1..<8 {
      world.news(1, .ended(.failed(.lost, "it broke")))
      #expect(world.started.count == attempt)
      world.pass(.seconds(1 << (attempt - 1)))
      #expect(world.started.count == attempt + 1)
    }
    world.news(1, .ended(.failed(.lost, "it broke")))
    #expect(world.transfersDue == nil)
    #expect(world.lifecycle.apps[notes]?.estate.transfers.all.first?.end == .failed(.lost, "it broke"))
    #expect(world.transferWork.last == .discard(notes, TransferSerial(number: 1)))
  }

  @Test("BX11 bytes that were not there before count as success; the same ones over again do not")
  func furthest() {
    var policy = Policy()
    policy.transfers.attempts = 2
    var world = begun(policy: policy)
    for received in [100, 200] as [Int64] {
      world.news(1, .progressed(received: received))
      world.news(1, .ended(.failed(.lost, "it broke")))
      world.pass(.seconds(2))
    }
    #expect(world.started.count == 3)
    world.news(1, .began(validator: nil, expected: nil, received: 0))
    world.news(1, .progressed(received: 200))
    world.news(1, .ended(.failed(.lost, "it broke")))
    #expect(world.lifecycle.apps[notes]?.estate.transfers.all.first?.end == .failed(.lost, "it broke"))
  }

  @Test("BX11 without a network an attempt that failed proves nothing")
  func offline() {
    var world = begun()
    world.ask(.fact(.network(.offline)))
    #expect(world.transferWork.last == .hold(TransferSerial(number: 1)))
    world.ask(.fact(.network(.wifi)))
    #expect(world.started == [1, 1])
  }

  @Test(
    "BX11 what no other attempt mends ends at once", arguments: [TransferFailure.redirect, .tooLarge, .tls, .noFile])
  func final(_ failure: TransferFailure) {
    var world = begun()
    world.news(1, .ended(.failed(failure, "no")))
    #expect(world.lifecycle.apps[notes]?.estate.transfers.all.first?.end == .failed(failure, "no"))
    #expect(world.transfersDue == nil)
  }

  @Test(
    "BX11 a request that was answered is not carried out again where its answer cannot be kept, unless it only reads",
    arguments: [("POST", true), ("PUT", true), ("POST", false), ("GET", true), ("HEAD", true)])
  func unkeptAnswer(method: String, isAnswered: Bool) {
    var world = World(running: notes)
    #expect(world.answer(notes, to: Self.request(method: method)) == .done)
    if isAnswered { world.news(1, .began(validator: nil, expected: nil, received: 0)) }
    world.news(1, .ended(.failed(.storage, "no space")))
    world.pass(.seconds(1))
    let isFinal = isAnswered && method.hasPrefix("P")
    #expect(world.started == (isFinal ? [1] : [1, 1]))
    let end: TransferEnd? = isFinal ? .failed(.storage, "no space") : nil
    #expect(world.lifecycle.apps[notes]?.estate.transfers.all.first?.end == end)
  }

  @Test("BX9 where the transfers of an earlier daemon cannot be read, none of this one takes the place of theirs")
  func unread() {
    var world = World(running: notes)
    world.feed(.recalled(.transferNumbers(above: TransferSerial(number: 1 << 52))))
    #expect(world.answer(notes, to: Self.request()) == .done)
    #expect(world.started == [(1 << 52) + 1])
  }

  @Test("BX11 an app has so many bytes under way, in all its transfers together")
  func quota() {
    var policy = Policy()
    policy.transfers.quota = 1000
    var world = begun(2, policy: policy)
    world.news(1, .progressed(received: 700))
    world.news(2, .progressed(received: 301))
    guard case .failed(.tooLarge, _)? = world.lifecycle.apps[notes]?.estate.transfers.all.last?.end else {
      Issue.record("it goes on")
      return
    }
    #expect(world.transferWork.last == .discard(notes, TransferSerial(number: 2)))
    world.answer(notes, to: Self.request(3))
    guard case .start(_, _, room: 300, _)? = world.transferWork.last else {
      Issue.record("it has another room")
      return
    }
  }

  @Test("BX11 the next daemon begins again what ran, with the version that the part is of")
  func restored() {
    var world = begun()
    world.news(1, .began(validator: "\"v1\"", expected: 10, received: 0))
    let starts = (world.lifecycle.throughJSON?.effectsOfRestoring() ?? []).compactMap { effect in
      if case .transfers(.start(_, let transfer, _, _)) = effect { transfer.validator } else { nil }
    }
    #expect(starts == ["\"v1\""])
  }

  @Test("BX9 transfers that an earlier daemon has kept wait for their app, and one that has ended is told")
  func recalled() {
    var world = World(policy: Policy())
    let request = TransferRequest(TransferName(session: "films", number: 1), url: "http://example.com/a")
    let other = TransferRequest(TransferName(session: "books", number: 1), url: "http://example.com/b")
    world.feed(
      .recalled(
        .transfers(
          notes,
          [
            Transfer(TransferSerial(number: 7), request),
            Transfer(TransferSerial(number: 8), other, end: .failed(.tls, "no")),
          ])))
    #expect(world.started.isEmpty)
    world.feed(.installed(AppDescription(id: notes, style: .app)))
    #expect(world.started == [7])
    world.play()
    #expect(world.woken(notes) == [.transfers(session: "books")])
    world.answer(notes, to: Self.request(2))
    #expect(world.started.last == 9)
  }

  @Test("BX9 a transfer that runs while its app is uninstalled is held, and goes on when the app is installed again")
  func uninstalled() {
    for isRunning in [true, false] {
      var world = begun()
      if !isRunning {
        world.ask(.terminate(notes))
        world.play()
      }
      world.feed(.removed(notes))
      if isRunning {
        #expect(!world.transferWork.contains(.hold(TransferSerial(number: 1))))
        world.ask(.terminate(notes))
        world.play()
      }
      #expect(world.transferWork.last == .hold(TransferSerial(number: 1)))
      // Its helper has said it before it was stopped.
      world.news(1, .ended(.failed(.lost, "it broke")))
      #expect(world.started == [1])
      world.feed(.installed(AppDescription(id: notes, style: .app)))
      #expect(world.started == [1, 1])
    }
  }

  @Test("BX9 a transfer that is held while its file is handed over has ended: it is told, and not carried out again")
  func heldAtItsEnd() {
    var world = begun()
    world.home()
    world.play()
    world.ask(.fact(.network(.offline)))
    #expect(world.transferWork.last == .hold(TransferSerial(number: 1)))
    #expect(world.news(1, .progressed(received: 7)).isEmpty)
    #expect(world.news(1, .ended(.failed(.storage, "no"))).isEmpty)
    let effects = world.news(1, .ended(done(1)))
    #expect(effects.contains { if case .store(.keepTransfer(notes, _)) = $0 { true } else { false } })
    world.playSteps(notes)
    #expect(world.woken(notes) == [.transfers(session: "films")])
    world.finishWake(notes)
    world.play()
    world.ask(.fact(.network(.wifi)))
    #expect(world.started == [1])
  }

  @Test("BX9 a transfer whose file is handed over when its app is uninstalled is told when the app is installed again")
  func uninstalledAtItsEnd() {
    var world = begun()
    world.ask(.terminate(notes))
    world.play()
    world.feed(.removed(notes))
    #expect(world.transferWork.last == .hold(TransferSerial(number: 1)))
    let effects = world.news(1, .ended(done(1)))
    #expect(effects.contains { if case .store(.keepTransfer(notes, _)) = $0 { true } else { false } })
    #expect(world.lifecycle.transfers.map(\.end) == [done(1)])
    world.feed(.installed(AppDescription(id: notes, style: .app)))
    world.play()
    #expect(world.started == [1])
    #expect(world.woken(notes) == [.transfers(session: "films")])
  }

  // MARK: Progress

  @Test("BX12 an app that runs hears how far a transfer is, one word at a time, and of its end; one asleep does not")
  func progress() {
    var world = begun()
    world.news(1, .progressed(received: 1))
    world.news(1, .progressed(received: 2))
    #expect(world.heard(notes) == [1])
    world.play()
    world.news(1, .progressed(received: 3))
    #expect(world.heard(notes) == [1, 3])
    world.home()
    world.play()
    world.news(1, .progressed(received: 4))
    #expect(world.heard(notes) == [1, 3])
    #expect(world.state(notes) == .suspended)
  }

  @Test("BX9 news of a transfer that nobody knows, and nonsense of one that runs, change nothing or end it")
  func nonsense() {
    var world = begun()
    #expect(world.news(9, .ended(done(9))).isEmpty)
    world.news(1, .began(validator: nil, expected: -1, received: .min))
    world.news(1, .progressed(received: .max))
    guard case .failed(.tooLarge, _)? = world.lifecycle.apps[notes]?.estate.transfers.all.first?.end else {
      Issue.record("it goes on")
      return
    }
    #expect(world.news(1, .ended(done(1))).isEmpty)
  }
}

extension World {
  /// The serials of the transfers that were to begin, in order.
  var started: [UInt64] {
    transferWork.compactMap { if case .start(_, let transfer, _, _) = $0 { transfer.serial.number } else { nil } }
  }

  @discardableResult
  fileprivate mutating func news(_ serial: UInt64, _ fact: TransferFact) -> [Effect] {
    feed(.transfer(notes, TransferSerial(number: serial), fact))
  }

  /// The bytes that an app was told are here.
  fileprivate func heard(_ app: AppID) -> [Int64] {
    (process(app)?.told ?? []).compactMap { if case .progress(let transfer) = $0 { transfer.received } else { nil } }
  }

  mutating func effects(of app: AppID, asking request: AppRequest) -> [Effect] {
    guard let serial = process(app)?.serial else { return [] }
    return feed(.app(serial, .requested(id: 4711, request)))
  }
}
