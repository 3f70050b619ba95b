// Faulty's faults, as its launch arguments name them: roostctl launch com.example.faulty -- hang=didEnterBackground

/// One fault. A named place is a callback, such as `didEnterBackground`, or `hello`: before the app says it.
enum Fault {
  /// `hang=PLACE`: never returns, and sleeps.
  case hang(at: String)
  /// `spin=PLACE`: never returns, and burns the processor.
  case spin(at: String)
  /// `crash=PLACE`: SIGSEGV.
  case crash(at: String)
  /// `abort=PLACE`: SIGABRT.
  case abort(at: String)
  /// `trap=PLACE`: an array's element that is not there. `fault=PLACE`: an address that is not there.
  /// `thread-fault=PLACE`: the same on a thread of its own. All are left to whatever handles signals.
  case trap(at: String)
  case fault(at: String)
  case threadFault(at: String)
  /// `flood=PLACE`: as `trap`, while other threads ask for things in lines that the pipe has no room for.
  case flood(at: String)
  /// `exit=PLACE:CODE`
  case exit(at: String, code: Int32)
  /// `garbage=PLACE`: a line that is no message; `garbage=reply` sends it once the app is launched.
  case garbage(at: String)
  /// `huge-line[=PLACE]`: more than the protocol's limit, without a newline.
  case hugeLine(at: String)
  /// `half-line[=PLACE]`: the beginning of a message; then the process exits.
  case halfLine(at: String)
  /// `no-hello`: runs, says nothing.
  case noHello
  /// `ignore-all`: says hello, then answers nothing and ignores SIGTERM.
  case ignoreAll
  /// `fork=N[:busy]`: N children and one grandchild in a session of its own, asleep or busy.
  case fork(count: Int, busy: Bool)
  /// `leak-pipe`: a child that keeps the channel open and outlives the app.
  case leakPipe

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    let value = parts.count == 2 ? parts[1] : nil
    switch (parts.first, value) {
    case ("hang", let place?): self = .hang(at: place)
    case ("spin", let place): self = .spin(at: place ?? launched)
    case ("crash", let place): self = .crash(at: place ?? launched)
    case ("abort", let place): self = .abort(at: place ?? launched)
    case ("trap", let place): self = .trap(at: place ?? launched)
    case ("fault", let place): self = .fault(at: place ?? launched)
    case ("thread-fault", let place): self = .threadFault(at: place ?? launched)
    case ("flood", let place): self = .flood(at: place ?? launched)
    case ("exit", let value?):
      let pair = value.split(separator: ":").map(String.init)
      guard pair.count == 2, let code = Int32(pair[1]) else { return nil }
      self = .exit(at: pair[0], code: code)
    case ("garbage", let place?): self = .garbage(at: place == "reply" ? launched : place)
    case ("huge-line", let place): self = .hugeLine(at: place ?? launched)
    case ("half-line", let place): self = .halfLine(at: place ?? launched)
    case ("no-hello", nil): self = .noHello
    case ("ignore-all", nil): self = .ignoreAll
    case ("fork", let value?):
      let pair = value.split(separator: ":").map(String.init)
      guard let count = pair.first.flatMap({ Int($0) }) else { return nil }
      self = .fork(count: count, busy: pair.last == "busy")
    case ("leak-pipe", nil): self = .leakPipe
    default: return nil
    }
  }
}

/// The place of a fault when its argument does not name one.
private let launched = "didFinishLaunching"
