// The loop's promises: order, lifetimes of its sources, and wakes from other threads.
import Glibc
import TestLoop
import Testing

@testable import Systemd

@MainActor
@Suite(.serialized)
struct EventLoopTests {
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
    try loop.run { order.count == 3 }
    #expect(order == ["reply", "deadline", "request"])
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
    try loop.run { opened.count == 41 }
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
    try loop.run { fired.count == 3 }
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
    try loop.run { calls == 1 }
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
    try loop.run { order.count == 2 }
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
    try loop.run { woken > 0 }
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
    try loop.run { !seen.isEmpty }
    #expect(seen == .readable)
    close(writer)
    try loop.run { seen.contains(.hangup) }
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
    try loop.run { !received.isEmpty }
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
