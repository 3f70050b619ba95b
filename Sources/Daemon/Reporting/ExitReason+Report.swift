// Which ends are reported (TE4), and what the app's developer can do about each.
import Glibc
package import LifecycleModel
import Reports

extension ExitReason {
  /// Whether an end leaves a report: those that somebody should look into.
  package var isReported: Bool {
    switch self {
    case .watchdog, .heldResource, .lockHeld, .cpuLimit, .tooManyTasks, .violation, .crashed,
      .jetsam(.perProcessLimit):
      true
    // A JetsamEvent is written of these (ME7).
    case .jetsam(.highwater), .jetsam(.vmPageShortage), .jetsam(.idleExit): false
    case .forceQuit, .terminatedBySystem, .shutdown, .failedToStart, .exited, .unobserved: false
    }
  }

  /// Whether its backtrace is taken before it is killed (TE4).
  package var isLookedInto: Bool {
    switch self {
    case .watchdog, .cpuLimit, .heldResource, .lockHeld, .tooManyTasks: true
    case .forceQuit, .jetsam, .violation, .terminatedBySystem, .shutdown, .failedToStart, .crashed, .exited,
      .unobserved:
      false
    }
  }

  /// Why nobody could look at what it was in.
  var whyUnseen: String? {
    switch self {
    case .crashed(SIGKILL): "nobody sees SIGKILL coming, neither the app nor roostd"
    case .crashed:
      "it was gone before anybody could look; only apps that speak through Roost's libraries say when they crash"
    case .jetsam: "memory that is taken back does not wait for it"
    case .watchdog, .heldResource, .lockHeld, .cpuLimit, .tooManyTasks, .forceQuit, .violation, .terminatedBySystem,
      .shutdown, .failedToStart, .exited, .unobserved:
      nil
    }
  }

  /// Nanoseconds that it might have taken, where a deadline was missed.
  package var limit: Int64? {
    if case .watchdog(_, let limit) = self { Int64(clamping: limit.wholeNanoseconds) } else { nil }
  }

  /// What to do about it; nil when there is nothing to do.
  ///
  /// - Parameter spent: processor time that it used in the callback it was in.
  package func advice(in activity: Activity?, spent: Duration?) -> String? {
    switch self {
    case .watchdog(let step, _): step.advice + Self.hint(activity, spent)
    case .heldResource(let path): "close \(path) in didEnterBackground and open it again in willEnterForeground"
    case .lockHeld:
      "release the lock in didEnterBackground, or begin a background task before taking it and end the task after "
        + "releasing it; files that no other app shares belong into the app's own container"
    case .cpuLimit:
      "do less behind the screen: ask for a BGProcessingTask, which runs when there is power for it, or stop in "
        + "didEnterBackground what only serves the screen"
    case .tooManyTasks: "end every background task that was begun, in its expiration handler as well"
    case .violation:
      "compare what the app writes to its replies with roost-agent(7); one that writes to fd 4 by itself must not"
    case .crashed(SIGKILL):
      "ask the kernel's log whether it was short of memory, `journalctl -k`; otherwise somebody has killed it by hand"
    case .crashed(SIGTERM), .crashed(SIGINT), .crashed(SIGHUP):
      "end apps with `roostctl terminate`, so that roostd knows why; nothing is wrong with the app"
    case .crashed:
      "look at the first function below that is the app's own; its output has its last words: `journalctl -t` with its "
        + "identifier, or `logs/` in the state directory"
    case .jetsam(.perProcessLimit):
      "hold less at a time, and free what can be made again in didReceiveMemoryWarning; RoostMemoryLimits of its "
        + "Info.plist says how much it may have"
    case .jetsam:
      "free what can be made again in didReceiveMemoryWarning and in didEnterBackground; what an app holds behind the "
        + "screen is what it is judged by"
    case .forceQuit, .terminatedBySystem, .shutdown, .failedToStart, .exited, .unobserved: nil
    }
  }

  /// Waiting and computing take the same time and want different cures.
  private static func hint(_ activity: Activity?, _ spent: Duration?) -> String {
    guard let activity, let spent, activity.age > .zero else { return "" }
    return spent > activity.age / 2
      ? "; it computed nearly all the time: do that on another thread, in pieces, or not at all"
      : "; it hardly used the processor, so it waited: the backtrace shows for what, and the main thread must not wait "
        + "for locks, files, the network or other processes"
  }
}

extension Step {
  /// The deadlines that iOS has a name for.
  var watchdogEvent: WatchdogTransgression.Event? {
    switch self {
    case .launch: .processLaunch
    case .comeForward, .resign, .enterBackground: .sceneUpdate
    case .terminate: .processExit
    case .backgroundTasks, .expiration, .wake, .wakeExpiration, .cpuWindow, .event, .snapshot, .hangUp, .freezeRetry:
      nil
    }
  }

  fileprivate var advice: String {
    switch self {
    case .launch: "show the first view soon and load the rest afterwards"
    case .comeForward:
      "return from willEnterForeground and didBecomeActive at once, and refresh what is shown afterwards"
    case .resign: "only pause what runs in willResignActive; save in didEnterBackground"
    case .enterBackground:
      "return from didEnterBackground sooner: what takes longer goes into "
        + "beginBackgroundTask(withName:expirationHandler:)"
    case .terminate: "save while the app runs, so that little is left for willTerminate"
    case .backgroundTasks, .expiration:
      "call endBackgroundTask for each task when its work is done, and in its expiration handler at the latest"
    case .wake, .wakeExpiration: "call the completion handler as soon as the work is done, also when it failed"
    case .cpuWindow: "do less behind the screen"
    case .event: "return from the callback sooner, and do the work afterwards"
    case .snapshot: "make drawing the views cheaper"
    case .hangUp: "exit when the channel to roostd is closed"
    case .freezeRetry: "end or detach child processes that cannot be stopped"
    }
  }
}
