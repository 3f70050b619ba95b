// The keeper of the requests: roostd, which launches the app for them (BX4). A refusal of roostd is an error of the
// scheduler's.

import AgentProtocol
import RoostAgent

/// The one place that speaks to roostd about requests.
struct TaskRequests: Sendable {
  func submit(
    _ request: BGTaskRequest, on channel: Channel? = Channel.ofApp
  ) throws(BGTaskScheduler.Error) {
    guard let channel else { throw BGTaskScheduler.Error(.unavailable) }
    do throws(RequestError) {
      _ = try channel.request(.submitTaskRequest(TaskRequest(request)), now: Date().timeIntervalSince1970)
    } catch {
      throw BGTaskScheduler.Error(BGTaskScheduler.Error.Code(error))
    }
  }

  /// Nil: all of them.
  func cancel(_ identifier: String?) { _ = try? Channel.ofApp?.request(.cancelTaskRequest(identifier: identifier)) }

  func pending() -> [BGTaskRequest] {
    guard case .pendingTasks(let requests)? = try? Channel.ofApp?.request(.pendingTaskRequests) else { return [] }
    return requests.map(\.request)
  }
}

extension TaskRequest {
  init(_ request: BGTaskRequest) {
    let processing = request as? BGProcessingTaskRequest
    self.init(
      identifier: request.identifier, kind: processing == nil ? .refresh : .processing,
      earliest: request.earliestBeginDate?.timeIntervalSince1970,
      needsPower: processing?.requiresExternalPower ?? false,
      needsNetwork: processing?.requiresNetworkConnectivity ?? false)
  }

  fileprivate var request: BGTaskRequest {
    let request: BGTaskRequest
    switch kind {
    case .refresh:
      request = BGAppRefreshTaskRequest(identifier: identifier)
    case .processing:
      let processing = BGProcessingTaskRequest(identifier: identifier)
      processing.requiresExternalPower = needsPower
      processing.requiresNetworkConnectivity = needsNetwork
      request = processing
    }
    request.earliestBeginDate = earliest.map(Date.init(timeIntervalSince1970:))
    return request
  }
}

extension BGTaskScheduler.Error.Code {
  fileprivate init(_ error: RequestError) {
    switch error {
    case .refused("NotPermitted", _), .refused("NotEntitled", _): self = .notPermitted
    case .refused("TooManyPendingTaskRequests", _): self = .tooManyPendingTaskRequests
    case .refused, .channelEnded: self = .unavailable
    }
  }
}
