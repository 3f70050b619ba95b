// The model's decisions in sentences for users: refusals, reasons and steps.
import Glibc
import LifecycleModel
import Linux
import Reports
import Settings
import Systemd

nonisolated extension Refusal {
  /// The action, its object, the reason for the refusal, and the remedy.
  package var sentence: String {
    switch self {
    case .unknownApp(let app):
      "no app \(app) is installed; `roostctl apps` lists all, `roostctl reload` looks for new ones"
    case .unknownSession(let app, let session):
      "\(app) has no scene \(session.string.cut(to: .identifier)); `roostctl scenes \(app)` lists its scenes"
    case .unknownNotification(let app, let identifier):
      "\(app) shows no notification \(identifier.cut(to: .identifier)); `roostctl notifications \(app)` lists its notifications"
    case .oneSceneOnly(let app):
      "\(app) has a scene already and may not have another: its Info.plist does not set "
        + "UIApplicationSupportsMultipleScenes"
    case .noScenes(let app):
      "\(app) has no scenes: its Info.plist has no UIApplicationSceneManifest; launch it with `roostctl launch \(app)`"
    case .lacksMode(let app, let modes):
      "unable to wake \(app): UIBackgroundModes of its Info.plist does not list "
        + "\(modes.map(\.rawValue).joined(separator: " or ")); add it and run `roostctl reload`"
    case .taskNotPending(let app, let identifier?):
      "unable to run \(identifier.cut(to: .identifier)) of \(app): the app has no request for it pending; `roostctl tasks` lists "
        + "all, and BGTaskScheduler.submit makes one"
    case .taskNotPending(let app, nil):
      "unable to run a task of \(app): the app has no request pending; BGTaskScheduler.submit makes one"
    case .taskNotRunning(let app, let identifier):
      "unable to end the time of \(identifier.map { $0.cut(to: .identifier) } ?? "a task") of \(app): no such task is "
        + "running; `roostctl tasks run \(app)` runs one"
    case .taskUnderWay(let app, let identifier):
      "unable to run \(identifier.cut(to: .identifier)) of \(app): it is running, and no two of one identifier run at once; "
        + "`roostctl tasks expire \(app)` ends its time"
    case .severalTasks(let app, let identifiers):
      "unable to tell which task of \(app) is meant; choose one of "
        + identifiers.map { $0.cut(to: .identifier) }.joined(separator: ", ")
    case .forceQuitByUser(let app):
      "unable to launch \(app) in the background: the user has quit it from the switcher and not opened it since; "
        + "open it with `roostctl launch \(app)`"
    case .nobodyOpens(let url):
      "no installed app declares the scheme of \(url.cut(to: .url)); an app does so in CFBundleURLTypes of its Info.plist"
    case .notRunning(let app):
      "\(app) is not running; start it with `roostctl launch \(app)`"
    case .runsAlready(let app, let pid):
      "unable to stop \(app) before its first line: it runs already; end it with `roostctl terminate \(app)`"
        + (pid.map { ", or attach to it with `gdb -p \($0)`" } ?? "")
    case .locked(let app):
      "unable to bring \(app) forward: the device is locked; unlock it with `roostctl unlock`"
    case .shuttingDown:
      "roostd is shutting down and launches no more apps"
    case .noBackground(let app):
      "unable to launch \(app) in the background: it exits when it would be suspended (UIApplicationExitsOnSuspend, "
        + "or no multitasking on this device); launch it without --background"
    case .notActive(let app, .inactive):
      "unable to send input to \(app): it is inactive, because a call, an alert or a panel covers it; close that with "
        + "`roostctl call end`, `roostctl alert dismiss`, `roostctl alert allow` or `roostctl overlay NAME close`"
    case .notActive(let app, let state):
      "unable to send input to \(app): it is \(state.rawValue), and only an active app receives input; "
        + "bring it forward with `roostctl launch \(app)`"
    case .inputBacklog(let app, let count):
      "unable to send input to \(app): it has not handled \(count) earlier events yet; try again later"
    case .overLimit(let app, let limit):
      "unable to do this with \(app): \(limit.sentence)"
    case .deviceOverLimit(let limit):
      "unable to connect one more: \(limit.sentence)"
    case .ended(let app, let reason):
      "\(app) ended: \(reason.sentence); `roostctl exits \(app)` has the record"
    case .heldBack(let app, let delay, let deaths):
      "unable to launch \(app): it died right after its launch \(deaths) times in a row, and is held back for another "
        + "\(delay.readable); `roostctl exits \(app)` says how it ended; a new version of it is not held back"
    case .asleep(let app):
      "unable to warn \(app): it is suspended, and a memory warning wakes no app; `roostctl memory warn` warns all "
        + "running apps"
    case .notFreed(let missing, let level):
      "unable to free all of it: \(missing.readableBytes) are missing, and no app is left that roostd may kill at the "
        + "level \(level.rawValue)"
    case .emptyBudget:
      "unable to set a budget of 0 bytes: no app can run in no memory at all; `roostctl memory budget none` removes "
        + "the budget"
    case .noCall(let button):
      "unable to \(button.rawValue) a call: there is no call; `roostctl call ring` simulates one"
    case .callUnderWay(let button):
      "unable to \(button.rawValue) a call: one is under way; finish it with `roostctl call end`"
    case .noAlert:
      "unable to dismiss the alert: no alert of `roostctl alert show` is shown; one that asks for a permission is "
        + "answered with `roostctl alert allow` or `roostctl alert deny`"
    case .noPrompt:
      "unable to answer: no alert asks for a permission; an app that asks brings one where `privacy` of roostd.toml(5), "
        + "or `roostctl privacy ask`, wants the user to be asked"
    case .otherPrompt(let app, let service):
      "unable to answer: the alert on the screen is another one, by which \(app) asks for \(service.words); "
        + "nothing is decided; `roostctl privacy` lists what is asked for"
    case .notOnce(let service):
      "unable to allow \(service.words) once: iOS offers that for location alone; answer with `roostctl alert allow` or "
        + "`roostctl alert deny`"
    case .permissionDenied(let app, let service):
      "unable to wake \(app): the user has not granted it \(service.words); "
        + "`roostctl privacy grant \(app) \(service.rawValue)` grants it"
    case .panelNotOpen(let panel):
      "unable to close \(panel.rawValue): it is not open; open it with `roostctl overlay \(panel.rawValue) open`"
    }
  }
}

