// A device whose apps are all at their limits.
import LifecycleModel

/// Apps that have all that the limits (``Limit``) allow but things to open, which would bring each to the front, in texts that are slow to compare for Swift: the worst device
/// for the daemon's loop. Whatever happens to it next is one turn, for which everybody else waits.
struct FullDevice {
  var device = Obedient()
  let apps: [AppID]
  /// The app that all happens to; it is in front.
  var subject: AppID { apps[apps.count - 1] }
  var process: ProcessSerial { device.lifecycle.apps[subject]?.process?.serial ?? ProcessSerial(number: 0) }

  init(apps count: Int) {
    apps = (0..<count).map { AppID("org.roost.costs.app\($0)") }
    device.now = Instant(nanoseconds: 1_000_000_000)
    device.wish(.fact(.network(.offline)))
    for app in apps {
      // Before there are many processes to tell.
      for number in 0..<Limit.settings.number {
        device.handle(.recalled(.fact(.setting(app: app, key: Self.name(number), value: "1"))))
      }
    }
    for app in apps { fill(app) }
    device.wish(.launch(subject, Launch(), .foreground))
  }

  private mutating func fill(_ app: AppID) {
    device.handle(
      .installed(
        AppDescription(
          id: app, style: .scene, supportsMultipleScenes: true, schemes: (0..<64).map { "\(app.string).\($0)" },
          backgroundModes: Set(BackgroundMode.allCases), taskIdentifiers: (0..<256).map { Self.name($0) },
          purposes: Set(PrivacyService.allCases))))
    let activity = Self.json(Limit.payload.number)
    device.handle(
      .recalled(
        .sessions(
          app,
          Sessions(
            (0..<Limit.sessions.number).map { Session(id: SessionID(Self.name($0)), activity: activity) }))))
    let later = device.now + .seconds(3600)
    device.handle(
      .recalled(
        .tasks(
          app,
          (0..<Limit.processingRequests.number).map {
            TaskRequest(identifier: Self.name($0), kind: .processing, earliest: later)
          })))
    device.handle(
      .recalled(
        .notifications(
          app,
          UserNotifications(
            planned: (0..<Limit.plannedNotifications.number).map { number in
              PlannedNotification(
                Self.notification(number, bytes: 0), next: later, later: (1..<980).map { later + .seconds($0) })
            },
            shown: (0..<Limit.shownNotifications.number).map {
              ShownNotification(Self.notification($0 + 100, bytes: 4600), time: ClockDate(device.now))
            }))))
    device.wish(.launch(app, Launch(), .foreground))
    let serial = device.lifecycle.apps[app]?.process?.serial ?? ProcessSerial(number: 0)
    func ask(_ request: AppRequest) { device.handle(.app(serial, .requested(id: 1, request))) }
    for number in 0..<Limit.transfers.number {
      ask(.transfer(.begin(Self.transfer(number))))
    }
    for _ in 0..<Limit.backgroundTasks.number - 1 { ask(.beginBackgroundTask(name: "\u{301}\u{301}\u{301}\u{301}")) }
    for _ in 0..<Limit.activities.number { ask(.beginActivity(mode: "location")) }
    // Of these the app handles none.
    for _ in 0..<Limit.unhandledEvents.number { silently(.userInput(app, activity)) }
    for number in 0..<Limit.permissionRequests.number {
      _ = device.lifecycle.handle(
        .app(serial, .requested(id: UInt64(number), .requestPermission(service: "camera"))), at: device.now)
    }
    device.wish(.home)
    for _ in 0..<Limit.wakes.number { silently(.wake(app, .push(activity))) }
  }

  private mutating func silently(_ wish: Wish) { _ = device.lifecycle.handle(device.wishing(wish), at: device.now) }

  /// A name of the greatest length, of marks, which tell it from another by its last bytes alone.
  static func name(_ number: Int) -> String {
    String(repeating: "\u{301}", count: (Limit.identifier.number - 4) / 2) + "\(1000 + number)"
  }

  static func json(_ bytes: Int) -> String { "{\"a\":\"" + String(repeating: "x", count: bytes - 8) + "\"}" }

  static func notification(_ number: Int, bytes: Int) -> UserNotification {
    UserNotification(
      identifier: name(number), title: String(repeating: "\u{301}", count: bytes / 2), body: "", content: "{}",
      isRemote: false)
  }

  static func transfer(_ number: Int) -> TransferRequest {
    TransferRequest(
      TransferName(session: name(number), number: number),
      url: "http://example.org/" + String(repeating: "x", count: 8000),
      headers: ["x": String(repeating: "y", count: 8000)])
  }
}
