// Looks at the screen again and again, and writes what it sees as a film, until interrupted or until the daemon has ended.
import ControlAPI
import Glibc

struct ScreenFilm {
  /// Milliseconds: 18 hours, which is as long as a frame of an animated PNG can stay.
  static let longest: Int64 = 64_800_000

  private let path: String
  /// Milliseconds from a look to the next.
  private let pause: Int64
  private let length: Int64
  private let connection: ConnectionOptions
  private var canvas: FilmCanvas?
  /// The sight that the last frame shows; nil before the first.
  private var shown: ScreenSight?
  /// The SVG of the last frame.
  private var drawn = ""
  private var hasSaidThatItWaits = false

  /// - Parameter length: milliseconds; nil: until interrupted.
  init(into path: String, pause: Int64, length: Int64?, _ connection: ConnectionOptions) {
    (self.path, self.pause, self.connection) = (path, pause, connection)
    self.length = min(length ?? Self.longest, Self.longest)
  }

  /// The file, which is finished.
  mutating func record() throws(CommandFailure) -> FilmFile {
    guard let signals = SignalPipe([SIGINT, SIGTERM, SIGHUP]) else {
      throw .refused("unable to write \(path): \(String(cString: strerror(errno))); close some files and try again")
    }
    let client = try connection.connect()
    var file = try FilmFile(path)
    do throws(CommandFailure) {
      try follow(client, signals, &file)
      guard shown != nil else {
        throw .refused("unable to record the screen: no app in front has drawn it; `roostctl launch` brings one there")
      }
    } catch {
      // The frames before it can be played all the same.
      if shown == nil { file.discard() } else { try? file.finish(at: Self.now) }
      throw error
    }
    try file.finish(at: Self.now)
    return file
  }

  private mutating func follow(
    _ client: ControlClient, _ signals: SignalPipe, _ file: inout FilmFile
  ) throws(CommandFailure) {
    let deadline = Self.now + length
    var isOver = false
    while true {
      let next = min(Self.now + pause, deadline)
      let sight: ScreenSight
      do throws(ControlFailure) {
        sight = try ScreenSight.look(client, before: shown)
      } catch {
        guard shown != nil else { throw CommandFailure(error, socket: connection.path) }
        return Terminal.complain("roostctl: the film ends here: the daemon does not answer any more")
      }
      guard try show(sight, in: &file) else {
        return Terminal.complain("roostctl: the film ends here: its file may have no more than 1 GiB")
      }
      // The last look comes after the wish to end, so that the film has what was done before it.
      if isOver { return }
      var waiting = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&waiting, 1, Int32(clamping: max(0, next - Self.now)))
      isOver = waiting.revents != 0 || Self.now >= deadline
    }
  }

  /// False when the file is full.
  private mutating func show(_ sight: ScreenSight, in file: inout FilmFile) throws(CommandFailure) -> Bool {
    guard sight != shown else { return true }
    let time = Self.now
    let drawing: String
    switch sight {
    case .picture(_, _, let svg):
      if canvas == nil {
        let first = try picture(of: svg)
        canvas = FilmCanvas(width: first.width, height: first.height)
      }
      drawing = canvas?.holding(svg) ?? svg
    case .words(let words):
      guard let canvas else {
        sayThatItWaits(words)
        return true
      }
      drawing = canvas.saying(words)
    }
    // An app may draw the same under another name.
    if drawing != drawn {
      guard try file.show(try picture(of: drawing), at: time) else { return false }
    }
    if shown == nil, !connection.json {
      Terminal.say("recording into \(path); Ctrl-C ends it")
    }
    (shown, drawn) = (sight, drawing)
    return true
  }

  private func picture(of svg: String) throws(CommandFailure) -> PNGPicture {
    guard let picture = PNGPicture(try Painter.png(of: svg, for: path)) else {
      throw .refused("unable to write \(path): roost-picture has drawn no whole PNG; install it with make install")
    }
    return picture
  }

  private mutating func sayThatItWaits(_ words: String) {
    guard !hasSaidThatItWaits else { return }
    hasSaidThatItWaits = true
    if !connection.json { Terminal.say("\(words) The film begins with the first picture of an app.") }
  }

  /// Milliseconds of CLOCK_MONOTONIC: also where the time of apps is virtual, a film lasts as long as its viewer would
  /// have watched.
  private static var now: Int64 { TopDevice.now / 1_000_000 }
}
