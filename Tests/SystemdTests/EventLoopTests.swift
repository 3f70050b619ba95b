// The loop's promises: order, lifetimes of its sources, and wakes from other threads.
import Glibc
import Testing

@testable import Systemd

@MainActor
@Suite(.serialized)
struct EventLoopTests {
  /// Runs iterations until `done`, for at most ten seconds, so that a broken loop fails instead of hanging.
  private func run(_ loop: EventLoop, until done: () -> Bool) throws {
    let deadline = monotonicNow() + 10_000_000_000
    while !done() {
      try #require(monotonicNow() < deadline, "the loop did not get there in ten seconds")
      try loop.runOnce(timeout: .milliseconds(100))
    }
  }

  private func pipePair() throws -> (read: CInt, write: CInt) {
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  @Test("A reply that is readable when a deadline fires is handled before the deadline, a request after it")
  func priorities() throws {
    let loop = try EventLoop()
    let (replyEnd, replyWriter) = try pipePair()
    let (requestEnd, requestWriter) = try pipePair()
    defer { for fd in [replyEnd, replyWriter, requestEnd, requestWriter] { close(fd) } }
    var order: [String] = []
    var sources: [EventSource] = []
    sources.append(
      try loop.watch(requestEnd, for: .readable, priority: .request) { _ in
        order.append("request")
        sources[0].close()
      })
    let timer = try loop.timer { order.append("deadline") }
    sources.append(timer)
    sources.append(
      try loop.watch(replyEnd, for: .readable, priority: .reply) { _ in
        order.append("reply")
        sources[2].close()
      })
    write(requestWriter, "x", 1)
    write(replyWriter, "x", 1)
    timer.rearm(at: 1)
    try run(loop) { order.count == 3 }
    #expect(order == ["reply", "deadline", "request"])
  }

  @Test("Of work that is due at one moment a piece is done at once, the others in order when others have had the loop")
  func spacedWork() throws {
    let loop = try EventLoop()
    let work = SpacedWork(on: loop)
    var done: [(number: Int, end: UInt64)] = []
    var began: [UInt64] = []
    func piece(_ number: Int) {
      began.append(monotonicNow())
      usleep(2000)
      // However long the test is kept from the processor, they come while the first is under way.
      if number == 0 { for other in 1..<4 { work.take { piece(other) } } }
      done.append((number, monotonicNow()))
    }
    work.take { piece(0) }
    #expect(done.map(\.number) == [0] && !work.isFree)
    try run(loop) { done.count == 4 }
    #expect(done.map(\.number) == [0, 1, 2, 3])
    for index in 1..<4 {
      let pause = began[index] - done[index - 1].end
      #expect(pause >= done[index - 1].end - began[index - 1], "the loop was others' for \(pause) ns")
    }
    try run(loop) { work.isFree }
    work.take { done.append((4, 0)) }
    #expect(done.count == 5)
  }

  @Test("Pieces that take little together are done at once, also within one another, and in order once they take more")
  func crowds() throws {
    let loop = try EventLoop()
    let work = SpacedWork(on: loop, atOnce: 5_000_000_000)
    var done: [Int] = []
    work.take {
      work.take { done.append(0) }
      done.append(1)
    }
    #expect(done == [0, 1])
    let short = SpacedWork(on: loop, atOnce: 4_000_000)
    var began: [UInt64] = []
    var end: UInt64 = 0
    func piece(_ number: Int) {
      began.append(monotonicNow())
      done.append(number)
    }
    short.take {
      piece(2)
      usleep(50_000)
      end = monotonicNow()
    }
    for number in 3..<5 { short.take { piece(number) } }
    try run(loop) { done.count == 5 }
    #expect(done == Array(0..<5))
    let pause = began[1] - end
    #expect(pause + 4_000_000 >= end - began[0], "the loop was others' for \(pause) ns")
  }

  @Test(
    "Kinds of work that have their time together take turns by the time that each has had, and leave half of the loop to others"
  )
  func lanes() throws {
    let loop = try EventLoop()
    let looks = SpacedWork(on: loop)
    let thaws = SpacedWork(besides: looks, atOnce: 0)
    var done: [String] = []
    var (began, end): ([UInt64], [UInt64]) = ([], [])
    func piece(_ name: String) {
      began.append(monotonicNow())
      done.append(name)
      usleep(4000)
      end.append(monotonicNow())
    }
    looks.take {
      piece("look 0")
      // However long the test is kept from the processor, they come while the first is under way.
      for number in 1..<4 { looks.take { piece("look \(number)") } }
      for number in 0..<2 { thaws.take { piece("thaw \(number)") } }
    }
    #expect(done == ["look 0"] && !thaws.isFree)
    try run(loop) { done.count == 6 }
    #expect(done.filter { $0.hasPrefix("look") } == (0..<4).map { "look \($0)" }, "\(done)")
    #expect(done.filter { $0.hasPrefix("thaw") } == (0..<2).map { "thaw \($0)" }, "\(done)")
    // It has had no time yet, and look 0 has.
    #expect(done[1] == "thaw 0", "\(done)")
    for index in 1..<6 {
      let pause = began[index] - end[index - 1]
      #expect(pause >= end[index - 1] - began[index - 1], "the loop was others' for \(pause) ns")
    }
  }

  @Test("A look at memory waits for the piece that is under way, and for no pause after it")
  func urgency() throws {
    // As often as the test is kept from the processor for longer than the pause that memory does not wait for.
    while true {
      let loop = try EventLoop()
      var done: [String] = []
      let began = monotonicNow()
      loop.lists.take { usleep(20_000) }
      loop.memoryLooks.take { done.append("memory") }
      guard monotonicNow() - began < 40_000_000 else { continue }
      #expect(done == ["memory"])
      return
    }
  }

  @Test("A look at memory is the next among those of crowds, and a kill waits for none of them")
  func kinds() throws {
    let loop = try EventLoop()
    var done: [String] = []
    loop.crowds.take { usleep(200_000) }
    for _ in 0..<3 { loop.crowds.take { done.append("crowd") } }
    loop.memoryLooks.take { done.append("memory") }
    loop.kills.take { done.append("kill") }
    #expect(done == ["kill"])
    try run(loop) { done.count == 5 }
    #expect(done == ["kill", "memory", "crowd", "crowd", "crowd"])
  }

  @Test(
    "Of letters that come at one moment some milliseconds are opened, the others in order when others have had the loop"
  )
  func mailbox() throws {
    let loop = try EventLoop()
    let mailbox = try Mailbox(loop)
    var opened: [Int] = []
    var between: [Int] = []
    for number in 0..<40 {
      mailbox.deliver {
        opened.append(number)
        usleep(1000)
      }
    }
    while opened.count < 40 {
      try loop.runOnce(timeout: .milliseconds(100))
      between.append(opened.count)
    }
    #expect(opened == Array(0..<40))
    // Each letter takes a millisecond or more, and five are the limit.
    for (before, after) in zip([0] + between, between) { #expect(after - before <= 6, "\(between)") }
    mailbox.deliver { opened.append(40) }
    try run(loop) { opened.count == 41 }
  }

  @Test("A timer never fires early, can be armed again from its own callback, and stays silent once disarmed")
  func timer() throws {
    let loop = try EventLoop()
    var fired: [UInt64] = []
    var due: UInt64 = 0
    var source: TimerSource?
    source = try loop.timer {
      fired.append(monotonicNow())
      #expect(monotonicNow() >= due)
      if fired.count < 3 {
        due = monotonicNow() + 1_500_500
        source?.rearm(at: due)
      }
    }
    #expect(source?.isEnabled == false)
    due = monotonicNow() + 2_000_001
    source?.rearm(at: due)
    #expect(source?.isEnabled == true)
    try run(loop) { fired.count == 3 }
    source?.rearm(at: 1)
    source?.disarm()
    #expect(try loop.runOnce(timeout: .milliseconds(5)) == false)
    #expect(fired.count == 3)
  }

  @Test("A source may be dropped inside its own callback and inside another's, and is not called again")
  func removal() throws {
    let loop = try EventLoop()
    let (end, writer) = try pipePair()
    defer { for fd in [end, writer] { close(fd) } }
    var first: TimerSource?
    var second: IOSource?
    var calls = 0
    first = try loop.timer(priority: .exit) {
      calls += 1
      first = nil
      second = nil
    }
    second = try loop.watch(end, for: .readable, priority: .request) { _ in Issue.record("called after it was dropped")
    }
    write(writer, "x", 1)
    first?.rearm(at: 1)
    try run(loop) { calls == 1 }
    #expect(first == nil && second == nil)
    #expect(try loop.runOnce(timeout: .milliseconds(5)) == false)
  }

  @Test("What a source holds is released with it, and a loop that goes frees what was only posted")
  func lifetimes() throws {
    final class Witness {}
    weak var watched: Witness?
    weak var posted: Witness?
    do {
      let loop = try EventLoop()
      let witness = Witness()
      watched = witness
      let timer = try loop.timer { _ = witness }
      timer.rearm(at: .max)
      let other = Witness()
      posted = other
      try loop.post { _ = other }
    }
    #expect(watched == nil)
    #expect(posted == nil)
  }

  @Test("A post runs once, later than the callback that posted it")
  func post() throws {
    let loop = try EventLoop()
    var order: [Int] = []
    try loop.post {
      try? loop.post { order.append(2) }
      order.append(1)
    }
    #expect(order.isEmpty)
    try run(loop) { order.count == 2 }
    #expect(order == [1, 2])
    #expect(try loop.runOnce(timeout: .zero) == false)
  }

  @Test("Wakes from another thread reach the loop and merge")
  func wakes() async throws {
    let loop = try EventLoop()
    var woken = 0
    let source = try loop.wakeSource { woken += 1 }
    let waker = source.waker
    await Task.detached { for _ in 0..<100 { waker.wake() } }.value
    try run(loop) { woken > 0 }
    #expect(try loop.runOnce(timeout: .zero) == false)
    #expect(woken == 1)
  }

  @Test("A disabled source is silent, an enabled one reports what waited meanwhile")
  func enabling() throws {
    let loop = try EventLoop()
    let (end, writer) = try pipePair()
    defer { close(end) }
    var seen: IOEvents = []
    let source = try loop.watch(end, for: .readable, priority: .reply) { ready in
      seen = ready
      var byte: UInt8 = 0
      read(end, &byte, 1)
    }
    source.disable()
    write(writer, "x", 1)
    #expect(try loop.runOnce(timeout: .milliseconds(1)) == false)
    try source.enable()
    try run(loop) { !seen.isEmpty }
    #expect(seen == .readable)
    close(writer)
    try run(loop) { seen.contains(.hangup) }
  }

  @Test("A signal arrives as an event with its sender")
  func signals() throws {
    let loop = try EventLoop()
    var received: [CInt] = []
    let source = try loop.signal(SIGUSR2, priority: .exit) { info in
      #expect(info.pid == getpid())
      received.append(info.number)
    }
    // To this thread, since a test runner's other threads have not blocked it.
    pthread_kill(pthread_self(), SIGUSR2)
    try run(loop) { !received.isEmpty }
    #expect(received == [SIGUSR2])
    source.close()
  }

  @Test("Watching a descriptor that is not open says which, and why not")
  func badDescriptor() throws {
    let loop = try EventLoop()
    let error = #expect(throws: SystemCallError.self) {
      try loop.watch(9999, for: .readable, priority: .reply) { _ in }
    }
    #expect(error?.description == "unable to watch fd 9999: Bad file descriptor")
  }

  @Test("exit ends run with its code")
  func exitCode() throws {
    let loop = try EventLoop()
    try loop.post { loop.exit(3) }
    #expect(try loop.run() == 3)
  }
}
