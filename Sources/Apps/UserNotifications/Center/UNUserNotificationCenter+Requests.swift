// Notifications to come, notifications that are there, and the badge.

import RoostAgent

extension UNUserNotificationCenter {
  // MARK: To come

  /// Schedules a notification; it replaces one of the same identifier.
  @preconcurrency
  public func add(
    _ request: UNNotificationRequest,
    withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    let kept = KeptRequest(request)
    let permission = Permission.of(.notifications)
    let (device, now) = (delivery.roostd?.movedClock(), Date())
    delivery.plan(
      kept,
      { ledger in
        do throws(UNError) {
          try ledger.add(kept, now: now, deviceAhead: device?.timeIntervalSince(now) ?? 0, under: permission)
          return nil
        } catch {
          return error
        }
      }
    ) { completionHandler?($0) }
  }

  public func add(_ request: UNNotificationRequest) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      add(request) { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }

  @preconcurrency
  public func getPendingNotificationRequests(
    completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
  ) {
    delivery.read { completionHandler($0.pending.map(\.request.request)) }
  }

  public func pendingNotificationRequests() async -> [UNNotificationRequest] {
    await withCheckedContinuation { continuation in
      getPendingNotificationRequests { continuation.resume(returning: $0) }
    }
  }

  public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    delivery.change({ $0.removePending(identifiers.contains) }) { [delivery] in delivery.roostd?.cancel(identifiers) }
  }

  public func removeAllPendingNotificationRequests() {
    delivery.change({ $0.removePending { _ in true } }) { [delivery] in delivery.roostd?.cancel(nil) }
  }

  // MARK: There

  @preconcurrency
  public func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
    delivery.read { [delivery] in completionHandler(delivery.roostd?.delivered() ?? $0.delivered.map(\.notification)) }
  }

  public func deliveredNotifications() async -> [UNNotification] {
    await withCheckedContinuation { continuation in
      getDeliveredNotifications { continuation.resume(returning: $0) }
    }
  }

  public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
    delivery.change({ $0.removeDelivered(identifiers.contains) }) { [delivery] in delivery.roostd?.remove(identifiers) }
  }

  public func removeAllDeliveredNotifications() {
    delivery.change({ $0.removeDelivered { _ in true } }) { [delivery] in delivery.roostd?.remove(nil) }
  }

  // MARK: The badge

  /// Sets the number on the app's icon; 0 removes it.
  @preconcurrency
  public func setBadgeCount(
    _ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    delivery.change({ ledger -> UNError? in
      if newBadgeCount < 0 { return UNError(.badgeInputInvalid) }
      ledger.badge = newBadgeCount
      return nil
    }) { completionHandler?($0) }
  }

  public func setBadgeCount(_ newBadgeCount: Int) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      setBadgeCount(newBadgeCount) { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }

  /// The number on the app's icon, for `UIApplication.applicationIconBadgeNumber`.
  package var badgeCount: Int {
    // In front the delegate decides about what comes due.
    if isForeground { delivery.passEarlier() } else { delivery.passDue() }
    return delivery.ledger.badge
  }
}
