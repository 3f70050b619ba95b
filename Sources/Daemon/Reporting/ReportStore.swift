// The reports of kills and crashes (TE4, ME7), as files that other tools read. All work is done on a thread of its own.
import Linux
package import Reports
package import Settings
package import Systemd

/// `STATE/reports`, bounded by count and age. A disk that is full, read-only or broken costs the report, which is
/// noted, and nothing else: the exit record is kept by the ``ExitStore``, and nobody waits.
package nonisolated final class ReportStore: Sendable {
  private let queue = WorkQueue()
  private let folder: ReportFolder
  private let deliver: Deliver
  private let note: @MainActor @Sendable (String) -> Void
  private let lists = SharedAnswer<[ReportEntry]>()

  /// - Parameters:
  ///   - directory: the state directory, which is there.
  ///   - now: nanoseconds since 1970.
  ///   - deliver: how results and notes get back to the loop's thread.
  ///   - note: told, on the loop's thread, why a report was lost.
  package init(
    directory: String, bounds: KeptBounds, now: @escaping @Sendable () -> Int64 = { calendarNow() },
    deliver: @escaping Deliver, note: @escaping @MainActor @Sendable (String) -> Void
  ) {
    folder = ReportFolder(directory + "/reports", bounds: bounds, now: now)
    self.deliver = deliver
    self.note = note
  }

  /// Writes a report, which `make` puts together on the store's thread, since who asks to launch the app again waits for
  /// the loop; `then` is told the file's name, or nil when it was lost.
  package func write(
    at time: ReportTime, then: (@MainActor @Sendable (String?) -> Void)? = nil,
    _ make: @escaping @Sendable () -> IPSReport
  ) {
    put(then) {
      let report = make()
      return (report, ReportName(report.body.procName, at: time))
    }
  }

  package func write(_ event: JetsamEvent, at time: ReportTime, then: (@MainActor @Sendable (String?) -> Void)? = nil) {
    put(then) { (event, ReportName("JetsamEvent", at: time)) }
  }

  private func put<File: ReportFile & SendableMetatype & Sendable>(
    _ then: (@MainActor @Sendable (String?) -> Void)?, _ make: @escaping @Sendable () -> (File, ReportName)
  ) {
    let told = then.map { AnswerOnLoop($0) }
    queue.async { [self] in
      do throws(ReportError) {
        let (report, name) = make()
        let bytes = try Self.bytes(of: report)
        let file = try folder.write(bytes, name)
        told?.tell(file, by: deliver)
      } catch {
        deliver { [note] in note("\(error)") }
        told?.tell(nil, by: deliver)
      }
    }
  }

  private static func bytes(of report: some ReportFile) throws(ReportError) -> [UInt8] {
    do { return try report.file() } catch { throw .encoding("\(error)") }
  }

  /// All reports, the newest first, with those that were written before this call.
  package func list(then: @escaping @MainActor @Sendable ([ReportEntry]) -> Void) {
    guard lists.isFirst(then) else { return }
    queue.async { [self] in
      let told = lists.begin()
      let entries = folder.list()
      // A letter each, since a reply to each is made of it.
      for then in told { then.tell(entries, by: deliver) }
    }
  }

  /// A report's file, by its name.
  package func read(_ name: String, then: @escaping @MainActor @Sendable (Result<[UInt8], ReportError>) -> Void) {
    let told = AnswerOnLoop(then)
    queue.async { [self] in
      let result: Result<[UInt8], ReportError>
      do throws(ReportError) {
        result = .success(try folder.read(name))
      } catch {
        result = .failure(error)
      }
      told.tell(result, by: deliver)
    }
  }

  /// A report as the record of the same end names it.
  package struct Incident: Sendable {
    package let id: String
    /// Nanoseconds since 1970.
    package let time: Int64

    package init(id: String, time: Int64) {
      self.id = id
      self.time = time
    }
  }

  /// Those reports that are there, by their incident, with those that were written before this call.
  package func find(_ incidents: [Incident], then: @escaping @MainActor @Sendable ([String: IPSReport.Body]) -> Void) {
    let told = AnswerOnLoop(then)
    queue.async { [folder, deliver] in told.tell(folder.find(incidents), by: deliver) }
  }

  /// From the next report on so much is kept.
  package func keep(_ bounds: KeptBounds) {
    queue.async { [folder] in folder.keep(bounds) }
  }

  /// Waits until every report is on disk or lost. For the daemon's orderly end only.
  package func flush() { queue.sync {} }
}
