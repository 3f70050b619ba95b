// Real processes to test with: launched as apps are, and always gone when a test ends, however it ends.
import Glibc
import SystemPackage
import Testing

@testable import Linux
@testable import Processes
@testable import Systemd

/// One launched process with its two channel pipes; `end()` kills its whole tree and reaps it.
@MainActor
final class ProcessesTestApp {
  let child: ChildProcess
  /// Our ends of the channel.
  let events: CInt
  let replies: CInt
  private let kernel: Kernel
  private var end: ProcessEnd?

  static let python = "/usr/bin/python3"

  convenience init(shell script: String, kernel: Kernel = .live) throws {
    try self.init(["/bin/sh", "-c", script], kernel: kernel)
  }

  convenience init(
    python script: String, in cgroup: AppCgroup? = nil, confinement: Confinement? = nil, user: AppUser? = nil,
    tasks: Int? = nil, kernel: Kernel = .live
  ) throws {
    try self.init(
      [Self.python, "-c", script], in: cgroup, confinement: confinement, user: user, tasks: tasks, kernel: kernel)
  }

  init(
    _ arguments: [String], environment: [String] = ["PATH=/usr/bin:/bin"], in cgroup: AppCgroup? = nil,
    confinement: Confinement? = nil, sandbox: Sandbox? = nil, user: AppUser? = nil, tasks: Int? = nil,
    kernel: Kernel = .live
  ) throws {
    var events: [CInt] = [-1, -1]
    var replies: [CInt] = [-1, -1]
    try #require(pipe(&events) == 0 && pipe(&replies) == 0)
    for fd in events + replies { _ = fcntl(fd, F_SETFD, FD_CLOEXEC) }
    self.events = events[1]
    self.replies = replies[0]
    self.kernel = kernel
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { for fd in [null, events[0], replies[1]] { close(fd) } }
    var request = LaunchRequest(
      executable: arguments[0], arguments: arguments, environment: environment, directory: "/tmp",
      output: null, error: null, events: events[0], replies: replies[1], openFiles: 512)
    request.cgroup = cgroup?.path
    (request.confinement, request.sandbox) = (confinement, sandbox)
    (request.user, request.tasks) = (user, tasks)
    child = try ChildProcess.launch(request, kernel: kernel)
  }

  /// Waits until the process has written so many lines to fd 4, for a minute at most.
  @discardableResult
  func lines(_ count: Int) throws -> [String] {
    var text: [UInt8] = []
    while text.count(where: { $0 == 0x0A }) < count {
      var ready = pollfd(fd: replies, events: Int16(POLLIN), revents: 0)
      try #require(poll(&ready, 1, 60_000) == 1, "it wrote no line in a minute")
      var byte: UInt8 = 0
      try #require(read(replies, &byte, 1) == 1, "it closed its replies")
      text.append(byte)
    }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Waits for the end of the root process and reaps it.
  func waitForEnd() throws -> ProcessEnd {
    if let end { return end }
    try waitForExit(of: child)
    let reaped = try #require(try child.reap())
    end = reaped
    return reaped
  }

  func finish() {
    if end == nil {
      // The live kernel, also where the test runs on one that fails.
      Kill.tree(root: child, kernel: .live)
      _ = try? waitForEnd()
    }
    close(events)
    close(replies)
  }
}

/// Runs `body` with an app that is gone afterwards.
@MainActor
func withApp(_ app: ProcessesTestApp, _ body: (ProcessesTestApp) throws -> Void) throws {
  defer { app.finish() }
  try body(app)
}

@MainActor
func waitForExit(of child: ChildProcess) throws {
  var ready = pollfd(fd: child.pidfd.descriptor, events: Int16(POLLIN), revents: 0)
  try #require(poll(&ready, 1, 60_000) == 1, "pid \(child.pid) did not end in a minute")
}

/// Loses stops, as they are lost on a thread that hears no signal, and lets 50 ms pass whenever it is asked for the time.
@MainActor
final class DeafKernel: Kernel {
  private var time: UInt64 = 0
  private var left: Int

  init(toStops count: Int = .max) {
    left = count
    super.init()
  }

  override func now() -> UInt64 {
    time += 50_000_000
    return time
  }

  override func send(_ signal: CInt, to process: Pidfd) throws(Errno) {
    if signal == SIGSTOP, left > 0 { left -= 1 } else { try super.send(signal, to: process) }
  }

