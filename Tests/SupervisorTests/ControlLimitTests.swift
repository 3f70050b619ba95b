// The limits on what clients of the control socket can make the daemon keep.
import ControlAPI
import FailingCalls
import Glibc
import LifecycleModel
import Linux
import Systemd
import Testing

@testable import Supervisor
@testable import Varlink
@testable import VarlinkServer

@MainActor @Suite(.timeLimit(.minutes(40))) struct ControlLimitTests {
  // MARK: Connections

  @Test("A user has so many connections, all users have so many together, and root has its own")
  func quota() {
    var quota = ClientQuota()
    let users = ClientQuota.inAll / ClientQuota.ofUser
    for user in 1...uid_t(users) {
      for _ in 0..<ClientQuota.ofUser {
        let isServed = quota.admit(user)
        #expect(isServed)
      }
    }
    let isFirstServed = quota.admit(1), isNewServed = quota.admit(99), isRootServed = quota.admit(0)
    #expect(!isFirstServed && !isNewServed && isRootServed)
    quota.leave(1)
    let isNewServedNow = quota.admit(99), isFirstServedNow = quota.admit(1)
    #expect(isNewServedNow && !isFirstServedNow)
    for _ in 1..<ClientQuota.ofUser { _ = quota.admit(0) }
    let isRootFull = !quota.admit(0)
    #expect(isRootFull)
  }

  private func pair() throws -> (ours: CInt, theirs: CInt) {
    var pair: [CInt] = [0, 0]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, type, 0, &pair) == 0)
    return (pair[0], pair[1])
  }

  private func write(_ text: String, to descriptor: CInt) throws {
    try #require(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
  }

  @Test("A client that begins a message and does not end it is let go, also one that sends it a byte at a time")
  func halfMessage() throws {
    let loop = try EventLoop()
    let (ours, theirs) = try pair()
    defer { close(theirs) }
    var hasEnded = false
    let connection = try ControlConnection(
      AcceptedClient(socket: UntrustedSocket(ours), user: 0), loop: loop, patience: .milliseconds(200),
      serve: { _, _ in }, ended: { _ in hasEnded = true })
    try write("{\"method\":", to: theirs)
    let start = monotonicNow()
    while !hasEnded {
      try #require(monotonicNow() < start + 20_000_000_000)
      try loop.runOnce(timeout: .milliseconds(20))
      _ = send(theirs, " ", 1, CInt(MSG_NOSIGNAL))
    }
    #expect(monotonicNow() - start >= 199_000_000)
    withExtendedLifetime(connection) {}
  }

  @Test("A client that says nothing between whole messages may stay")
  func idle() throws {
    let loop = try EventLoop()
    let (ours, theirs) = try pair()
    defer { close(theirs) }
    var hasEnded = false
    var calls = 0
    let connection = try ControlConnection(
      AcceptedClient(socket: UntrustedSocket(ours), user: 0), loop: loop, patience: .milliseconds(50),
      serve: { call, connection in
        calls += 1
        connection.reply(to: call, NoParameters())
      }, ended: { _ in hasEnded = true })
    try write("{\"method\":", to: theirs)
    try loop.runOnce(timeout: .seconds(60))
    try write("\"a.B.C\"}\0", to: theirs)
    while calls == 0 { try loop.runOnce(timeout: .seconds(60)) }
    let start = monotonicNow()
    while monotonicNow() < start + 200_000_000 { try loop.runOnce(timeout: .milliseconds(50)) }
    #expect(!hasEnded)
    connection.end()
  }

  // MARK: Watchers

  private func event(of app: String) -> MonitorEvent {
    MonitorEvent(time: 1, kind: .notice(app: app, text: "text"))
  }

  @Test("An event is encoded once, however many clients watch, and not for clients whom it does not concern")
  func encodedOnce() {
    var encoded = 0
    let monitor = Monitor { event in
      encoded += 1
      return StreamedReply(MonitorInterface.Watch.Reply(event: event))
    }
    monitor.publish { event(of: "nobody is there") }
    var seen = 0
    for _ in 0..<10 { _ = monitor.add(app: "a", user: 0) { _ in seen += 1 } }
    let token = monitor.add(app: nil, user: 0) { _ in seen += 1 }
    monitor.publish { event(of: "a") }
    #expect(encoded == 1 && seen == 11)
    monitor.publish { event(of: "b") }
    #expect(encoded == 2 && seen == 12)
    if let token { monitor.remove(token) }
    monitor.publish { event(of: "b") }
    #expect(encoded == 2 && seen == 12)
  }

  @Test("So many clients of all users but root watch or follow at a time, and one that goes makes room")
  func watchers() {
    let monitor = Monitor()
    var tokens: [Int] = []
    for number in 0..<Monitor.limit {
      let user = uid_t(1 + number / Monitor.ofUser)
      let follows = number % 2 == 0
      let token = follows ? monitor.addFollower(user: user) { _ in } : monitor.add(app: nil, user: user) { _ in }
      if let token { tokens.append(token) }
    }
    #expect(tokens.count == Monitor.limit)
    #expect(monitor.add(app: nil, user: 99) { _ in } == nil)
    #expect(monitor.add(app: nil, user: 0) { _ in } != nil, "root has places of its own")
    monitor.remove(tokens[0])
    #expect(monitor.add(app: nil, user: 99) { _ in } != nil)
  }

  @Test("A user has so many places of those who watch or follow, and leaves the others to other users")
  func watchersOfOneUser() {
    let monitor = Monitor()
    var tokens: [Int] = []
    for _ in 0..<Monitor.limit {
      if let token = monitor.add(app: nil, user: 1, { _ in }) { tokens.append(token) }
    }
    #expect(tokens.count == Monitor.ofUser)
    #expect(monitor.addFollower(user: 1) { _ in } == nil)
    #expect(monitor.addFollower(user: 2) { _ in } != nil)
    monitor.remove(tokens[0])
    #expect(monitor.addFollower(user: 1) { _ in } != nil)
  }

  @Test("An event costs no system call for a watcher that does not read, once its socket is full")
  func fullSocket() async throws {
    let loop = try EventLoop()
    let (ours, theirs) = try pair()
    defer { close(theirs) }
    var watch: Call?
    let connection = try ControlConnection(
      AcceptedClient(socket: UntrustedSocket(ours), user: 0), loop: loop, serve: { call, _ in watch = call },
      ended: { _ in })
    defer { connection.end() }
    try write("{\"method\":\"a.B.C\",\"more\":true}\0", to: theirs)
    while watch == nil { try loop.runOnce(timeout: .seconds(60)) }
    let call = try #require(watch)
    let reply = StreamedReply(MonitorInterface.Watch.Reply(event: event(of: "a")))
    func calls(for events: Int) async -> Int {
      await FailingCalls.during(.task) { calls in
        for _ in 0..<events { connection.replyContinuing(to: call, reply) }
        return calls.counts[.send] ?? 0
      }
    }
    // More than a socket takes (`net.core.wmem_max`), and less than a watcher may leave unread.
    _ = await calls(for: 4000)
    try #require(connection.isOpen)
    let further = await calls(for: 100)
    #expect(further == 0)
    // It reads after all, and has every event in order.
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var events = 0
    while events < 4100 {
      let count = recv(theirs, &bytes, bytes.count, 0)
      if count > 0 { events += bytes[..<count].count { $0 == 0 } }
      if count <= 0 { try #require(try loop.runOnce(timeout: .seconds(60))) }
    }
    #expect(connection.isOpen)
  }

  @Test(
    "Of clients that read nothing of what they ask for, the first are let go when all leave too much; one that reads stays"
  )
  func unread() throws {
    let loop = try EventLoop()
    let unread = ControlConnection.unreadOfAll(limit: 6 << 20)
    var (served, ended): ([Int], [Int]) = ([], [])
    var connections: [ControlConnection] = []
    var theirs: [CInt] = []
    defer { theirs.forEach { close($0) } }
    let picture = [String(repeating: "x", count: 1 << 20)]
    for number in 0..<10 {
      let (ours, other) = try pair()
      theirs.append(other)
      connections.append(
        try ControlConnection(
          AcceptedClient(socket: UntrustedSocket(ours), user: 0), loop: loop, unread: unread,
          serve: { call, connection in
            served.append(number)
            connection.reply(to: call, picture)
          }, ended: { _ in ended.append(number) }))
    }
    // The last reads, and asks for more than all of them may leave.
    func read(until end: () -> Bool) throws {
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      while !end() {
        let count = recv(theirs[9], &bytes, bytes.count, CInt(MSG_DONTWAIT))
        if count > 0 { replies += bytes[..<count].count { $0 == 0 } }
        if count <= 0 { try #require(try loop.runOnce(timeout: .seconds(60))) }
      }
    }
    var replies = 0
    for number in 0..<9 { try write("{\"method\":\"a.B.C\"}\0", to: theirs[number]) }
    while served.count < 9 { try #require(try loop.runOnce(timeout: .seconds(60))) }
    for round in 1...12 {
      try write("{\"method\":\"a.B.C\"}\0", to: theirs[9])
      try read { replies == round }
    }
    while ended.isEmpty { try #require(try loop.runOnce(timeout: .seconds(60))) }
    #expect(ended.count < 9 && ended == Array(served.prefix(ended.count)))
    #expect(connections[9].isOpen)
    connections.forEach { $0.end() }
  }

  // MARK: Requests

  @Test(
    "So many requests to an app are unfinished, so many for its end, and so many to the device; one that is done makes room"
  )
  func unfinished() {
    var requests = UnfinishedRequests()
    let (one, two) = (UnfinishedRequests.Subject.app(AppID("one")), UnfinishedRequests.Subject.app(AppID("two")))
    var begun: [Bool] = []
    for _ in 0...UnfinishedRequests.most { begun.append(requests.begin(one)) }
    #expect(begun == Array(repeating: true, count: UnfinishedRequests.most) + [false])
    let others = [requests.begin(two), requests.begin(.device)]
    let subjects = [Wish.lock, .fact(.locale("ko")), .fact(.setting(app: AppID("one"), key: "a", value: "1"))]
    #expect(subjects.map(UnfinishedRequests.Subject.init) == [.device, .fact, one])
    let warnings = [Wish.memory(.warn(nil)), .memory(.warn(AppID("one")))]
    #expect(warnings.map(UnfinishedRequests.Subject.init) == [.fact, one])
    let ends = [Wish.terminate(AppID("one")), .quit(AppID("one")), .erase(AppID("one"))]
    let ending = UnfinishedRequests.Subject.ending(AppID("one"))
    #expect(ends.map(UnfinishedRequests.Subject.init) == [ending, ending, ending])
    let end = requests.begin(ending)
    #expect(end, "while others wait for the app")
    requests.end(one)
    let again = [requests.begin(one), requests.begin(one)]
    #expect(others == [true, true] && again == [true, false])
  }

  @Test("Who follows is told the parameters of a call without passcodes, and none of a call that is too long")
  func toldParameters() throws {
    func told(_ parameters: String) throws -> String {
      let message = Array(#"{"method":"org.roost.Device.Unlock","parameters":\#(parameters)}"#.utf8)
      return ControlServer.harmless(try Call(message, id: Call.ID(number: 1)))
    }
    #expect(try told(#"{"passcode":"1234"}"#) == #"{"passcode":true}"#)
    let long = #"{"id":"\#(String(repeating: "x", count: 65_000))"}"#
    #expect(try told(long) == long)
    #expect(try told(#"{"id":"\#(String(repeating: "x", count: 66_000))"}"#) == "{}")
    // Nor are those that would be short enough without spaces.
    #expect(try told(#"{"id":\#(String(repeating: " ", count: 70_000))"a"}"#) == "{}")
  }

  // MARK: Answers

  @Test("Of the answers that a thread prepares, so many are under way for a process, and others have theirs")
  func answers() {
    let answers = AnswersUnderWay(limit: 2)
    let (one, two) = (ProcessSerial(number: 1), ProcessSerial(number: 2))
    let begun = [answers.begin(one), answers.begin(one), answers.begin(one), answers.begin(two)]
    #expect(begun == [true, true, false, true])
    answers.end(one)
    let again = [answers.begin(one), answers.begin(one)]
    #expect(again == [true, false])
  }
}
