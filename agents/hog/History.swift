// The past that Hog is told of: a line each in its output.

import MetricKit

final class History: NSObject, MXMetricManagerSubscriber {
  func didReceive(_ payloads: [MXMetricPayload]) {
    for case let exits? in payloads.map(\.applicationExitMetrics) {
      let front = Self.words(exits.foregroundExitData.dictionaryRepresentation())
      let behind = Self.words(exits.backgroundExitData.dictionaryRepresentation())
      print("my past: in front \(front), behind \(behind)")
    }
  }

  func didReceive(_ payloads: [MXDiagnosticPayload]) {
    for crash in payloads.flatMap({ $0.crashDiagnostics ?? [] }) {
      let stack = String(decoding: crash.callStackTree.jsonRepresentation(), as: UTF8.self)
      let place = stack.contains("AppDelegate") ? "in my own code" : "in other code"
      print("my crash: signal \(crash.signal ?? 0), \(place)")
    }
  }

  /// The counts that are not zero, such as `BadAccess=1`.
  private static func words(_ counts: [AnyHashable: Any]) -> String {
    let words = counts.compactMap { key, count -> String? in
      guard let key = key as? String, let count = count as? Int, count > 0 else { return nil }
      let name = key.dropFirst("cumulative".count)
      return "\(name.hasSuffix("ExitCount") ? name.dropLast("ExitCount".count) : name)=\(count)"
    }
    return words.isEmpty ? "nothing" : words.sorted().joined(separator: " ")
  }
}
