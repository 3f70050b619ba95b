// Takes of an app's request only as much as may be kept.

extension AppRequest {
  /// The request with its name cut, or in place of one that may not be cut the limit that it passes.
  var bounded: AppRequest {
    switch self {
    case .beginBackgroundTask(let name): .beginBackgroundTask(name: name?.cut(to: .taskName))
    case .requestScene(let session, let activity):
      within(.identifier, session?.string) ?? within(.payload, activity) ?? self
    case .destroySession(let session), .refreshSession(let session): within(.identifier, session.string) ?? self
    case .openURL(let url), .canOpenURL(let url): within(.url, url) ?? self
    case .beginActivity(mode: let name), .protectedKey(kind: let name, _), .requestPermission(service: let name),
      .permission(service: let name), .unknown(method: let name):
      within(.identifier, name) ?? self
    case .schedule(.submit(let task)): within(.identifier, task.identifier) ?? self
    case .schedule(.cancel(let identifier)): within(.identifier, identifier) ?? self
    case .notifications(.plan(let plan)):
      within(.identifier, plan.notification.identifier)
        ?? (plan.size > Limit.notification.number ? .overLimit(.notification) : self)
    case .notifications(.planAtOnce(let notification, _)):
      within(.identifier, notification.identifier)
        ?? (notification.size + PlannedNotification.sizeOfTime > Limit.notification.number
          ? .overLimit(.notification) : self)
    case .notifications(.cancel(let identifiers)), .notifications(.remove(let identifiers)):
      Self.areTooLong(identifiers) ? .overLimit(.identifiers) : self
    case .transfer(.begin(let request)):
      within(.identifier, request.name.session) ?? within(.url, request.url)
        ?? (request.size > Limit.transfer.number ? .overLimit(.transfer) : self)
    case .transfer(.cancel(let name)): within(.identifier, name.session) ?? self
    case .transfer(.list(let session)): within(.identifier, session) ?? self
    case .endBackgroundTask, .backgroundTimeRemaining, .endActivity, .schedule(.list), .notifications(.list),
      .overLimit:
      self
    }
  }

  /// Each counts as sixteen bytes at least, which the daemon needs for it also where it is empty.
  private static func areTooLong(_ identifiers: [String]?) -> Bool {
    (identifiers?.reduce(0) { $0 + max($1.utf8.count, 16) } ?? 0) > Limit.identifiers.number
  }

  /// Nil: it is.
  private func within(_ limit: Limit, _ text: String?) -> AppRequest? {
    limit.isPassed(by: text) ? .overLimit(limit) : nil
  }
}
