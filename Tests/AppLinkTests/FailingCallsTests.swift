// The daemon's state, and the sockets of apps, when the kernel refuses.
import FailingCalls
import Foundation
import LifecycleModel
import Linux
import SystemPackage
import Systemd
import TestFolders
import Testing

@testable import AppLink

@MainActor @Suite(.timeLimit(.minutes(5))) struct AppLinkFailingCallsTests {
  /// As ``Survival`` says it.
  private struct Said: Error, CustomStringConvertible {
    let description: String
    init(_ folder: String, _ why: String) {
      description = "unable to write the state to \(folder): \(why); until roostd can, no app survives a restart of it"
    }
  }

  private static let expected = [LogRecord.turn(Instant(nanoseconds: 7)), .turn(Instant(nanoseconds: 8))]

  @Test("A log that was begun keeps all its records, whichever system call fails")
  func log() async throws {
    try await eachSystemCallFails(expecting: [.open, .mmap, .fallocate, .close]) {
      $0
    } act: { folder in
      do {
        let log = try StateLog(folder.path + "/log-1")
        log.append(.turn, 7)
        let same = try StateLog(continuing: log.path)
        same.append(.turn, 8)
        if let failure = same.failure { throw SystemCallError(action: "write \(log.path)", errno: failure) }
      } catch {
        throw Said(folder.path, "\(error)")
      }
    } check: { _, folder, outcome in
      let path = folder.path + "/log-1"
      let records = (try? Data(contentsOf: URL(fileURLWithPath: path))).flatMap { LogRecord.all(in: Array($0)) }
      if outcome.error == nil { #expect(records == Self.expected, "\(outcome.failure)") }
      #expect(Self.expected.starts(with: records ?? []), "\(outcome.failure)")
      _ = try StateLog(path)
      #expect(LogRecord.all(in: Array(try Data(contentsOf: URL(fileURLWithPath: path)))) == [], "\(outcome.failure)")
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
    try await eachSystemCallFails(expecting: [.open, .write, .close, .rename]) { folder in
      let path = folder.path + "/checkpoint-1"
      try checkpoint("old").file(version: "1").write(to: URL(fileURLWithPath: path))
      return path
    } act: { path in
      if let why = CheckpointThread(version: "1").writeNow(checkpoint("new"), to: path) { throw Said(path, why) }
    } check: { path, _, outcome in
      let found = try era(path)
      #expect(found == (outcome.error == nil ? "new" : "old"), "\(outcome.failure)")
      #expect(CheckpointThread(version: "1").writeNow(checkpoint("newer"), to: path) == nil)
      let after = try era(path)
      #expect(after == "newer", "\(outcome.failure)")
    }
  }

  @Test("The socket of an app's notifications is there or said to be missing, whichever system call fails")
  func notifySocket() async throws {
    try await eachSystemCallFails(
      expecting: [.socket, .unlink, .setsockopt, .bind, .chmod, .close]
    ) {
      $0.path + "/notify"
    } act: { path in
      // ``Launcher`` adds what to do.
      do { _ = try NotifySocket(path) } catch { throw Said(path, "\(error)") }
    } check: { path, _, outcome in
      _ = try NotifySocket(path)
      #expect((try? FileStatus(of: path)) == nil, "\(outcome.failure)")
    }
  }
}
