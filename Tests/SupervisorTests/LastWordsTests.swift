// The channel of an app that has written much: a turn of the loop reads a piece before its end or a deadline counts.
import AppLink
import Glibc
import LifecycleModel
import Linux
import SystemPackage
import Systemd
import Testing

@testable import Processes
@testable import Supervisor

@MainActor @Suite(.timeLimit(.minutes(40))) struct LastWordsTests {
  /// It has four pieces.
  @MainActor private final class Talkative: Channel {
    private(set) var pieces = 0
    private(set) var hasEnded = false
    let descriptors: [Survival.Descriptor: CInt] = [:]
    let state = ChannelState(serial: ProcessSerial(number: 1))
    let statusText: String? = nil

    func drain(_ left: Int?) -> Int {
      pieces += 1
      return max(0, (left ?? 4) - 1)
    }

    func processEnded() { hasEnded = true }
    func begin() {}
    func send(
      _ event: LifecycleModel.Event, _ sequence: EventSequence, to app: App?, _ launchFacts: () -> LaunchFacts
    ) {}
    func reply(_ answer: AppAnswer, to request: UInt64) {}
    func send(_ bytes: [UInt8]) {}
    func rewriteLines() {}
    func belongs(to suspect: CallGuard.Suspect, standsStill: @escaping () -> Bool) {}
    func pause() {}
    func resume() {}
    func close() {}
  }

  private let channel = Talkative()
  private let loop: EventLoop

  init() throws { loop = try EventLoop() }

  private static func launch() throws -> ChildProcess {
    let null = try Sys.open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { try? Sys.close(null) }
    return try ChildProcess.launch(
      LaunchRequest(
        executable: "/bin/sleep", arguments: ["/bin/sleep", "600"], environment: [], directory: "/tmp", output: null,
        error: null, events: null, replies: null, openFiles: 64),
      kernel: .live)
  }

  private static func finish(_ child: ChildProcess) {
    Kill.tree(root: child, kernel: .live)
    var end = pollfd(fd: child.pidfd.descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&end, 1, 60_000) == 1 { _ = try? child.reap() }
  }

  private func process(
    _ child: ChildProcess, submit: @escaping (Input) -> Void, exited: @escaping () -> Void
  ) throws -> LiveProcess {
    try LiveProcess(
      ProcessIdentity(
        serial: ProcessSerial(number: 1), app: AppID("a.b"), pid: child.pid, startTime: try child.startTime(),
        executable: "/bin/sleep", events: 0, replies: 0),
      child: child, channel: channel, pressure: nil, heldThings: { HeldThings(ownPlaces: [], sharedNodes: []) },
      loop: loop, kernel: .live, debugging: { .none }, submit: submit, exited: exited)
  }

  @Test(
    "An app has ended when all is read that it had written; meanwhile everybody else has a turn, and no deadline counts"
  )
  func end() throws {
    let child = try Self.launch()
    defer { Self.finish(child) }
    var live: LiveProcess?
    var (isOver, due) = (false, 0)
    var piecesBefore: Int?
    let process = try process(child, submit: { if case .due = $0 { due += 1 } }) { [loop, channel] in
      if channel.pieces == 0 {
        try? loop.post(priority: .request) { piecesBefore = channel.pieces }
        live?.deadlines.arm(.hangUp, at: .now)
      }
      isOver = live?.hasSaidAll() ?? true
    }
    live = process
    defer { process.close() }
    kill(child.pid, SIGKILL)
    while !isOver {
      let before = channel.pieces
      try #require(try loop.runOnce(timeout: .seconds(60)))
      #expect(channel.pieces <= before + 1)
      #expect(process.isEnding == (1...3 ~= channel.pieces))
    }
    #expect(channel.pieces == 4 && channel.hasEnded)
    #expect(piecesBefore == 1)
    #expect(due == 0)
  }

  @Test("Many apps that end at one moment have some milliseconds together before everybody else")
  func manyEnds() throws {
    let children = try (0..<12).map { _ in try Self.launch() }
    defer { for child in children { Self.finish(child) } }
    var ended = 0
    var endedBefore: Int?
    var processes: [LiveProcess] = []
    defer { for process in processes { process.close() } }
    for child in children {
      var process: LiveProcess?
      process = try self.process(child, submit: { _ in }) {
        // More than four take what all have at once.
        usleep(1000)
        ended += 1
        process?.close()
      }
      processes.append(try #require(process))
      kill(child.pid, SIGKILL)
      var end = pollfd(fd: child.pidfd.descriptor, events: Int16(POLLIN), revents: 0)
      try #require(poll(&end, 1, 60_000) == 1)
    }
    try loop.post(priority: .request) { endedBefore = ended }
    while ended < 12 { try #require(try loop.runOnce(timeout: .seconds(60))) }
    #expect(1...6 ~= (try #require(endedBefore)))
  }

  @Test(
    "A deadline counts when all is read that the app had written by then, in turns of the loop between which others have theirs"
  )
  func deadline() throws {
    let child = try Self.launch()
    defer { Self.finish(child) }
    var piecesWhenDue: [Int] = []
    let process = try process(
      child, submit: { [channel] in if case .due = $0 { piecesWhenDue.append(channel.pieces) } }
    ) {}
    defer { process.close() }
    process.deadlines.arm(.hangUp, at: .now)
    while piecesWhenDue.isEmpty {
      let before = channel.pieces
      try #require(try loop.runOnce(timeout: .seconds(60)))
      #expect(channel.pieces <= before + 1)
    }
    #expect(piecesWhenDue == [4])
  }

  @Test("The model hears first that the daemon itself is late, where it has a turn before the app's next answer")
  func late() throws {
    let child = try Self.launch()
    defer { Self.finish(child) }
    var heard: [Input] = []
    let process = try process(child, submit: { heard.append($0) }) {}
    defer { process.close() }
    let serial = process.serial
    let steps: [(Step, [Input])] = [(.launch, [.kernel(serial, .late(.launch))]), (.hangUp, [])]
    for (step, before) in steps {
      heard = []
      process.deadlines.arm(step, at: Instant(nanoseconds: Instant.now.nanoseconds - 1_000_000_000))
      while heard.last != .due(.step(serial, step)) { try #require(try loop.runOnce(timeout: .seconds(60))) }
      #expect(heard == before + [.due(.step(serial, step))])
    }
  }
}
