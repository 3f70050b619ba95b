// What the model decides, in words for people: refusals, reasons and steps.
import CLinux
import Glibc
import LifecycleModel
import Linux
import Systemd

extension Refusal {
  /// What was tried, on what, why not, and what to do about it.
  var sentence: String {
    switch self {
    case .unknownApp(let app):
      "no app \(app) is installed; `roostctl apps` lists those that are, `roostctl reload` looks for new ones"
    case .unknownSession(let app, let session):
      "\(app) has no scene \(session); `roostctl scenes \(app)` lists those it has"
    case .unknownNotification(let app, let identifier):
      "\(app) shows no notification \(identifier.prefix(80)); `roostctl notifications \(app)` lists those it shows"
    case .oneSceneOnly(let app):
      "\(app) has a scene already and may not have another: its Info.plist has no UIApplicationSupportsMultipleScenes"
    case .noScenes(let app):
      "\(app) has no scenes: its Info.plist has no UIApplicationSceneManifest; launch it with `roostctl launch \(app)`"
    case .lacksMode(let app, let modes):
      "unable to wake \(app): it has none of \(modes.map(\.rawValue).joined(separator: ", ")) in the UIBackgroundModes of "
        + "its Info.plist"
    case .forceQuitByUser(let app):
      "unable to launch \(app) in the background: the user has quit it from the switcher and not opened it since; "
        + "open it with `roostctl launch \(app)`"
    case .nobodyOpens(let url):
      "no installed app declares the scheme of \(url); CFBundleURLTypes in an app's Info.plist is where it does"
    case .notRunning(let app):
      "\(app) is not running; start it with `roostctl launch \(app)`"
    case .locked(let app):
      "unable to bring \(app) forward: the device is locked; unlock it with `roostctl unlock`"
    case .shuttingDown:
      "roostd is shutting down and launches nothing any more"
    case .noBackground(let app):
      "unable to launch \(app) in the background: it exits when it would be suspended (UIApplicationExitsOnSuspend, "
        + "or no multitasking on this device); launch it without --background"
    case .notActive(let app, let state):
      "unable to send input to \(app): it is \(state.rawValue), and only an active app receives input; "
        + "bring it forward with `roostctl launch \(app)`"
    case .inputBacklog(let app, let count):
      "unable to send input to \(app): it has \(count) events to handle yet; try again when it has caught up"
    case .ended(let app, let reason):
      "\(app) ended: \(reason.sentence); `roostctl exits \(app)` has the record"
    case .heldBack(let app, let delay, let deaths):
      "unable to launch \(app): it died right after its launch \(deaths) times in a row, and is held back for another "
        + "\(delay.readable); `roostctl exits \(app)` says how it ended, a new version of it is not held back"
    case .asleep(let app):
      "unable to warn \(app): it is suspended, and a memory warning wakes nobody; `roostctl memory warn` warns those "
        + "that run"
    case .notFreed(let missing, let level):
      "unable to free all of it: \(missing) bytes are missing, and at the level \(level.rawValue) nobody is left who may "
        + "be killed for them"
    case .emptyBudget:
      "unable to set a budget of 0 bytes: no app can run in no memory at all; `roostctl memory budget none` takes the "
        + "budget away"
    case .noCall(let button):
      "unable to \(button.rawValue) a call: there is none; `roostctl call ring` lets one come in"
    case .callUnderWay(let button):
      "unable to \(button.rawValue) a call: one is under way; finish it with `roostctl call end`"
    case .noAlert:
      "no alert is shown that could be dismissed; `roostctl alert show` shows one"
    case .panelNotOpen(let panel):
      "\(panel.rawValue) is not open; open it with `roostctl overlay \(panel.rawValue) open`"
    }
  }
}

