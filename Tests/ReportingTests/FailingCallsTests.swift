// The folder of reports when the kernel refuses.
import FailingCalls
import Foundation
import Linux
import Settings
import SystemPackage
import TestFolders
import Testing

@testable import Reporting

@MainActor @Suite(.timeLimit(.minutes(40))) struct ReportingFailingCallsTests {
  private func folder(_ folder: TestFolder) -> ReportFolder {
    ReportFolder(folder.path + "/reports", bounds: .init(keep: 10, age: .seconds(86_400 * 36_500))) { calendarNow() }
  }

  @Test("TE4 a report is there whole or not at all, and the others stay, whichever system call fails")
  func report() async throws {
    try await eachSystemCallFails(
      expecting: [.mkdir, .access, .open, .write, .fsync, .close, .rename, .getdents, .stat, .fstat, .read],
      telling: .cure(["check that the state directory is writable and has space"])
    ) { folder in
      let reports = self.folder(folder)
      let first = try reports.write(Array("first".utf8), ReportName("notes", at: ReportsSample.time))
      return (reports: reports, first: first)
    } act: { world in
      let second = try world.reports.write(Array("second".utf8), ReportName("clock", at: ReportsSample.time))
      #expect(try world.reports.read(second) == Array("second".utf8))
      #expect(try world.reports.read(world.first) == Array("first".utf8))
      _ = world.reports.list()
    } check: { world, folder, outcome in
      let next = self.folder(folder)
      #expect(try next.read(world.first) == Array("first".utf8), "\(outcome.failure)")
      let names = next.list().map(\.name)
      if outcome.error == nil { #expect(names.count == 2, "\(outcome.failure): \(names)") }
      for name in names where name != world.first { #expect(try next.read(name) == Array("second".utf8)) }
      let third = try next.write(Array("third".utf8), ReportName("clock", at: ReportsSample.time))
      #expect(!names.contains(third) && next.list().count == names.count + 1, "\(outcome.failure)")
    }
  }

  @Test("What a helper is started with is all there, or nothing of it stays open")
  func helper() async throws {
    for (call, count) in [(SystemCall.pipe, 1), (.fcntl, 1)] {
      for number in 0..<count {
        let folder = try TestFolder()
        let failure = Failure(call: call, number: number, errno: .tooManyOpenFiles)
        await FailingCalls.during(.folder(folder.path), failure) { _ in
          #expect(throws: (any Error).self) { try startAndEnd() }
        }
      }
    }
    try startAndEnd()
  }

  private func startAndEnd() throws { _ = try HelperOutput() }
}