nonisolated extension ExitReason {
  /// The reason why it ended, worded so that it can stand after "ended:".
  package var sentence: String {
    switch self {
    case .watchdog(let step, let limit):
      "\(step.sentence) took more than \(limit.readable), so roostd killed the app (0x8badf00d)"
    case .heldResource(let path):
      "it kept \(path) open in the background without the background mode for it, so roostd killed it (0xd00d2bad); "
        + "close it in didEnterBackground"
    case .lockHeld(let files):
      "it still held a lock on \(files.joined(separator: ", ")) at its suspension, so roostd killed it (0xdead10cc); "
        + "release locks outside the container in didEnterBackground, or finish in a background task"
    case .cpuLimit(let percent, let window):
      "it used \(percent) % of a processor over \(window.readable) in the background, so roostd killed it (0xd00d2bad)"
    case .tooManyTasks(let count):
      "it had \(count) background tasks open, which is a leak, so roostd killed it (0xbada5e47)"
    case .jetsam(.highwater): "memory was short, and roostd ended it because it used more than its soft limit"
    case .jetsam(.perProcessLimit): "it used more memory than its hard limit, so roostd killed it"
    case .jetsam(.vmPageShortage): "memory was short, and roostd ended it because it was the first in line"
    case .jetsam(.idleExit): "memory was short, and roostd ended it because it was idle"
    case .forceQuit: "the user quit it from the switcher (0xdeadfa11)"
    case .violation(let how): "roostd killed it for a breach of security (0x2bad45ec): \(how)"
    case .missingPurpose(let service):
      "it asked for \(service.words) and its Info.plist has no \(service.purposeKeys[0]), so roostd killed it as iOS does"
    case .permissionChanged(let service):
      "the user changed its permission for \(service.words), which ends a running app on iOS"
    case .terminatedBySystem: "the system terminated it"
    case .shutdown: "roostd shut down"
    case .unobserved: "roostd could not learn how it ended"
    case .failedToStart(let why): "it failed to start: \(why)"
    case .crashed(let signal):
      switch signal {
      case SIGKILL: "SIGKILL ended it, which roostd did not send: another process did, or the kernel for lack of memory"
      case SIGTERM, SIGINT, SIGHUP: "\(signalName(signal)) ended it, which roostd did not send"
      default: "it crashed with \(signalName(signal))\(Self.meaning(of: signal).map { " (\($0))" } ?? "")"
      }
    case .exited(0): "it exited normally"
    case .exited(let code): "it exited with status \(code)"
    }
  }

  /// The deed of a program for which it was sent the signal (signal(7)).
  private static func meaning(of signal: Int32) -> String? {
    switch signal {
    case SIGSEGV: "it accessed memory that is not mapped"
    case SIGBUS: "it accessed mapped memory whose file or device is gone"
    case SIGILL, SIGTRAP: "a check failed: a nil that was unwrapped, an index out of range, an overflow, a fatalError"
    case SIGABRT: "it aborted itself: abort, an assertion, an error that no code caught"
    case SIGFPE: "it divided an integer by zero"
    case SIGSYS: "it made a system call that a filter forbids"
    default: nil
    }
  }

  /// One word for programs.
  package var word: String {
    switch self {
    case .watchdog: "watchdog"
    case .heldResource: "shared-resource"
    case .lockHeld: "lock-held"
    case .cpuLimit: "cpu-limit"
    case .tooManyTasks: "too-many-tasks"
    case .jetsam(let cause): cause.rawValue
    case .forceQuit: "force-quit"
    case .violation: "protocol-violation"
    case .missingPurpose: "missing-purpose"
    case .permissionChanged: "privacy-changed"
    case .terminatedBySystem: "terminated"
    case .shutdown: "shutdown"
    case .failedToStart: "failed-to-start"
    case .crashed: "crash"
    case .exited: "exit"
    case .unobserved: "unobserved"
    }
  }

  /// Whether the end was asked for, or the app's own free will without a complaint.
  package var isOrdinary: Bool {
    switch self {
    case .forceQuit, .permissionChanged, .terminatedBySystem, .shutdown, .exited(0): true
    case .watchdog, .heldResource, .lockHeld, .cpuLimit, .tooManyTasks, .violation, .missingPurpose, .failedToStart,
      .crashed, .exited, .jetsam, .unobserved:
      false
    }
  }
}

