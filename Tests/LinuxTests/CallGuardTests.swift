// A call that a process keeps from returning ends with that process, and one that is late for other reasons does not.
import Foundation
import Synchronization
import Testing

@testable import Linux

@Suite(.timeLimit(.minutes(40))) struct CallGuardTests {
  /// A sleeping child, and its pidfd.
  private final class Child {
    let pid: pid_t
    let pidfd: CInt

    init(_ words: [String] = ["sleep", "1000"]) throws {
      var pid: pid_t = 0
      var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
      defer { arguments.forEach { free($0) } }
      try #require(posix_spawn(&pid, "/bin/\(words[0])", nil, nil, &arguments, nil) == 0)
      self.pid = pid
      pidfd = try Sys.openPidfd(pid)
    }

    deinit {
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
      close(pidfd)
    }

    /// Waits as a call waits that returns with the end of the process.
    func waitForEnd(milliseconds: CInt) -> Bool {
      var ready = pollfd(fd: pidfd, events: Int16(POLLIN), revents: 0)
      return poll(&ready, 1, milliseconds) == 1
    }

    var suspect: CallGuard.Suspect { CallGuard.Suspect(pidfd: pidfd, cgroup: nil, app: pid) }
  }

  /// Calls that each wait for one look.
  private struct PatientCalls {
    private let isWaiting: Latch
    private let watchman: CallGuard

    /// True at the first look after it was set.
    private final class Latch: Sendable {
      let isSet = Mutex(false)
      let looked = DispatchSemaphore(value: 0)
    }

    init() {
      let latch = Latch()
      isWaiting = latch
      watchman = CallGuard(patience: 1) {
        latch.isSet.withLock { isSet in
          defer { isSet = false }
          if isSet { latch.looked.signal() }
          return isSet
        }
      }
    }

    func call(about child: Child, ended: () -> Void) {
      watchman.call(about: child.suspect) {
        isWaiting.isSet.withLock { $0 = true }
        isWaiting.looked.wait()
      } ended: {
        ended()
      }
    }
  }

  @Test("A process that keeps a call from returning is ended, and the next call is none of its")
  func stuck() throws {
    let watchman = CallGuard(patience: 10, isStuck: { true })
    for _ in 0..<3 {
      let child = try Child()
      var isEnded = false
      let hasReturned = watchman.call(about: child.suspect) {
        child.waitForEnd(milliseconds: 600_000)
      } ended: {
        isEnded = true
      }
      #expect(hasReturned && isEnded)
    }
    let other = try Child()
    watchman.call(about: other.suspect) {
    } ended: {
      Issue.record("a call that returned at once ended a process")
    }
    #expect(!other.waitForEnd(milliseconds: 0))
  }

  @Test("A process that keeps many calls waiting for a short time each is ended, and one that does so seldom is not")
  func often() throws {
    let patient = PatientCalls()
    var ended: [pid_t] = []
    func call(about child: Child) {
      patient.call(about: child) { ended.append(child.pid) }
    }
    let (often, seldom) = (try Child(), try Child())
    for _ in 0..<4 { for child in [often, seldom] { call(about: child) } }
    #expect(ended.isEmpty)
    call(about: often)
    #expect(ended == [often.pid])
    #expect(often.waitForEnd(milliseconds: 600_000) && !seldom.waitForEnd(milliseconds: 0))
  }

  @Test(
    "A look at a process far below an app's root ends the app, with all below it, and one at nobody's process ends none"
  )
  func below() throws {
    // In sessions of their own.
    let pids = FileManager.default.temporaryDirectory.path + "/call-guard-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    defer { try? FileManager.default.removeItem(atPath: pids) }
    let script = "setsid sh -c 'sleep 1000 & echo $! >\(pids).new; mv \(pids).new \(pids); wait' & wait"
    let child = try Child(["sh", "-c", script])
    while !FileManager.default.fileExists(atPath: pids) { usleep(1000) }
    let text = try String(contentsOfFile: pids, encoding: .utf8)
    let grandchild = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    let grandchildsEnd = try Sys.openPidfd(grandchild)
    defer { close(grandchildsEnd) }

    let looks = Mutex(0)
    let looked = DispatchSemaphore(value: 0)
    let watchman = CallGuard(patience: 1) {
      looks.withLock { $0 += 1 }
      looked.signal()
      return true
    }
    watchman.call(reading: grandchild) {
      for _ in 0..<20 { looked.wait() }
    } ended: { _ in
      Issue.record("it is no app's yet")
    }
    watchman.add(child.suspect)
    var ended: [pid_t] = []
    watchman.call(reading: grandchild) {
      #expect(child.waitForEnd(milliseconds: 600_000))
    } ended: {
      ended.append($0)
    }
    #expect(ended == [child.pid])
    var isGone = pollfd(fd: grandchildsEnd, events: Int16(POLLIN), revents: 0)
    #expect(poll(&isGone, 1, 600_000) == 1)
  }

  @Test("An app that has got the pid of one before it is still ended for its process when that has gone")
  func samePid() throws {
    let child = try Child()
    let before = try Sys.openPidfd(child.pid)
    defer { close(before) }
    let watchman = CallGuard(patience: 1, isStuck: { true })
    let gone = CallGuard.Suspect(pidfd: before, cgroup: nil, app: child.pid)
    watchman.add(gone)
    watchman.add(child.suspect)
    watchman.remove(gone)
    var ended: [pid_t] = []
    watchman.call(reading: child.pid) {
      #expect(child.waitForEnd(milliseconds: 60_000))
    } ended: {
      ended.append($0)
    }
    #expect(ended == [child.pid])
  }

  @Test("Processes that keep the loop waiting in turn are each ended at the next look, once all have had ten together")
  func inTurn() throws {
    let patient = PatientCalls()
    var ended: [Int] = []
    let children = try (0..<6).map { _ in try Child() }
    for _ in 0..<2 {
      for (number, child) in children.enumerated() where !ended.contains(number) {
        patient.call(about: child) { ended.append(number) }
      }
    }
    #expect(ended == [4, 5])
  }

  @Test("Nobody is ended for a call that takes as long because the loop waits for a processor or a disk")
  func busy() throws {
    let looks = Mutex(0)
    let looked = DispatchSemaphore(value: 0)
    let watchman = CallGuard(patience: 1) {
      if looks.withLock({
        $0 += 1
        return $0
      }) == 5 {
        looked.signal()
      }
      return false
    }
    let child = try Child()
    watchman.call(about: child.suspect) {
      looked.wait()
    } ended: {
      Issue.record("a process was ended that held nothing")
    }
    #expect(!child.waitForEnd(milliseconds: 0))
  }

  /// In a process of its own: a program that another test starts at that moment would have the socket too, and wait for an hour.
  @Test("The last close of a connection whose other end reads nothing is cut short, whatever linger its owner has set")
  func lingering() async {
    await #expect(processExitsWith: .success) {
      // As on the loop's thread: threads of Dispatch hear no signals.
      var urgent = sigset_t()
      sigaddset(&urgent, SIGURG)
      pthread_sigmask(SIG_UNBLOCK, &urgent, nil)
      let child = try Child()
      let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
      let sender = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isConnected = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0 && listen(listener, 1) == 0
            && connect(sender, $0, length) == 0
        }
      }
      try #require(isConnected)
      var hour = linger(l_onoff: 1, l_linger: 3600)
      try #require(setsockopt(sender, SOL_SOCKET, SO_LINGER, &hour, socklen_t(MemoryLayout<linger>.size)) == 0)
      let bytes = [UInt8](repeating: 0, count: 1 << 20)
      while send(sender, bytes, bytes.count, CInt(MSG_DONTWAIT)) > 0 {}
      let folder = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
      let thread = try #require(pid_t(folder.split(separator: "/").last ?? ""))
      let interrupts = Atomic(0)
      let watchman = CallGuard(patience: 10) {
        waitsForApp("/proc/" + folder)
      } interrupt: {
        interrupts.add(1, ordering: .relaxed)
        try? Sys.interrupt(thread)
      }
      watchman.call(about: child.suspect) {
        _ = close(sender)
      } ended: {
      }
      try #require(interrupts.load(ordering: .relaxed) > 0)
    }
  }

  @Test(
    "A lock is told by the kernel's function that waits for it",
    arguments: [
      ("7 (a) S (b) D 1", "pipe_ioctl", true), ("7 (a) D 1", "lock_next_vma", true),
      ("7 (a) D 1", "__access_remote_vm", true), ("7 (a) D 1", "mm_access", true), ("7 (a) D 1", "do_task_stat", true),
      ("7 (a) D 1", "folio_wait_bit", false),
      ("7 (a) S 1", "wait_woken", true), ("7 (a) D 1", "wait_woken", false),
      ("7 (a) S 1", "request_wait_answer", true), ("7 (a) D 1", "request_wait_answer", true),
      ("7 (a) D 1", "__fuse_simple_request", true), ("7 (a) R 1", "request_wait_answer", false),
      ("7 (a) S 1", "anon_pipe_read", false), ("7 (a) R 1", "0", false), ("", "", false),
    ])
  func place(_ status: String, _ function: String, _ isLock: Bool) throws {
    let folder =
      FileManager.default.temporaryDirectory.path + "/call-guard-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try status.write(toFile: folder + "/stat", atomically: false, encoding: .utf8)
    try function.write(toFile: folder + "/wchan", atomically: false, encoding: .utf8)
    #expect(waitsForApp(folder) == isLock)
  }
}
