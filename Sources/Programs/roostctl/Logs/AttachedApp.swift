// An app in the foreground of a shell: its output is ours, its end is ours, and Ctrl-C quits it.
import ControlAPI
import Glibc

struct AttachedApp {
  private let id: String
  private let connection: ConnectionOptions
  private var source: OutputSource
  private let watch: TopWatch
  private let start: Int64
  /// journalctl has ended, and nothing more comes of the output.
  private var isSilent = false
  /// The process that the app had before the launch, which may be ending: its end is not the one that is waited for.
  private var before: Int64?
  /// The process of the launch; nil where it was still to come.
  private var launched: Int64?
  private var isInterrupted = false

  /// Before the app is launched, so that nothing is missed.
  init(_ id: String, _ connection: ConnectionOptions) throws {
    (self.id, self.connection) = (id, connection)
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    start = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    watch = try TopDevice(connection).watch(app: id)
    let place = try connection.ask(AppsInterface.GetOutput(id: id))
    if let path = place.path {
      source = .file(try AppOutputFile(endOf: path))
    } else {
      source = .journal(
        try JournalReader(
          identifier: place.identifier ?? id, user: place.user, since: "@\(start / 1_000_000)", follows: true))
    }
  }

  /// Launches it, and returns its exit status as a shell has it: 128 and the signal that killed it.
  mutating func run(_ launch: AppsInterface.Launch) throws -> Int32 {
    guard let signals = SignalPipe([SIGINT, SIGTERM]) else {
      throw CommandFailure.refused("unable to launch \(id): \(String(cString: strerror(errno)))")
    }
    before = status?.pid
    // Ends that are older than this look.
    _ = watch.events()
    var launch = launch
    launch.wait = false
    launched = try connection.ask(launch).pid
    while true {
      try show()
      // At its end a pipe is readable for ever (poll(2)); what is below zero is passed over.
      let output = isSilent ? -1 : source.descriptor
      var waiting = [signals.descriptor, watch.client.fileDescriptor, output].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      // A file does not wake us.
      _ = poll(&waiting, nfds_t(waiting.count), source.descriptor < 0 ? 50 : -1)
      if !signals.read().isEmpty {
        isInterrupted = true
        _ = try connection.ask(AppsInterface.Quit(id: id, wait: false))
      }
      guard let events = watch.events() else {
        throw CommandFailure.noDaemon("the daemon has ended the connection; the app may run on")
      }
      if let record = try end(in: events) {
        try showRest()
        return Self.status(of: record)
      }
    }
  }

  private var status: AppStatus? { try? connection.ask(AppsInterface.Status(id: id)).app }

  /// The end that is waited for, if it is among these.
  private func end(in events: [MonitorEvent]) throws(CommandFailure) -> ExitRecord? {
    let ends = Self.ends(in: events)
    if let record = ends.first(where: isOfLaunch) { return record }
    guard !ends.isEmpty, status?.state == .notRunning else { return nil }
    // The process of the launch may have ended by that look as well.
    if let record = Self.ends(in: watch.events() ?? []).first(where: isOfLaunch) { return record }
    throw .refused(
      """
      the process before has ended, and \(id) is not launched again; \
      see whether it is held back with `roostctl status \(id)`
      """)
  }

  private static func ends(in events: [MonitorEvent]) -> [ExitRecord] {
    events.compactMap { event -> ExitRecord? in if case .exit(let record) = event.kind { record } else { nil } }
  }

  /// A launch that finds the process before it ending waits for that end (LA10).
  private func isOfLaunch(_ record: ExitRecord) -> Bool {
    // A quit takes back a launch that waits, and a process that has not even started has no number.
    guard !isInterrupted, let ended = record.pid else { return true }
    return launched.map { $0 == ended } ?? (ended != before)
  }

  private mutating func show() throws {
    if isSilent { return }
    guard let all = try source.read() else {
      isSilent = true
      return Terminal.complain(
        "roostctl: journalctl has ended, so the output of \(id) is no longer shown; see it with `roostctl logs \(id)`")
    }
    let lines = all.filter { $0.time ?? start >= start }
    try LogPrinter(app: id, isJSON: false).say(lines.map { OutputLine(text: $0.text, time: nil) })
  }

  private mutating func showRest() throws {
    switch source {
    case .file(var file):
      try LogPrinter(app: id, isJSON: false).say(try file.read() + file.end())
    case .journal(let reader):
      // The journal has it all when nothing comes for a while.
      var waiting = pollfd(fd: reader.descriptor, events: Int16(POLLIN), revents: 0)
      while !isSilent, poll(&waiting, 1, 500) > 0, waiting.revents & Int16(POLLIN) != 0 { try show() }
    }
  }

  private static func status(of record: ExitRecord) -> Int32 {
    if record.code != nil || record.signal != nil { Terminal.complain("roostctl: \(record.text)") }
    if let signal = record.signal { return 128 + Int32(clamping: signal) }
    if let status = record.status { return Int32(clamping: status) }
    // It has not even started.
    return 1
  }
}