nonisolated extension PrivacyService {
  /// As it stands in a sentence.
  package var words: String {
    switch self {
    case .notifications: "notifications"
    case .location: "its location"
    case .camera: "the camera"
    case .microphone: "the microphone"
    case .contacts: "the contacts"
    case .photos: "the photos"
    case .tracking: "tracking"
    case .bluetooth: "Bluetooth"
    case .localNetwork: "the local network"
    }
  }
}

nonisolated extension Step {
  /// The step that took the time, so that it can stand before "took more than".
  var sentence: String {
    switch self {
    case .launch: "launching, from fork to handling events,"
    case .comeForward: "coming to the foreground (willEnterForeground and didBecomeActive)"
    case .resign: "willResignActive"
    case .enterBackground: "didEnterBackground"
    case .terminate: "ending after willTerminate"
    case .backgroundTasks: "its background tasks"
    case .expiration: "ending its background tasks after they expired"
    case .wake: "handling the event that woke it"
    case .wakeExpiration: "finishing the event that woke it after its time was up"
    case .cpuWindow: "using the processor in the background"
    case .event: "handling an event"
    case .snapshot: "drawing its picture"
    case .hangUp: "exiting after it closed its channel"
    case .freezeRetry: "suspending"
    }
  }

  /// For the log, when its time is up: only some steps end with a kill (BG2, BX3, SN1).
  package func overrun(_ limit: Duration) -> String {
    switch self {
    case .backgroundTasks: "its background tasks used up their \(limit.readable); roostd tells it to end them"
    case .wake: "it used up the \(limit.readable) for the event that woke it; roostd tells it to finish"
    case .snapshot: "its picture was not drawn in \(limit.readable); roostd suspends it without one"
    case .cpuWindow: "it used more of a processor in the background, over \(limit.readable), than it may"
    case .launch, .comeForward, .resign, .enterBackground, .terminate, .expiration, .wakeExpiration, .event, .hangUp,
      .freezeRetry:
      "missed a deadline: \(sentence) took more than \(limit.readable)"
    }
  }
}

nonisolated extension UInt64 {
  /// A size in bytes for a person: "12.5 MB".
  package var readableBytes: String { bytes(Int64(clamping: self)) }
}
