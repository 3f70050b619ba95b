// The trait that attaches to a failed test what its devices have seen. Programs link RoostTesting, but not Swift Testing.
import RoostTesting
import Synchronization
public import Testing

/// Attaches to a test that fails what happened on its devices: the events, the daemon's log, and a picture of the app in
/// front. Each device that the test makes, and its daemon, is kept until the test is over.
public struct DeviceRecordsTrait: TestTrait, SuiteTrait, TestScoping {
  public let isRecursive = true
  private let attach: @Sendable (_ text: String, _ name: String) -> Void

  package init(attach: @escaping @Sendable (_ text: String, _ name: String) -> Void) { self.attach = attach }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let recorder = DeviceRecorder()
    let failure = Failure()
    // An expectation that is not met throws nothing.
    let watch: IssueHandlingTrait = .compactMapIssues { issue in
      if issue.isFailure { failure.hasCome.withLock { $0 = true } }
      return issue
    }
    do {
      try await watch.provideScope(for: test, testCase: testCase) {
        try await DeviceRecorder.$current.withValue(recorder) { try await function() }
      }
    } catch {
      attachRecords(of: recorder)
      throw error
    }
    if failure.hasCome.withLock({ $0 }) { attachRecords(of: recorder) }
  }

  private func attachRecords(of recorder: DeviceRecorder) {
    for record in recorder.records { attach(record.text, record.name) }
  }

  private final class Failure: Sendable {
    let hasCome = Mutex(false)
  }
}

extension Trait where Self == DeviceRecordsTrait {
  /// Attaches to a test that fails what happened on its devices: `@Suite(.deviceRecords)`, or `@Test(.deviceRecords)`.
  public static var deviceRecords: Self { DeviceRecordsTrait { Attachment.record($0, named: $1) } }
}
