// Bounds the files that apps write their output to, while they write: inotify(7).
import Glibc
import LifecycleModel
import Linux
import Logging
import SystemPackage
import Systemd

/// An app writes to its file itself, and nobody stands in its way: so the daemon looks afterwards. The kernel wakes it
/// when the first byte is written. From then on it looks at the files from time to time until nobody writes any more, and
/// does not hear of each line meanwhile.
final class OutputBound {
  /// The bytes of the disk that an app's output may have, and once more those that were taken away last. A file has
  /// more for a moment, if its app writes them in less than a pause between two looks.
  nonisolated static let bytes: Int64 = 8 << 20
  /// Between two looks while apps write much, and while they write little.
  private static let shortPause: UInt64 = 50_000_000, longPause: UInt64 = 1_000_000_000

  private let folder: String
  private let bytes: Int64
  private let loop: EventLoop
  private let log: Logger
  private let deliver: Deliver
  private let starter: ThreadStarter
  private var watch: Watch?
  private var hasBegun = false
  /// For as long as the kernel has no watch: apps of the daemon's user may have taken them all.
  private var retry: TimerSource?
  private var pause = OutputBound.shortPause
  /// Each file as it was at the last look: bytes of the disk, and its length.
  private var sizes: [String: (allocated: Int64, length: Int64)] = [:]
  /// Told of the length of each app's output where a look finds another one than the look before; the looks that there
  /// were come first.
  var noted: (AppID, Int64) -> Void = { _, _ in } {
    didSet { for (name, size) in sizes { noted(Self.app(of: name), size.length) } }
  }
  /// Files from which a thread takes something away.
  private var underWay: Set<String> = []
  /// Files of which the log has said it.
  private var told: Set<String> = []

  private struct Watch {
    let inotify: CInt
    let source: IOSource
    let timer: TimerSource
    /// False once the kernel has said that something was written.
    var isSet = true
  }

  /// One word of the kernel, and not one for each of a million writes, which apps on other processors add as fast as the daemon
  /// reads them.
  private static let events = UInt32(IN_MODIFY | IN_ONLYDIR) | UInt32(IN_ONESHOT)

  init(
    folder: String, bytes: Int64 = OutputBound.bytes, loop: EventLoop, log: Logger, starter: ThreadStarter = .shared,
    deliver: @escaping Deliver
  ) {
    self.folder = folder
    self.bytes = bytes
    self.loop = loop
    self.log = log
    self.deliver = deliver
    self.starter = starter
    // Apps of an earlier daemon may be writing.
    if (try? FileStatus(of: folder)) != nil { begin() }
  }

  var isWatching: Bool { watch != nil }

  isolated deinit {
    retry?.close()
    guard let watch else { return }
    watch.source.close()
    watch.timer.close()
    try? Sys.close(watch.inotify)
  }

  /// To be called when there is a file, and has an effect once.
  func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    startWatching()
  }

  private func startWatching() {
    do {
      watch = try makeWatch()
      retry?.close()
      retry = nil
      look()
    } catch {
      watchLater(because: error)
    }
  }

  /// Meanwhile it looks as often as it does while apps write.
  private func watchLater(because error: SystemCallError) {
    if retry == nil {
      retry = try? loop.timer(priority: .idle) { [unowned self] in startWatching() }
      log.warning("\(error); until then roostd looks at the files of the apps' output once a second")
    }
    look()
    retry?.rearm(at: monotonicNow() + Self.longPause)
  }

  private func makeWatch() throws(SystemCallError) -> Watch {
    let inotify = try Self.trying(
      "make an inotify instance for the apps' output",
      or: "raise fs.inotify.max_user_instances (sysctl(8)), or LimitNOFILE= of the daemon's unit"
    ) { () throws(Errno) in try Sys.inotify() }
    do throws(SystemCallError) {
      _ = try Self.trying("watch \(folder) for the apps' output", or: "raise fs.inotify.max_user_watches (sysctl(8))") {
        () throws(Errno) in try Sys.addWatch(inotify, folder, Self.events)
      }
      let timer = try loop.timer(priority: .idle) { [unowned self] in lookAgain() }
      let source = try loop.watch(inotify, for: .readable, priority: .idle) { [unowned self] _ in
        pause = Self.shortPause
        rest()
      }
      return Watch(inotify: inotify, source: source, timer: timer)
    } catch {
      try? Sys.close(inotify)
      throw error
    }
  }

  private static func trying(
    _ action: String, or cure: String, _ body: () throws(Errno) -> CInt
  ) throws(SystemCallError) -> CInt {
    do {
      return try body()
    } catch {
      throw SystemCallError(action: action, errno: error, cure: cure)
    }
  }

  // MARK: Looks

  /// Until the next look the kernel keeps what it has to say.
  private func rest() {
    watch?.source.disable()
    watch?.timer.rearm(at: monotonicNow() + pause)
  }

  private func lookAgain() {
    guard let watch else { return }
    // With the word that the watch is gone.
    var events = [UInt8](repeating: 0, count: 256)
    let isWritten = ((try? Sys.read(watch.inotify, into: &events)) ?? 0) > 0
    if isWritten || !watch.isSet {
      // Before the look: a write after it is news. Where apps of the daemon's user have taken all watches meanwhile, the daemon
      // goes on looking.
      self.watch?.isSet = (try? Sys.addWatch(watch.inotify, folder, Self.events)) != nil
      look()
      rest()
    } else {
      wait(watch)
    }
  }

  private func wait(_ watch: Watch) {
    do {
      try watch.source.enable()
    } catch {
      rest()
    }
  }

  private func look() {
    var grown: Int64 = 0
    for name in (try? Folder.names(in: folder)) ?? [] where name.hasSuffix(".log") {
      guard let status = try? FileStatus(of: "\(folder)/\(name)", followsLinks: false) else { continue }
      let (size, length) = (status.allocated, status.size)
      let before = sizes.updateValue((size, length), forKey: name) ?? (0, 0)
      grown = max(grown, size < before.allocated ? size : size - before.allocated)
      if length != before.length { noted(Self.app(of: name), length) }
      if size > bytes { cut(name) }
    }
    pause = grown > bytes / 64 ? Self.shortPause : min(pause * 2, Self.longPause)
  }

  private static func app(of name: String) -> AppID { AppID(String(name.dropLast(".log".count))) }

  /// On a thread: a disk that is being filled keeps those waiting who write.
  private func cut(_ name: String) {
    guard underWay.insert(name).inserted else { return }
    let file = OutputFile(path: "\(folder)/\(name)"), bytes = bytes, deliver = deliver
    let told = AnswerOnLoop { [weak self] (result: Result<OutputFile.Cut?, Errno>) in self?.done(name, file, result) }
    // A queue for each piece of work: see AppUsers.
    WorkQueue(on: starter).async {
      told.tell(Result { () throws(Errno) in try file.cut(to: bytes) }, by: deliver)
    }
  }

  private func done(_ name: String, _ file: OutputFile, _ result: Result<OutputFile.Cut?, Errno>) {
    underWay.remove(name)
    if case .success(nil) = result { return }
    guard told.insert(name).inserted else { return }
    let app = Self.app(of: name)
    switch result {
    case .success:
      log.warning(
        """
        \(app) writes more output than is kept: \(file.path) has the newest \(bytes >> 20) MiB, and \(file.before) as much \
        of what came before
        """, metadata: Logger.Metadata(app: app))
    case .failure(let error):
      log.error(
        "unable to take output away from \(file.path), which fills the disk: \(error); end \(app) if it goes on",
        metadata: Logger.Metadata(app: app))
    }
  }
}