  override func sendToGroup(_ signal: CInt, of leader: Pidfd) throws(Errno) -> Bool {
    try send(signal, to: leader)
    return false
  }
}

/// Carries a freeze through, coming back as it asks, ten thousand times at most.
@MainActor
func freeze(
  _ app: ProcessesTestApp, in cgroup: AppCgroup? = nil, kernel: Kernel = .live
) throws -> Result<Freeze, FreezeFailure> {
  var freeze = Freeze(root: app.child, in: cgroup, kernel: kernel)
  for _ in 0..<10_000 {
    switch freeze.advance() {
    case .frozen: return .success(freeze)
    case .failed(let failure): return .failure(failure)
    case .again(let nanoseconds): usleep(useconds_t(nanoseconds / 1000))
    }
  }
  throw Unfinished()
}

/// Freezes an app, however busy the machine is: a freeze that ran out of time is tried again, as the supervisor does.
@MainActor
func frozen(_ app: ProcessesTestApp, in cgroup: AppCgroup? = nil, kernel: Kernel = .live) throws -> Freeze {
  while true {
    switch try freeze(app, in: cgroup, kernel: kernel) {
    case .success(let freeze): return freeze
    case .failure(.timedOut): continue
    case .failure(let failure): throw failure
    }
  }
}

/// The expected event did not happen.
struct Unfinished: Error {}

/// The state letters of every thread of a process, read without any code under test.
func stateLetters(of pid: pid_t) -> Set<Character> {
  var letters: Set<Character> = []
  guard let directory = opendir("/proc/\(pid)/task") else { return [] }
  defer { closedir(directory) }
  while let entry = readdir(directory) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    guard !name.hasPrefix("."), let file = fopen("/proc/\(pid)/task/\(name)/stat", "r") else { continue }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    guard fgets(&line, 512, file) != nil else { continue }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if let end = text.lastIndex(of: ")"), let letter = text[end...].dropFirst(2).first { letters.insert(letter) }
  }
  return letters
}

/// Whether a process is there at all, if only as a zombie.
func exists(_ pid: pid_t) -> Bool { kill(pid, 0) == 0 }

/// The children this process has now, zombies included.
@MainActor
func ownChildren() throws -> Set<pid_t> { Set(try ProcessTree.children(of: getpid(), kernel: .live)) }

/// Waits for something that is certain to come, with a deadline in place of luck.
@MainActor
func eventually(_ condition: () throws -> Bool) throws {
  for _ in 0..<10_000 {
    if try condition() { return }
    usleep(1000)
  }
  throw Unfinished()
}

/// The pidfds this process holds. Other tests open descriptors of other kinds on other threads meanwhile.
func openPidfds() -> Int {
  (0..<1024).count { fd in
    var target = [UInt8](repeating: 0, count: 64)
    let count = target.withUnsafeMutableBytes {
      readlink("/proc/self/fd/\(fd)", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
    }
    return String(decoding: target.prefix(max(0, count)), as: UTF8.self).contains("pidfd")
  }
}

/// A kernel that answers one of its calls with an errno, after it has let so many of them through.
@MainActor
final class FailingKernel: Kernel {
  enum Call: CaseIterable {
    case openPidfd, signal, readFile, numbers, releaseMemory
  }

  private let call: Call
  private let failure: Errno
  private var passes: Int
  private(set) var sent: [(signal: CInt, pid: pid_t)] = []

  init(_ call: Call, _ failure: Errno, after passes: Int = 0) {
    self.call = call
    self.failure = failure
    self.passes = passes
    super.init()
  }

  private func pass(_ call: Call) throws(Errno) {
    guard call == self.call else { return }
    if passes == 0 { throw failure }
    passes -= 1
  }

  override func openPidfd(_ pid: pid_t) throws(Errno) -> Pidfd {
    try pass(.openPidfd)
    return try super.openPidfd(pid)
  }

  override func send(_ signal: CInt, to process: Pidfd) throws(Errno) {
    // A kernel refuses a signal for what the sender may not do; continuing and asking always work here.
    if signal == SIGSTOP { try pass(.signal) }
    try super.send(signal, to: process)
    sent.append((signal, process.pid))
  }

  override func sendToGroup(_ signal: CInt, of leader: Pidfd) throws(Errno) -> Bool {
    try send(signal, to: leader)
    return false
  }

  override func readFile(_ path: String) throws(Errno) -> [UInt8] {
    try pass(.readFile)
    return try super.readFile(path)
  }

  override func numbers(in directory: String) throws(Errno) -> [pid_t] {
    try pass(.numbers)
    return try super.numbers(in: directory)
  }

  override func releaseMemory(of process: Pidfd) throws(Errno) {
    try pass(.releaseMemory)
    try super.releaseMemory(of: process)
  }
}
