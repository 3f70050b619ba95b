// The daemon's side of top: looks at the device, events, and what a key asks for.
import ControlAPI
import Glibc
import Reports
import TopScreen
import Varlink

struct TopDevice {
  /// Nanoseconds between looks at what changes seldom and without an event.
  private static let slowly: Int64 = 10_000_000_000

  private let connection: ConnectionOptions

  init(_ connection: ConnectionOptions) { self.connection = connection }

  /// CLOCK_MONOTONIC in nanoseconds, which events have too.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Follows events, of one app or of all, on a connection of its own.
  func watch(app: String? = nil) throws(CommandFailure) -> TopWatch {
    let client = try connection.connect()
    do throws(ControlFailure) {
      return TopWatch(client: client, stream: try client.watch(.init(app: app), timeout: ConnectionOptions.patience))
    } catch {
      throw CommandFailure(error, socket: connection.path)
    }
  }

  func exits() throws(CommandFailure) -> [ExitRecord] { try connection.ask(AppsInterface.ListExits()).exits }

  func look(_ glance: inout Glance) throws(CommandFailure) {
    let device = try connection.ask(DeviceInterface.GetState())
    let apps = try connection.ask(AppsInterface.List()).apps
    glance.saw(apps, device, at: Self.now)
    if glance.memory == nil || Self.now - glance.memoryAt > Self.slowly { try lookAtMemory(&glance) }
  }

  /// The daemon measures every app for it.
  func lookAtMemory(_ glance: inout Glance) throws(CommandFailure) {
    glance.memory = try connection.ask(MemoryInterface.Get())
    glance.tasks = try connection.ask(AppsInterface.ListTasks()).tasks
    glance.memoryAt = Self.now
  }

  /// The report of an app's last end.
  func report(of app: String) throws(CommandFailure) -> String {
    guard let last = try connection.ask(AppsInterface.ListExits(id: app)).exits.last else {
      return "\(app) has not ended yet."
    }
    let reports = try connection.ask(ReportsInterface.List(id: app)).reports
    var text = ""
    let report = try EndReport.find(of: last, among: reports) { summary throws(CommandFailure) in
      let report = try read(summary)
      text = report.text
      return report.body.pid
    }
    if report != nil { return text }
    return "\(last.text)\n\(last.time)\n\nThere is no report: those are written of kills and crashes."
  }

  private func read(_ report: ReportSummary) throws(CommandFailure) -> IPSReport {
    let reply = try connection.ask(ReportsInterface.Read(report: report.name))
    do throws(UnreadableReport) {
      return try IPSReport(file: Array(reply.content.utf8))
    } catch {
      throw .refused("\(error)")
    }
  }

  /// Asks for a change; a refusal comes at once, and what comes of it is seen.
  func ask(_ request: some ChangeRequest) throws(CommandFailure) {
    var request = request
    request.wait = false
    _ = try connection.ask(request)
  }
}

/// The events of one watch.
struct TopWatch {
  let client: ControlClient
  let stream: EventStream

  /// The events that are there; nil when the daemon has ended the watch.
  func events() -> [MonitorEvent]? {
    var events: [MonitorEvent] = []
    while true {
      do throws(ControlFailure) {
        guard let event = try stream.next(timeout: .zero) else { return nil }
        events.append(event)
      } catch {
        if case .noAnswer(.timedOut) = error { return events }
        return nil
      }
    }
  }
}
