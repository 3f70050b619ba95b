// The least that an answer has in bytes, so that an app pays for it before it is put together.
import LifecycleModel

extension AppAnswer {
  /// Of the texts in it. The refusals count as none: they are sentences of the daemon's, with a name in them at most.
  var size: Int {
    switch self {
    case .notifications(let shown): shown.reduce(0) { $0 + $1.notification.size }
    case .transfers(let all): all.reduce(0) { $0 + $1.textSize }
    case .pendingTasks(let requests): requests.reduce(0) { $0 + $1.identifier.utf8.count }
    case .key(let key): key.utf8.count
    case .session(let session): session.string.utf8.count
    case .backgroundTask, .done, .timeRemaining, .handled, .activity, .unknownTransfer, .transferExists, .badTransfer,
      .lacksNetwork, .overLimit, .unknownTask, .unknownActivity, .lacksMode, .taskNotPermitted, .tooManyTaskRequests,
      .keysUnusable, .unknownProtectionClass, .noPublicKey, .protectedDataUnavailable, .permission, .unknownService,
      .unknownSession, .oneSceneOnly, .notInForeground, .unknownMethod:
      0
    }
  }
}

extension Transfer {
  fileprivate var textSize: Int {
    let asked = request.name.session.utf8.count + request.url.utf8.count
    switch end {
    case .done(_, let file, _, let headers)?:
      return (headers ?? [:]).reduce(asked + file.utf8.count) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    case .failed(_, let words)?: return asked + words.utf8.count
    case nil: return asked
    }
  }
}
