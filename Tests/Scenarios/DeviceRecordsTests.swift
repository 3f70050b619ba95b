// A test that fails is given what happened on its devices.
import ControlAPI
import Foundation
import RoostTesting
import RoostTestingTraits
import Synchronization
import TestFolders
import Testing

@Suite(.serialized) struct DeviceRecordsTests {
  private final class Attached: Sendable {
    private let files = Mutex<[String: String]>([:])
    var names: [String] { files.withLock { $0.keys.sorted() } }
    func add(_ text: String, _ name: String) { files.withLock { $0[name] = text } }
    subscript(name: String) -> String { files.withLock { $0[name] ?? "" } }
  }

  private func perform(_ attached: Attached, _ body: @escaping @Sendable (Device) throws -> Void) async throws {
    let trait = DeviceRecordsTrait { attached.add($0, $1) }
    try await trait.provideScope(for: try #require(Test.current), testCase: Test.Case.current) {
      let device = try Device(
        apps: [Programs.app("form")], configuration: "[memory]\n\(TestDevice.calm)\n[log]\nlevel = \"debug\"",
        roostd: Programs.roostd)
      try device.app("com.example.form").launch()
      try body(device)
    }
  }

  @Test("a test that fails has the events, the picture and the log of its device attached, though the device is gone")
  func failed() async throws {
    let attached = Attached()
    await #expect(throws: Unexpected.self) {
      try await perform(attached) { _ in throw Unexpected("the test fails") }
    }
    #expect(attached.names == ["com.example.form.svg", "events.txt", "roostd.log"])
    #expect(attached["events.txt"].contains("didBecomeActive"))
    #expect(attached["com.example.form.svg"].hasPrefix("<svg"))
    #expect(attached["roostd.log"].contains("com.example.form"))
  }

  @Test("a test that passes has nothing attached") func passed() async throws {
    let attached = Attached()
    try await perform(attached) { try $0.home() }
    #expect(attached.names == [])
  }

  private static let failsOnPurpose = "ROOST_TEST_FAILS_ON_PURPOSE"

  @Test(
    "an expectation that is not met makes the trait .deviceRecords write the records beside other attachments",
    .deviceRecords)
  func expectationNotMet() throws {
    if ProcessInfo.processInfo.environment[Self.failsOnPurpose] != nil {
      let device = try Device(apps: [Programs.app("form")], roostd: Programs.roostd)
      try device.app("com.example.form").launch()
      #expect(try device.app("com.example.form").state == .suspended)
      return
    }
    let folder = try TestFolder()
    let run = try Program(
      Self.bundleOfTests,
      ["--testing-library", "swift-testing", "--filter", "DeviceRecordsTests/expectationNotMet"]
        + ["--attachments-path", folder.path],
      output: "/dev/null", errors: "/dev/null", environment: [Self.failsOnPurpose: "1"])
    #expect(run.wait() == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["com.example.form.svg", "events.txt", "roostd.log"])
    let events = try String(contentsOfFile: folder.path + "/events.txt", encoding: .utf8)
    #expect(events.contains("com.example.form didBecomeActive\n"))
  }

  /// This very program, whose tests are also told apart by its arguments.
  private static var bundleOfTests: String { URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path }
}
