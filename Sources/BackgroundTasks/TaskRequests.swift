// Who keeps the requests: roostd will, which can launch the app for them. Its methods are submitTaskRequest,
// cancelTaskRequest and pendingTaskRequests of the agent protocol; one that does not know them answers UnknownMethod,
// which an app hears as `unavailable`.

/// The one place that will speak to roostd about requests. No roostd takes any yet (BX4).
struct TaskRequests: Sendable {
  func submit(_ request: BGTaskRequest) throws(BGTaskScheduler.Error) { throw BGTaskScheduler.Error(.unavailable) }

  /// Nothing can be pending that was not taken.
  func cancel(_ identifier: String?) {}

  func pending() -> [BGTaskRequest] { [] }
}
