// The manager with a past that is made up: what is told, to whom, and how often.

import AgentProtocol
import Foundation
import Synchronization
import Testing
import WireJSON

@testable import MetricKit

@Suite("MetricKit") final class ManagerTests {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("metrickit-\(UUID().uuidString)")
  var file: URL { folder.appendingPathComponent("payloads.json") }
  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A daemon's memory: an exit that was told is never told again.
  final class Past: ExitSource {
    let exits: Mutex<[PastExit]>
    let told = Mutex(0)
    init(_ exits: [PastExit]) { self.exits = Mutex(exits) }
    func untold(after number: Int?) -> [PastExit]? {
      let last = max(number ?? 0, told.withLock { $0 })
      return Array(exits.withLock { $0 }.filter { $0.number > last }.prefix(2))
    }
    func told(through number: Int) { told.withLock { $0 = number } }
  }

  final class Subscriber: NSObject, MXMetricManagerSubscriber, @unchecked Sendable {
    // @unchecked: read when the manager's queue is done.
    var metrics: [MXMetricPayload] = []
    var diagnostics: [MXDiagnosticPayload] = []
    let heard = DispatchSemaphore(value: 0)
    func didReceive(_ payloads: [MXMetricPayload]) {
      metrics += payloads
      heard.signal()
    }
    func didReceive(_ payloads: [MXDiagnosticPayload]) { diagnostics += payloads }
  }

  private func exit(
    _ number: Int, _ reason: String, state: String = "active", signal: Int? = nil, status: Int? = nil,
    step: String? = nil
  ) -> PastExit {
    PastExit([
      "number": .integer(number), "time": .integer(1_700_000_000_000_000_000 + number * 1_000_000_000),
      "state": .string(state), "namespace": "SPRINGBOARD", "code": "0x8badf00d", "reason": .string(reason),
      "text": "words", "signal": signal.map(JSON.integer) ?? .null, "status": status.map(JSON.integer) ?? .null,
      "footprint": 9, "cpu": 9, "callback": "didEnterBackground", "elapsed": 5_000_000_000,
      "step": step.map(JSON.string) ?? .null,
      "frames": [["image": "app", "uuid": "ab", "offset": 16, "address": 4112, "symbol": "main"]],
    ])!
  }

  private func manager(_ past: Past) -> MXMetricManager {
    MXMetricManager(ledger: PayloadLedger(file: file), source: past, afterTurn: { $0() })
  }

  /// The payloads that a subscribing process receives.
  private func hear(_ past: Past) -> (Subscriber, MXMetricManager) {
    let manager = manager(past)
    let subscriber = Subscriber()
    manager.add(subscriber)
    _ = subscriber.heard.wait(timeout: .now() + 20)
    manager.finish()
    return (subscriber, manager)
  }

  @Test("TE3 each end is counted once, where and as what Apple counts it")
  func counts() throws {
    let past = Past([
      exit(1, "exit", status: 0), exit(2, "exit", status: 3), exit(3, "crash", signal: 11), exit(4, "crash", signal: 4),
      exit(5, "watchdog", step: "enterBackground"), exit(6, "per-process-limit"), exit(7, "vm-pageshortage"),
      exit(8, "vm-pageshortage", state: "suspended"), exit(9, "cpu-limit", state: "background"),
      exit(10, "lock-held", state: "suspended"), exit(11, "watchdog", state: "background", step: "expiration"),
      exit(12, "force-quit", state: "suspended"), exit(13, "a-word-of-later-times", state: "background"),
    ])
    let metrics = try #require(hear(past).0.metrics.first?.applicationExitMetrics)
    let front = metrics.foregroundExitData
    let counted: [Int] = [
      front.cumulativeNormalAppExitCount, front.cumulativeAbnormalExitCount, front.cumulativeBadAccessExitCount,
      front.cumulativeIllegalInstructionExitCount, front.cumulativeAppWatchdogExitCount,
      front.cumulativeMemoryResourceLimitExitCount,
    ]
    #expect(counted == [1, 1, 1, 1, 1, 2])
    let behind = metrics.backgroundExitData
    let countedBehind: [Int] = [
      behind.cumulativeNormalAppExitCount, behind.cumulativeMemoryPressureExitCount,
      behind.cumulativeCPUResourceLimitExitCount, behind.cumulativeSuspendedWithLockedFileExitCount,
      behind.cumulativeBackgroundTaskAssertionTimeoutExitCount, behind.cumulativeAbnormalExitCount,
      behind.cumulativeMemoryResourceLimitExitCount, behind.cumulativeAppWatchdogExitCount,
    ]
    #expect(countedBehind == [1, 1, 1, 1, 1, 1, 0, 0])
    #expect(past.told.withLock { $0 } == 13)
  }

  @Test("TE3 what one process was told the next is not; it finds it among the past payloads")
  func once() throws {
    let past = Past([exit(1, "crash", signal: 11)])
    let (first, _) = hear(past)
    #expect(first.metrics.count == 1 && first.diagnostics.count == 1)
    let again = manager(past)
    let subscriber = Subscriber()
    again.add(subscriber)
    again.finish()
    #expect(subscriber.metrics.isEmpty && subscriber.diagnostics.isEmpty)
    #expect(again.pastPayloads.count == 1)
    #expect(again.pastDiagnosticPayloads.first?.crashDiagnostics?.first?.signal?.intValue == 11)
    past.exits.withLock { $0.append(exit(2, "force-quit")) }
    let (third, manager) = hear(past)
    #expect(third.metrics.first?.applicationExitMetrics?.foregroundExitData.cumulativeNormalAppExitCount == 1)
    #expect(third.metrics.first?.timeStampBegin == manager.pastPayloads.first?.timeStampEnd)
    #expect(third.diagnostics.isEmpty && manager.pastPayloads.count == 2)
  }

  @Test("TE3 a process that ends before it has told leaves the exit to the next, and no second payload of it")
  func diedBefore() throws {
    let ledger = PayloadLedger(file: file)
    ledger.append(Period(begin: 1, exits: [exit(1, "crash", signal: 6)]))
    let (subscriber, manager) = hear(Past([exit(1, "crash", signal: 6)]))
    #expect(subscriber.metrics.count == 1 && manager.pastPayloads.count == 1)
  }

  @Test("TE4 diagnostics say the signal, the reason and what the main thread was in, in Apple's JSON")
  func diagnostics() throws {
    let (subscriber, _) = hear(Past([exit(1, "watchdog", signal: 9, step: "enterBackground")]))
    let payload = try #require(subscriber.diagnostics.first)
    let crash = try #require(payload.crashDiagnostics?.first)
    #expect(crash.terminationReason == "Namespace SPRINGBOARD, Code 0x8badf00d words")
    #expect(crash.exceptionType?.intValue == 10)
    #expect(crash.signal?.intValue == 9)
    #expect(payload.hangDiagnostics?.first?.hangDuration.value == 5)
    let json = String(decoding: payload.jsonRepresentation(), as: UTF8.self)
    for words in ["callStackTree", "\"symbol\" : \"main\"", "offsetIntoBinaryTextSegment", "crashDiagnostics"] {
      #expect(json.contains(words), "\(words) in \(json)")
    }
  }
}
