// A background task that runs (BX4).

import Synchronization

/// A task that the system has launched the app for; one of its subclasses.
open class BGTask: NSObject, @unchecked Sendable {
  // @unchecked: all that changes is in the Mutex.
  public let identifier: String

  private struct State: @unchecked Sendable {
    // @unchecked: closures that are called under no lock, each once.
    var expirationHandler: (() -> Void)?
    var completed: ((Bool) -> Void)?
  }
  private let state: Mutex<State>

  init(_ identifier: String, completed: @escaping @Sendable (Bool) -> Void) {
    self.identifier = identifier
    state = Mutex(State(completed: completed))
  }

  /// Called when the time is up; it must end the task soon.
  open var expirationHandler: (() -> Void)? {
    get { state.withLock { $0 }.expirationHandler }
    set {
      let new = State(expirationHandler: newValue)
      state.withLock { $0.expirationHandler = new.expirationHandler }
    }
  }

  /// Says that the task has ended. A second call does nothing.
  open func setTaskCompleted(success: Bool) {
    let last = state.withLock { state in
      defer { state = State() }
      return state
    }
    last.completed?(success)
  }

  /// The time is up. Without a handler the task has failed.
  func expire() {
    if let expirationHandler { expirationHandler() } else { setTaskCompleted(success: false) }
  }
}

/// A task that fetches what is new.
open class BGAppRefreshTask: BGTask, @unchecked Sendable {}

/// A task that may take minutes.
open class BGProcessingTask: BGTask, @unchecked Sendable {}
