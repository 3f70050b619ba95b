// The report that an app gets at its launch on the processes before it.

/// The ends of the app's processes since the payload before. Of Apple's metrics this is the one that a supervisor
/// knows.
open class MXMetricPayload: NSObject, @unchecked Sendable {
  // @unchecked: nothing changes.
  private let period: Period

  init(_ period: Period) { self.period = period }

  /// When the payload before ended; with the first, when the first of the processes did.
  open var timeStampBegin: Date { Date(nanoseconds: period.begin) }
  /// When the last of the processes ended.
  open var timeStampEnd: Date { Date(nanoseconds: period.end) }
  open var latestApplicationVersion: String { MXMetaData.current.applicationBuildVersion }
  open var includesMultipleApplicationVersions: Bool { false }
  open var metaData: MXMetaData? { .current }

  open var applicationExitMetrics: MXAppExitMetric? { MXAppExitMetric(period.exits) }

  /// Apple's keys.
  open func dictionaryRepresentation() -> [AnyHashable: Any] {
    [
      "timeStampBegin": stamp(timeStampBegin), "timeStampEnd": stamp(timeStampEnd),
      "appVersion": latestApplicationVersion, "metaData": MXMetaData.current.dictionaryRepresentation(),
      "applicationExitMetrics": applicationExitMetrics?.dictionaryRepresentation() ?? [:],
    ]
  }

  open func jsonRepresentation() -> Data { json(dictionaryRepresentation()) }
}

/// The machine and the app.
open class MXMetaData: NSObject, @unchecked Sendable {
  // @unchecked: nothing changes.
  static let current = MXMetaData()

  /// `CFBundleVersion`.
  open var applicationBuildVersion: String {
    Bundle.main.object(forInfoDictionaryKey: "CFBundleVersion") as? String ?? ""
  }
  open var osVersion: String { ProcessInfo.processInfo.operatingSystemVersionString }
  open var pid: pid_t { getpid() }

  open func dictionaryRepresentation() -> [AnyHashable: Any] {
    ["appBuildVersion": applicationBuildVersion, "osVersion": osVersion]
  }

  open func jsonRepresentation() -> Data { json(dictionaryRepresentation()) }
}

/// As Apple's payloads spell times: `2026-11-21 10:30:12`, in UTC.
func stamp(_ date: Date) -> String {
  let text = date.formatted(.iso8601)
  return String(text.dropLast().map { $0 == "T" ? " " : $0 })
}

func json(_ dictionary: [AnyHashable: Any]) -> Data {
  (try? JSONSerialization.data(withJSONObject: dictionary, options: [.prettyPrinted, .sortedKeys])) ?? Data("{}".utf8)
}
