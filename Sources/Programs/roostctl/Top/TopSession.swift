// The loop of top: keys, signals and events come in, and the screen is drawn where something has changed.
import ControlAPI
import Glibc
import TopScreen

struct TopSession {
  /// Nanoseconds.
  private enum Pace {
    /// Between two looks at the device, however much happens.
    static let looks: Int64 = 300_000_000
    /// From an event to the look that it causes, since events come in groups.
    static let gathering: Int64 = 60_000_000
    /// Between looks while apps run: memory and processor time change without events.
    static let running: Int64 = 2_000_000_000
    static let idle: Int64 = 10_000_000_000
    /// Between drawings of times that pass.
    static let counting: Int64 = 250_000_000
    /// From an escape to the rest of a key.
    static let key: Int64 = 50_000_000
    /// Between attempts to reach a daemon that is away.
    static let away: Int64 = 1_000_000_000
  }

  private var top: Top
  private var glance: Glance
  private let device: TopDevice
  private var watch: TopWatch?
  private let terminal: TopTerminal
  private var painter = ScreenPainter(coloured: Terminal.isColoured)
  private var keys = KeyReader()
  private var nextLook: Int64 = 0
  private var lastLook: Int64
  private var nextDrawing: Int64 = 0

  init(_ top: Top, _ glance: Glance, _ device: TopDevice, _ watch: TopWatch, _ terminal: TopTerminal) {
    (self.top, self.glance, self.device, self.watch, self.terminal) = (top, glance, device, watch, terminal)
    lastLook = TopDevice.now
    nextLook = lastLook + Pace.looks
  }

  mutating func run() throws(CommandFailure) {
    guard let signals = SignalPipe([SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP, SIGQUIT]) else {
      throw .refused("unable to show top: \(String(cString: strerror(errno))); close some files and try again")
    }
    signal(SIGPIPE, SIG_IGN)
    terminal.take()
    defer { terminal.giveBack() }
    while true {
      guard draw() else { return }
      var waiting = [STDIN_FILENO, signals.descriptor, watch?.client.fileDescriptor ?? -1].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      _ = poll(&waiting, nfds_t(waiting.count), timeout)
      for number in signals.read() { if end(by: number) { return } }
      if waiting[0].revents != 0 {
        guard let bytes = terminal.read() else { return }
        if press(keys.read(bytes)) { return }
      } else if keys.isInKey, press(keys.settle()) {
        return
      }
      if waiting[2].revents != 0 { hear() }
      if TopDevice.now >= nextLook { look() }
    }
  }

  /// Milliseconds for poll(2), rounded up.
  private var timeout: Int32 {
    var due = nextLook
    if glance.isCounting { due = min(due, nextDrawing) }
    if keys.isInKey { due = min(due, TopDevice.now + Pace.key) }
    return Int32(clamping: max(0, due - TopDevice.now + 999_999) / 1_000_000)
  }

  /// False when the terminal is gone.
  private mutating func draw() -> Bool {
    nextDrawing = TopDevice.now + Pace.counting
    let size = terminal.size
    return terminal.write(painter.sequence(for: top.lines(glance, size, at: TopDevice.now), size))
  }

  // MARK: The device

  private mutating func hear() {
    guard let events = watch?.events() else {
      watch = nil
      top.message = "roostd does not answer; waiting for it"
      return
    }
    for event in events {
      glance.heard(event)
      // The level of memory pressure, and what a terminal of ours did.
      if case .device("memory", _) = event.kind { glance.memory = nil }
    }
    if !events.isEmpty { nextLook = min(nextLook, max(lastLook + Pace.looks, TopDevice.now + Pace.gathering)) }
  }

  private mutating func look() {
    lastLook = TopDevice.now
    do throws(CommandFailure) {
      if watch == nil {
        watch = try device.watch()
        top.message = nil
      }
      try device.look(&glance)
      nextLook = lastLook + (glance.isRunning ? Pace.running : Pace.idle)
    } catch {
      watch = nil
      top.message = "roostd does not answer; waiting for it"
      nextLook = lastLook + Pace.away
    }
  }

  // MARK: Keys and signals

  /// True when top is to end.
  private mutating func press(_ pressed: [Key]) -> Bool {
    for key in pressed {
      guard let deed = top.press(key, glance) else { continue }
      do throws(CommandFailure) {
        if try carryOut(deed) { return true }
      } catch {
        top.message = error.description
      }
    }
    return false
  }

  private mutating func carryOut(_ deed: Top.Deed) throws(CommandFailure) -> Bool {
    switch deed {
    case .home: try device.ask(DeviceInterface.Home())
    case .lock: try device.ask(DeviceInterface.Lock())
    case .unlock: try device.ask(DeviceInterface.Unlock())
    case .switcher(let open):
      try device.ask(DeviceInterface.Overlay(name: .switcher, action: open ? .open : .close))
    case .warn: try device.ask(MemoryInterface.Warn())
    case .launch(let app): try device.ask(AppsInterface.Launch(id: app))
    case .quit(let app): try device.ask(AppsInterface.Quit(id: app))
    case .report(let app): top.show(page: "How \(app) ended last", try device.report(of: app))
    case .leave: return true
    case .suspend: stop()
    case .redraw: painter.forget()
    }
    return false
  }

  /// True when top is to end.
  private mutating func end(by number: Int32) -> Bool {
    switch number {
    // The next drawing asks for the size.
    case SIGWINCH: return false
    case SIGTSTP:
      stop()
      return false
    // Stopped and continued by somebody else, who may have used the terminal.
    case SIGCONT:
      painter.forget()
      return false
    default:
      // As without us, so that a shell sees which signal it was.
      terminal.giveBack()
      signal(number, SIG_DFL)
      raise(number)
      return true
    }
  }

  /// The shell gets its terminal as it was, until it continues us.
  private mutating func stop() {
    terminal.giveBack()
    // SIGTSTP has our handler; to the shell, a process that is stopped by SIGSTOP is the same.
    kill(getpid(), SIGSTOP)
    terminal.take()
    painter.forget()
  }
}
