// The daemon's state, and the sockets of apps, when the kernel refuses.
import FailingCalls
import Foundation
import LifecycleModel
import Linux
import Processes
import Synchronization
import SystemPackage
import Systemd
import TestFolders
import Testing

@testable import AppLink

@MainActor @Suite(.timeLimit(.minutes(40))) struct AppLinkFailingCallsTests {
  /// A line that the daemon has logged.
  private struct Said: Error, CustomStringConvertible { let description: String }

  private static let expected = [LogRecord.turn(Instant(nanoseconds: 7)), .turn(Instant(nanoseconds: 8))]

  @Test("A log that was begun keeps all its records, whichever system call fails")
  func log() async throws {
    try await eachSystemCallFails(expecting: [.open, .mmap, .fallocate, .close], telling: .errno) {
      $0
    } act: { folder in
      let log = try StateLog(folder.path + "/log-1")
      log.append(.turn, 7)
      let same = try StateLog(continuing: log.path)
      same.append(.turn, 8)
      if let failure = same.failure { throw failure }
    } check: { _, folder, outcome in
      let path = folder.path + "/log-1"
      let records = (try? Data(contentsOf: URL(fileURLWithPath: path))).flatMap { LogRecord.all(in: Array($0)) }
      if outcome.error == nil { #expect(records == Self.expected, "\(outcome.failure)") }
      #expect(Self.expected.starts(with: records ?? []), "\(outcome.failure)")
      _ = try StateLog(path)
      #expect(LogRecord.all(in: Array(try Data(contentsOf: URL(fileURLWithPath: path)))) == [], "\(outcome.failure)")
    }
  }

  @Test("The state is written or the log says what to do, and the next daemon writes it, whichever system call fails")
  func survival() async throws {
    @MainActor func write(below folder: String) throws {
      let log = LogLines()
      let later = Mutex<[@MainActor @Sendable () -> Void]>([])
      let survival = Survival(
        runtimeDirectory: folder, version: "1", kernel: .live, log: log.logger,
        deliver: { work in later.withLock { $0.append(work) } })
      let checkpoint = Checkpoint(boot: "", era: "", lifecycle: Lifecycle(policy: Policy(), seed: 1))
      survival.begin(checkpoint, rewrite: {}, flush: { $0(true) })
      survival.recordTurn(at: Instant(nanoseconds: 7))
      // Waits for what is written on the other thread.
      survival.handOver(checkpoint, isOnDisk: true, rewrite: {})
      for work in later.withLock({ $0 }) { work() }
      if let line = log.all.first { throw Said(description: line) }
    }
    @MainActor func isKept(below folder: String) -> Bool {
      let next = Survival(
        runtimeDirectory: folder, version: "1", kernel: .live, log: LogLines().logger, deliver: deliver)
      if case .state = next.readEarlierState() { return true }
      return false
    }
    try await eachSystemCallFails(
      expecting: [.mkdir, .open, .mmap, .fallocate, .write, .close, .rename],
      telling: .cure(["check that the runtime directory is writable and has space"])
    ) {
      $0
    } act: { folder in
      try write(below: folder.path)
    } check: { _, folder, outcome in
      if outcome.error == nil { #expect(isKept(below: folder.path), "\(outcome.failure)") }
      try write(below: folder.path)
      #expect(isKept(below: folder.path), "\(outcome.failure)")
    }
  }

  @Test("A daemon that cannot read the state refuses to begin, so that no app is lost, whichever system call fails")
  func unreadable() async throws {
    @MainActor func begin(_ folder: StateFolder) throws {
      try folder.refuseNewer(boot: StateFolder.boot(.live), reader: "1")
    }
    try await eachSystemCallFails(
      expecting: [.open, .getdents, .fstat, .read, .close], telling: .cure(["start roostd again"])
    ) { folder in
      let survival = Survival(
        runtimeDirectory: folder.path, version: "1", kernel: .live, log: LogLines().logger, deliver: deliver)
      let checkpoint = Checkpoint(boot: "", era: "", lifecycle: Lifecycle(policy: Policy(), seed: 1))
      survival.begin(checkpoint, rewrite: {}, flush: { _ in })
      survival.handOver(checkpoint, isOnDisk: true, rewrite: {})
      return StateFolder(runtimeDirectory: folder.path)
    } act: { folder in
      try begin(folder)
    } check: { folder, _, outcome in
      let mayGoOn = outcome.failure.call == .close || outcome.failure.errno == .interrupted
      #expect(mayGoOn == (outcome.error == nil), "\(outcome.failure)")
      try begin(folder)
    }
  }

  @Test("A checkpoint is there whole, or the one before it, whichever system call fails")
  func checkpoint() async throws {
    func checkpoint(_ era: String) -> Checkpoint {
      Checkpoint(boot: "boot", era: era, lifecycle: Lifecycle(policy: Policy(), seed: 1))
    }
    func era(_ path: String) throws -> String {
      try Checkpoint(body: StateFormat.head(of: Data(contentsOf: URL(fileURLWithPath: path))).body).era
    }
    try await eachSystemCallFails(expecting: [.open, .write, .close, .rename], telling: .errno) { folder in
      let path = folder.path + "/checkpoint-1"
      try checkpoint("old").file(version: "1").write(to: URL(fileURLWithPath: path))
      return path
    } act: { path in
      if let why = CheckpointThread(version: "1").writeNow(checkpoint("new"), to: path) { throw Said(description: why) }
    } check: { path, _, outcome in
      let found = try era(path)
      #expect(found == (outcome.error == nil ? "new" : "old"), "\(outcome.failure)")
      #expect(CheckpointThread(version: "1").writeNow(checkpoint("newer"), to: path) == nil)
      let after = try era(path)
      #expect(after == "newer", "\(outcome.failure)")
    }
  }

  @Test("The socket of an app's notifications takes those of the app's user alone")
  func notifySocketOwner() throws {
    let folder = try TestFolder()
    let own = try NotifySocket(folder.path + "/own")
    #expect(try FileStatus(of: own.path).permissions == 0o600)
    guard geteuid() == 0 else { return }
    let nobody = try AppUser(named: "nobody")
    let given = try NotifySocket(folder.path + "/given", owner: nobody)
    let status = try FileStatus(of: given.path)
    #expect(status.user == nobody.user && status.permissions == 0o600)
  }

  @Test("The socket of an app's notifications is there or said to be missing, whichever system call fails")
  func notifySocket() async throws {
    try await eachSystemCallFails(
      expecting: [.socket, .unlink, .setsockopt, .bind, .chmod, .close],
      telling: .cure(["check that --runtime-dir is writable and has space"])
    ) {
      $0.path + "/notify"
    } act: { path in
      _ = try NotifySocket(path)
    } check: { path, _, outcome in
      LateRemoval.finish()
      _ = try NotifySocket(path)
      LateRemoval.finish()
      #expect((try? FileStatus(of: path)) == nil, "\(outcome.failure)")
    }
  }
}
