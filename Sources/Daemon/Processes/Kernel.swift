// The one seam between the supervisor and the kernel, as far as processes go: a test overrides a call to make it fail.
package import Glibc
import LifecycleModel
package import Linux
package import SystemPackage
import Systemd

/// The system calls the supervisor makes about processes. One method is one call; none of them decides anything.
package class Kernel {
  /// The kernel that runs this machine.
  package static let live = Kernel()

  /// Is told the root of an app that was ended because it kept a look at one of its processes waiting (``CallGuard``).
  package var heldUp: (pid_t) -> Void = { _ in }

  /// The children of whom the last news was that they have stopped.
  private var stopped: Set<pid_t> = []

  init() {}

  /// CLOCK_MONOTONIC, in nanoseconds.
  func now() -> UInt64 { monotonicNow() }

  /// Starts a process: clone3(2) with a pidfd, then execve(2). Returns once it runs the executable.
  package func spawn(_ request: LaunchRequest) throws(LaunchError) -> Pidfd { try startProcess(request) }

  /// pidfd_open(2). The caller makes sure that `pid` still names the process it means.
  package func openPidfd(_ pid: pid_t) throws(Errno) -> Pidfd {
    Pidfd(pid: pid, descriptor: try Sys.openPidfd(pid))
  }

  /// pidfd_send_signal(2). Signal 0 asks whether the process is there, if only as a zombie (kill(2)).
  package func send(_ signal: CInt, to process: Pidfd) throws(Errno) {
    try Sys.send(signal: signal, to: process.descriptor)
  }

  /// Of each of `processes`, whether it has ended: then its pidfd is readable (pidfd_open(2)). All may have where the
  /// kernel cannot be asked about so many at once.
  func haveEnded(_ processes: [Pidfd]) -> [Bool] {
    (try? Sys.areReadable(processes.map(\.descriptor))) ?? processes.map { _ in true }
  }

  /// The same to all of the process group that `leader` leads, at once; to it alone where the kernel cannot, or there is
  /// no such group. The root of an app leads a session, and every process below it is in its group that has left it for
  /// no other.
  ///
  /// - Returns: whether the group has it.
  func sendToGroup(_ signal: CInt, of leader: Pidfd) throws(Errno) -> Bool {
    do {
      try Sys.send(signal: signal, toGroupOf: leader.descriptor)
      return true
    } catch {
      guard error == .invalidArgument || error == .noSuchProcess else { throw error }
      try send(signal, to: leader)
      return false
    }
  }

  /// Whether a process is in the group that `leader` leads; false when it is gone (getpgid(2)).
  func isInGroup(_ process: Pidfd, of leader: Pidfd) -> Bool {
    (try? Sys.processGroup(of: process.pid)) == leader.pid
  }

  /// waitid(2) for the end of one child; nil while it lives.
  package func reap(_ child: Pidfd) throws(Errno) -> ProcessEnd? {
    guard let end = try Sys.reap(child.descriptor) else { return nil }
    stopped.remove(child.pid)
    return ProcessEnd(end)
  }

  /// kill(2) with SIGKILL, for a child that nobody else reaps.
  func killChild(_ pid: pid_t) throws(Errno) { try Sys.kill(pid) }

  /// waitid(2) for the end of a child by its pid; nothing while it lives.
  func reapChild(_ pid: pid_t) throws(Errno) {
    try Sys.reapChild(pid)
    stopped.remove(pid)
  }

  /// The end of a process that the daemon cannot reap, because another is its parent or traces it: as its zombie tells,
  /// and once it has been reaped, as its pidfd remembers. Nil while neither tells anything.
  func endWithoutReaping(_ process: Pidfd) throws(Errno) -> ProcessEnd? {
    if let end = try? Sys.end(of: process.descriptor) { return ProcessEnd(end) }
    let zombie = (try? ProcessStatus(pid: process.pid, kernel: self))?.end
    do {
      // Only now is it certain whose status that was.
      try send(0, to: process)
      return zombie
    } catch let error where error.isProcessGone {
      return (try? Sys.end(of: process.descriptor)).map(ProcessEnd.init) ?? .unknown
    }
  }

  /// waitid(2) for the next stop or continue of `child`, or when that is nil of any; nil when there is none. Reaps nothing.
  func nextStopChange(of child: pid_t? = nil) throws(Errno) -> StopChange? {
    guard let stop = try Sys.nextStop(of: child) else { return nil }
    if stop.isStopped { stopped.insert(stop.pid) } else { stopped.remove(stop.pid) }
    return StopChange(pid: stop.pid, change: stop.isStopped ? .stopped : .continued)
  }

  /// Whether every thread of a child has taken its stop; nil where the kernel cannot tell: of a process that is no child.
  ///
  /// waitid(2) tells of a stop once. After that it holds until there is news of a continuation.
  func hasStopped(child: Pidfd) -> Bool? {
    guard let isNews = try? Sys.hasStopped(child.descriptor) else { return nil }
    return isNews || stopped.contains(child.pid) && (try? Sys.hasContinued(child.descriptor)) == false
  }

  /// process_mrelease(2): takes the memory of a process that is being killed, also when it is stuck on its way out.
  ///
  /// On a thread of its own, since the call does the work itself: 9 ms for 100 MB.
  ///
  /// - Throws: `EAGAIN` when there can be no other thread (pthread_create(3)).
  func releaseMemory(of process: Pidfd) throws(Errno) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let held = Unmanaged.passRetained(process)
    let error = pthread_create(&thread, &attributes, releaseMemoryThread, held.toOpaque())
    guard error == 0 else {
      held.release()
      throw Errno(rawValue: error)
    }
  }

  /// prctl(2) PR_SET_CHILD_SUBREAPER for this process.
  func becomeSubreaper() throws(Errno) { try Sys.becomeSubreaper() }

  /// sched_yield(2)
  func yield() { sched_yield() }

  /// The whole of a file of /proc.
  package func readFile(_ path: String) throws(Errno) -> [UInt8] { try readStart(of: path, atLeast: .max) }

  /// So many bytes of a file of /proc, or some more, if it has them.
  func readStart(of path: String, atLeast limit: Int) throws(Errno) -> [UInt8] {
    guard let pid = Self.processThatMayHold(path) else { return try read(path, limit) }
    return try CallGuard.shared.call(reading: pid) { () throws(Errno) in
      try read(path, limit)
    } ended: { app in
      heldUp(app)
    }
  }

  /// The process of which a file of /proc tells something for which the kernel may wait. It does not for `status`, which every
  /// look at memory reads: to have these looked after would wake the guard as often.
  private static func processThatMayHold(_ path: String) -> pid_t? {
    var bytes = path.utf8[...]
    guard bytes.starts(with: "/proc/".utf8), !path.utf8.suffix(7).elementsEqual("/status".utf8) else { return nil }
    bytes = bytes.dropFirst(6)
    var pid: pid_t = 0
    while let byte = bytes.first, byte >= 0x30, byte <= 0x39 {
      pid = pid &* 10 &+ pid_t(byte - 0x30)
      bytes = bytes.dropFirst()
    }
    return pid == 0 ? nil : pid
  }

  private func read(_ path: String, _ limit: Int) throws(Errno) -> [UInt8] {
    let file = try Sys.open(path, O_RDONLY | O_CLOEXEC)
    defer { try? Sys.close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    var count = 0
    while count < limit {
      let result = try Sys.read(file, into: &bytes, from: count)
      if result == 0 { break }
      count += result
      if count == bytes.count { bytes.append(contentsOf: repeatElement(0, count: count)) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Writes to a file of cgroups in one go: each write is an order.
  func writeFile(_ path: String, _ text: String) throws(Errno) {
    let file = try Sys.open(path, O_WRONLY | O_CLOEXEC)
    defer { try? Sys.close(file) }
    _ = try Sys.write(file, Array(text.utf8))
  }

  /// The entries of a directory of /proc that are numbers: processes, threads or descriptors.
  package func numbers(in directory: String) throws(Errno) -> [pid_t] { try numbers(in: directory, atMost: .max) }

  /// So many of them, the first that the kernel lists.
  func numbers(in directory: String, atMost limit: Int) throws(Errno) -> [pid_t] {
    var numbers: [pid_t] = []
    try Folder.forEach(in: directory, while: { numbers.count < limit }) { name, _ in
      if let number = pid_t(digits: name) { numbers.append(number) }
    }
    return numbers
  }
}

/// Best effort: a process that has gone meanwhile (ESRCH) has no memory left to release.
private nonisolated func releaseMemoryThread(_ held: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let held else { return nil }
  let process = Unmanaged<Pidfd>.fromOpaque(held).takeRetainedValue()
  try? Sys.releaseMemory(process.descriptor)
  return nil
}
