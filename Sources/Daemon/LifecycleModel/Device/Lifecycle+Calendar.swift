// The dates that apps have named, when the calendar leaps and the clock by which the model counts does not.

extension Lifecycle {
  /// BX4: a date stays that date, and one that has come meanwhile is due now. Pauses, floors and deadlines are no dates, and stay as they
  /// are.
  mutating func follow(calendar offset: Int64, _ turn: inout Turn) {
    defer { calendarOffset = offset }
    guard let before = calendarOffset, before != offset else { return }
    let (shift, isBeyond) = before.subtractingReportingOverflow(offset)
    for app in (Array(apps.keys) + absent.keys).sorted() {
      changeEstate(of: app) { $0.moveDates(by: isBeyond ? (before < offset ? .min : .max) : shift, at: turn.now) }
      keepDates(of: app, &turn)
    }
    showDueNotifications(&turn)
    turn.reviewsTasks = true
  }

  /// The stores may be about to write the instants of before, as dates by the calendar of now: they get those of now.
  private func keepDates(of app: AppID, _ turn: inout Turn) {
    guard let estate = estate(of: app) else { return }
    if !estate.notifications.planned.isEmpty || !estate.notifications.shown.isEmpty { turn.keepNotifications(of: app) }
    for task in estate.tasks.pending where task.earliest != nil { turn.emit(.store(.keepTask(app, task))) }
    for transfer in estate.transfers.all where transfer.request.earliest != nil {
      turn.emit(.store(.keepTransfer(app, transfer)))
    }
  }
}

extension Estate {
  fileprivate mutating func moveDates(by shift: Int64, at now: Instant) {
    notifications.moveDates(by: shift, at: now)
    tasks.moveDates(by: shift)
    transfers.moveDates(by: shift)
  }
}
