// Decides which ends leave a report (TE4), and advises the app's developer on each.
import Glibc
package import LifecycleModel
import Reports

nonisolated extension ExitReason {
  /// Whether an end leaves a report: those that somebody should look into.
  package var isReported: Bool {
    switch self {
    case .watchdog, .heldResource, .lockHeld, .cpuLimit, .tooManyTasks, .violation, .missingPurpose,
      .crashed, .jetsam(.perProcessLimit):
      true
    // A JetsamEvent is written of these (ME7).
    case .jetsam(.highwater), .jetsam(.vmPageShortage), .jetsam(.idleExit): false
    case .forceQuit, .permissionChanged, .terminatedBySystem, .shutdown, .failedToStart, .exited, .unobserved: false
    }
  }

  /// Whether its backtrace is taken before it is killed (TE4).
  package var isLookedInto: Bool {
    switch self {
    case .watchdog, .cpuLimit, .heldResource, .lockHeld, .tooManyTasks, .missingPurpose: true
    case .forceQuit, .jetsam, .violation, .permissionChanged, .terminatedBySystem, .shutdown, .failedToStart, .crashed,
      .exited, .unobserved:
      false
    }
  }

  /// The reason why a report has no backtrace, if nothing could take one.
  var whyUnseen: String? {
    switch self {
    case .crashed(SIGKILL): "SIGKILL ends a process without notice to the app or to roostd"
    case .crashed:
      "the process was gone before roostd could read it; only apps that use Roost's libraries report their crashes"
    case .jetsam: "roostd does not delay a kill for memory to take one"
    case .watchdog, .heldResource, .lockHeld, .cpuLimit, .tooManyTasks, .forceQuit, .violation, .missingPurpose,
      .permissionChanged, .terminatedBySystem, .shutdown, .failedToStart, .exited, .unobserved:
      nil
    }
  }

  /// Nanoseconds that it might have taken, where a deadline was missed.
  var limit: Int64? {
    if case .watchdog(_, let limit) = self { Int64(clamping: limit.wholeNanoseconds) } else { nil }
  }

  /// The remedy; nil when there is nothing to do.
  ///
  /// - Parameter spent: processor time that it used in the callback it was in.
  func advice(in activity: Activity?, spent: Duration?) -> String? {
    switch self {
    case .watchdog(let step, _): step.advice + Self.hint(activity, spent)
    case .heldResource(let path): "close \(path) in didEnterBackground and open it again in willEnterForeground"
    case .lockHeld:
      "release the lock in didEnterBackground, or begin a background task before taking it and end the task after "
        + "releasing it; keep files that no other app shares in the app's own container"
    case .cpuLimit:
      "do less in the background: submit a BGProcessingTaskRequest for work that can wait, and stop work that only "
        + "serves the screen in didEnterBackground"
    case .tooManyTasks: "end every background task that the app begins, in its expiration handler as well"
    case .violation:
      "compare the lines that the app writes to descriptor 4 with roost-agent(7); an app that uses Roost's libraries "
        + "must not write to it itself"
    case .missingPurpose(let service):
      "add \(service.purposeKeys[0]) to its Info.plist, with a sentence that tells the user what the app uses "
        + "\(service.words) for"
    case .crashed(SIGKILL):
      "look into the kernel's log, `journalctl -k`, for a kill for memory; otherwise a user or a program sent SIGKILL"
    case .crashed(SIGTERM), .crashed(SIGINT), .crashed(SIGHUP):
      "nothing is wrong with the app; end apps with `roostctl terminate`, so that roostd knows why"
    case .crashed:
      "look at the first function below that is the app's own, and at the app's output: `journalctl -t` with its "
        + "identifier, or `logs/` in the state directory"
    case .jetsam(.perProcessLimit):
      "hold less at a time, and free what can be made again in didReceiveMemoryWarning; RoostMemoryLimits of the app's "
        + "Info.plist sets the limit"
    case .jetsam:
      "free what can be made again in didReceiveMemoryWarning and in didEnterBackground; roostd ranks apps by the "
        + "memory that they hold in the background"
    case .forceQuit, .permissionChanged, .terminatedBySystem, .shutdown, .failedToStart, .exited, .unobserved: nil
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

nonisolated extension Step {
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
    case .terminate: "save while the app runs, so that little is left for sceneDidDisconnect and willTerminate"
    case .backgroundTasks, .expiration:
      "call endBackgroundTask for each task when its work is done, and in its expiration handler at the latest"
    case .wake, .wakeExpiration: "call the completion handler as soon as the work is done, also when it failed"
    case .cpuWindow: "do less in the background"
    case .event: "return from the callback sooner, and do the work afterwards"
    case .snapshot: "make drawing the views cheaper"
    case .hangUp: "exit when the channel to roostd is closed"
    case .freezeRetry: "end or detach child processes that cannot be stopped"
    }
  }
}
