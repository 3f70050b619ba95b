// timeline --live: draws the file again as things happen, until interrupted or until the daemon has ended.
import ControlAPI
import Glibc

struct LiveTimeline {
  /// Nanoseconds from a drawing to the next, however much happens.
  private static let pause: Int64 = 1_000_000_000
  /// Entries that are kept: about as many as the daemon has.
  private static let most = 16_384

  private let file: TimelineFile
  /// Nanoseconds; nil: all that there is.
  private let last: Int64?
  private let connection: ConnectionOptions
  private var read = ReadHistory()
  private var apps: [String] = []
  private var entries = 0
  private var drawings = 0

  /// - Parameter last: seconds.
  init(_ file: TimelineFile, last: Double?, _ connection: ConnectionOptions) {
    (self.file, self.last, self.connection) = (file, last.map { Int64($0 * 1e9) }, connection)
  }

  mutating func run() throws {
    // Watched before it is read, so that nothing falls between.
    let watch = try TopDevice(connection).watch()
    let client = try connection.connect()
    guard let signals = SignalPipe([SIGINT, SIGTERM, SIGHUP]) else {
      throw CommandFailure.refused(
        "unable to draw \(file.path): \(String(cString: strerror(errno))); close some files and try again")
    }
    do throws(ControlFailure) { _ = try goOn(client) } catch { throw CommandFailure(error, socket: connection.path) }
    try draw(isLive: true)
    if !connection.json { Terminal.say("drawing into \(file.path); Ctrl-C ends it") }
    follow(watch, client, signals)
    // The daemon may be gone, and its last words with it.
    _ = try? goOn(client)
    try draw(isLive: false)
    try say()
  }

  private mutating func follow(_ watch: TopWatch, _ client: ControlClient, _ signals: SignalPipe) {
    var drawn = TopDevice.now
    // An event may come before the entries that belong to it, so a drawing is followed by one more look.
    var due: Int64? = drawn + Self.pause
    while true {
      var waiting = [signals.descriptor, watch.client.fileDescriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let left = due.map { Int32(clamping: max(0, $0 - TopDevice.now + 999_999) / 1_000_000) }
      _ = poll(&waiting, nfds_t(waiting.count), left ?? -1)
      if !signals.read().isEmpty { return }
      if waiting[1].revents != 0 {
        guard let events = watch.events() else { return }
        if !events.isEmpty { due = due ?? max(TopDevice.now, drawn + Self.pause) }
      }
      guard let time = due, TopDevice.now >= time else { continue }
      do throws(ControlFailure) {
        let isMore = try goOn(client)
        if isMore {
          do throws(CommandFailure) { try draw(isLive: true) } catch { Terminal.complain("roostctl: \(error)") }
        }
        drawn = TopDevice.now
        due = isMore ? drawn + Self.pause : nil
      } catch { return }
    }
  }

  private mutating func goOn(_ client: ControlClient) throws(ControlFailure) -> Bool {
    let before = read.entries.count
    let isMore = try read.goOn(client)
    entries += read.entries.count - before
    read.entries.removeFirst(max(0, read.entries.count - Self.most))
    return isMore
  }

  private mutating func draw(isLive: Bool) throws(CommandFailure) {
    if let last { read.start = max(0, read.end - last) }
    let drawing = file.drawing(of: read, isLive: isLive)
    try OutputFile(file.path).write(drawing.text)
    apps = drawing.apps
    drawings += 1
  }

  private func say() throws {
    if connection.json {
      return try JSONOutput.say(
        TimelineFile.Written(file: file.path, entries: entries, apps: apps, drawings: drawings))
    }
    let lanes = apps.count == 1 ? "1 app" : "\(apps.count) apps"
    Terminal.say("drew \(entries) events, \(lanes), into \(file.path); \(drawings) times")
  }
}
