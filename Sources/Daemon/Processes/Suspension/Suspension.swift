// The suspension of an app, from the order to the thaw, by whichever means it is done.
package import Linux
import SystemPackage

/// One suspension of an app (BG4). It never blocks: it tells each event to its owner, who ends it with ``thaw()`` or,
/// when the app is killed, by letting go of it.
@MainActor package protocol Suspension: AnyObject {
  /// Begins it. It may be done before this returns.
  func start()

  /// Adopts what an earlier daemon has suspended, as it is found. Tells nothing: ``isInForce`` says how it is.
  func adopt()

  /// Something outside may have sent SIGCONT to an app that is suspended and stays so, ``isInForce``: it looks stopped to
  /// everybody again, without having run a line and without being told of.
  func stopAgain()

  /// Lets all of the app run, however far the suspension had come, and tells nothing any more. Never fails: a process
  /// that cannot be continued is gone. While many apps are continued, one of more than a few processes runs some turns of the
  /// loop later, and the last of a crowd, as long as somebody holds the suspension.
  func thaw()

  /// Takes away what keeps a debugger from continuing the app. The stops stay, and nothing is told any more: a suspension
  /// from scratch follows, or a thaw.
  func unseal()

  /// Continues at once all that a thaw has left for later: no turn of the loop comes any more.
  func finishThaw()

  /// Whether a thaw waits for its turn, and nothing of the app has been continued yet.
  var isToThaw: Bool { get }

  /// Whether ``SuspensionChange/suspended`` has come to pass.
  var isDone: Bool { get }

  /// Whether nothing of the app can run a line now, asked of the kernel (BG9).
  var isInForce: Bool { get }

  /// Those that have been found so far; once it is done, all of the app.
  var processes: [Pidfd] { get }
}

/// News of a suspension.
package nonisolated enum SuspensionChange: Equatable {
  /// The kernel shows that nothing of the app runs.
  case suspended
  /// All of it runs again, or its cgroup keeps it from that until a suspension from scratch or a thaw.
  case failed(FreezeFailure)
  /// It was done, and something outside has undone it (BG9).
  case continued
  /// It is done, and something has happened to a process of it, of which the kernel tells no more: a debugger may have
  /// attached.
  case stirred
}
