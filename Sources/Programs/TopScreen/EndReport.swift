// The report of one end of an app, among the reports of all its ends.
package import ControlAPI
import FoundationEssentials

package enum EndReport {
  /// Seconds from an end to its report at most: that is written within moments.
  private static let longest: TimeInterval = 60

  /// The report of the end; nil where it has no report.
  ///
  /// - Parameter process: the process that a report tells of. The app may have ended more than once within a minute.
  package static func find<Failure: Error>(
    of end: ExitRecord, among reports: [ReportSummary], process: (ReportSummary) throws(Failure) -> Int32
  ) throws(Failure) -> ReportSummary? {
    guard let time = moment(end.time) else { return nil }
    let near = reports.compactMap { report in
      moment(report.time).map { (report: report, distance: abs($0.timeIntervalSince(time))) }
    }
    for (report, distance) in near.sorted(by: { $0.distance < $1.distance }) where distance < longest {
      // A report of a process that has not even started names none.
      let pid = try process(report)
      if Int64(pid) == end.pid ?? 0 { return report }
    }
    return nil
  }

  private static func moment(_ text: String) -> Date? {
    (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
      ?? (try? Date(text, strategy: Date.ISO8601FormatStyle()))
  }
}