extension ExitReason {
  /// Why it ended, so that it can stand after "ended:".
  var sentence: String {
    switch self {
    case .watchdog(let step, let limit):
      "\(step.sentence) took more than \(limit.readable), and it was killed (0x8badf00d)"
    case .heldResource(let path):
      "it kept \(path) open in the background, where it is not entitled to it, and was killed (0xd00d2bad); close it in "
        + "didEnterBackground"
    case .lockHeld(let files):
      "it was to be suspended while it held a lock on \(files.joined(separator: ", ")), and was killed (0xdead10cc); "
        + "release locks outside the container in didEnterBackground, or finish in a background task"
    case .cpuLimit(let percent, let window):
      "it used \(percent) % of a processor over \(window.readable) in the background, and was killed (0xd00d2bad)"
    case .tooManyTasks(let count):
      "it had \(count) background tasks open, which is a leak, and was killed (0xbada5e47)"
    case .jetsam(.highwater): "memory was short, and it used more than its soft limit"
    case .jetsam(.perProcessLimit): "it used more memory than its hard limit, and was killed"
    case .jetsam(.vmPageShortage): "memory was short, and it was the first in line to give its own back"
    case .jetsam(.idleExit): "memory was short, and it was idle"
    case .forceQuit: "the user quit it from the switcher (0xdeadfa11)"
    case .violation(let how): "it broke the protocol and was killed (0x2bad45ec): \(how)"
    case .terminatedBySystem: "the system terminated it"
    case .shutdown: "roostd shut down"
    case .unobserved: "roostd could not learn how it ended"
    case .failedToStart(let why): "it failed to start: \(why)"
    case .crashed(let signal):
      switch signal {
      case SIGKILL: "it was ended by SIGKILL that roostd did not send: somebody else did, or the kernel for memory"
      case SIGTERM, SIGINT, SIGHUP: "it was ended by \(signalName(signal)) that roostd did not send"
      default: "it crashed with \(signalName(signal))\(Self.meaning(of: signal).map { " (\($0))" } ?? "")"
      }
    case .exited(0): "it exited normally"
    case .exited(let code): "it exited with status \(code)"
    }
  }

  /// What a program did to be sent it (signal(7)).
  private static func meaning(of signal: Int32) -> String? {
    switch signal {
    case SIGSEGV: "it used memory that is not its own"
    case SIGBUS: "it used memory behind which there is no file or device any more"
    case SIGILL, SIGTRAP: "a check failed: a nil that was unwrapped, an index out of range, an overflow, a fatalError"
    case SIGABRT: "it gave up by itself: abort, an assertion, an error that nobody caught"
    case SIGFPE: "it divided an integer by zero"
    case SIGSYS: "it made a system call that it may not make"
    default: nil
    }
  }

  /// One word for programs.
  var word: String {
    switch self {
    case .watchdog: "watchdog"
    case .heldResource: "shared-resource"
    case .lockHeld: "lock-held"
    case .cpuLimit: "cpu-limit"
    case .tooManyTasks: "too-many-tasks"
    case .jetsam(let cause): cause.rawValue
    case .forceQuit: "force-quit"
    case .violation: "protocol-violation"
    case .terminatedBySystem: "terminated"
    case .shutdown: "shutdown"
    case .failedToStart: "failed-to-start"
    case .crashed: "crash"
    case .exited: "exit"
    case .unobserved: "unobserved"
    }
  }

  /// Whether the end was asked for, or the app's own free will without a complaint.
  var isOrdinary: Bool {
    switch self {
    case .forceQuit, .terminatedBySystem, .shutdown, .exited(0): true
    case .watchdog, .heldResource, .lockHeld, .cpuLimit, .tooManyTasks, .violation, .failedToStart, .crashed, .exited, .jetsam,
      .unobserved:
      false
    }
  }
}

extension Step {
  /// What took the time, so that it can stand before "took more than".
  var sentence: String {
    switch self {
    case .launch: "launching, from fork to handling events,"
    case .comeForward: "coming to the foreground (willEnterForeground and didBecomeActive)"
    case .resign: "willResignActive"
    case .enterBackground: "didEnterBackground"
    case .terminate: "ending after willTerminate"
    case .backgroundTasks: "its background tasks"
    case .expiration: "ending its background tasks after they expired"
    case .wake: "handling what it was woken for"
    case .wakeExpiration: "finishing what it was woken for after its time was up"
    case .cpuWindow: "using the processor in the background"
    case .event: "handling what it was told"
    case .snapshot: "rendering its picture"
    case .hangUp: "exiting after it closed its channel"
    case .freezeRetry: "suspending"
    }
  }
}

extension Duration {
  /// "5 s", "0.5 s".
  var readable: String {
    let milliseconds = wholeNanoseconds / 1_000_000
    let fraction = milliseconds % 1000
    guard fraction != 0 else { return "\(milliseconds / 1000) s" }
    var digits = String(1000 + fraction).dropFirst()
    while digits.last == "0" { digits = digits.dropLast() }
    return "\(milliseconds / 1000).\(digits) s"
  }
}
