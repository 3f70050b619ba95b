// Translates the answers to what apps ask for, from the model's words into the protocol's.
package import AgentProtocol
package import LifecycleModel
import WireJSON

extension Reply.Outcome {
  package init(_ answer: AppAnswer) {
    switch answer {
    case .backgroundTask(let task): self = .result(.backgroundTask(task.number))
    case .done: self = .result(.done)
    case .timeRemaining(let time):
      self = .result(.timeRemaining(seconds: time.map { Double($0.wholeNanoseconds) / 1e9 }))
    case .session(let session): self = .result(.session(session.string))
    case .handled(let handled): self = .result(.handled(handled))
    case .unknownSession(let session):
      self = .error(code: "UnknownSession", message: "this app has no scene session \(session)")
    case .oneSceneOnly:
      self = .error(
        code: "NotSupported",
        message: "this app may not have several scenes; set UIApplicationSupportsMultipleScenes in its Info.plist")
    case .notInForeground:
      self = .error(code: "NotInForeground", message: "only an app on the screen may change what is on it")
    case .activity(let activity): self = .result(.activity(activity.number))
    case .pendingTasks(let requests): self = .result(.pendingTasks(requests.map(AgentProtocol.TaskRequest.init)))
    case .notifications(let shown):
      self = .result(
        .notifications(
          shown.map { UserNotification($0.notification, shown: $0.time) },
          now: ModelClock.isMovedByCommand ? Double(ModelClock.calendar) / 1e9 : nil))
    case .permission(let status): self = .result(.permission(status.rawValue))
    case .unknownService(let name):
      self = .error(
        code: "UnknownService",
        message: "no such service: \"\(name.beginning)\"; the services are "
          + PrivacyService.allCases.map(\.rawValue).joined(separator: ", "))
    case .overLimit(let limit): self = .error(code: limit.code, message: limit.sentence)
    case .unknownActivity(let activity):
      self = .error(
        code: "UnknownActivity", message: "no activity \(activity.number) is open; it may have been ended already")
    case .lacksMode(let mode):
      self = .error(
        code: "NotEntitled", message: "UIBackgroundModes of the Info.plist has no \"\(mode.beginning)\"; add it")
    case .transfers(let all): self = .result(.transfers(all.map(TransferStatus.init)))
    case .unknownTransfer(let name):
      self = .error(
        code: "UnknownTransfer",
        message: "the session \"\(name.session.beginning)\" has no transfer \(name.number); it may have been cancelled"
      )
    case .transferExists(let name):
      self = .error(
        code: "TransferExists",
        message:
          "the session \"\(name.session.beginning)\" has a transfer \(name.number) already; cancel it, or choose "
          + "another number")
    case .lacksNetwork:
      self = .error(
        code: "NotEntitled", message: "RoostNetwork of the Info.plist is \"none\"; a transfer takes \"client\"")
    case .badTransfer(let why): self = .error(code: "BadTransfer", message: "unable to begin the transfer: \(why)")
    case .key(let key): self = .result(.key(key))
    case .keysUnusable(let why): self = .error(code: "KeysUnusable", message: why)
    case .unknownProtectionClass(let name):
      self = .error(
        code: "UnknownClass",
        message: "no such protection class: \"\(name.beginning)\"; the classes are "
          + ProtectionClass.allCases.map(\.rawValue).joined(separator: ", "))
    case .noPublicKey(let kind):
      self = .error(
        code: "NoPublicKey", message: "the class \(kind.rawValue) has no public key; only completeUnlessOpen has one")
    case .protectedDataUnavailable(let kind):
      self = .error(
        code: "ProtectedDataUnavailable",
        message: "the device is locked, and files of the class \(kind.rawValue) cannot be opened until it is unlocked")
    case .taskNotPermitted(let identifier):
      self = .error(
        code: "NotPermitted",
        message:
          "\"\(identifier.beginning)\" is not in the BGTaskSchedulerPermittedIdentifiers of this app's Info.plist")
    case .tooManyTaskRequests(let kind):
      self = .error(
        code: "TooManyPendingTaskRequests",
        message: "this app has as many \(kind.rawValue) requests pending as it may; cancel one first")
    case .unknownTask(let task):
      self = .error(
        code: "UnknownTask", message: "no background task \(task.number) is open; it may have been ended already")
    case .unknownMethod(let name):
      self = .error(code: "UnknownMethod", message: "roostd has no method \(name); see roost-agent(7)")
    }
  }
}

extension Limit {
  fileprivate var code: String {
    switch unit {
    case .bytes: "TooLarge"
    case .count: "TooMany"
    }
  }
}

extension String {
  /// Enough of a name to know it again.
  fileprivate var beginning: String { cut(toBytes: 80) }
}
