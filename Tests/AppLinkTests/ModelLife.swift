// A device with something of everything that can be stored, for the golden files.
import AgentProtocol
import Foundation
import LifecycleModel

@testable import AppLink

/// Apps that acknowledge at once, but for the one that stays in the middle of a wake.
@MainActor struct ModelLife {
  private var lifecycle = Lifecycle(policy: Policy(foregroundSlots: 2), seed: 7)
  private var now = Instant(nanoseconds: 1_000_000_000)
  private var requests: UInt64 = 0
  private var pids: [ProcessSerial: Int32] = [:]
  private var apps: [ProcessSerial: AppID] = [:]

  private let front = AppID("com.example.front")
  private let asleep = AppID("com.example.asleep")
  private let busy = AppID("com.example.busy")
  private let pages = AppID("com.example.pages")

  /// Everybody is where they are to be.
  mutating func begin() {
    feed(.installed(AppDescription(id: front, style: .app, schemes: ["front"], purposes: [.location, .camera])))
    feed(.installed(AppDescription(id: asleep, style: .app)))
    feed(
      .installed(
        AppDescription(
          id: busy, style: .app, backgroundModes: Set(BackgroundMode.allCases), taskIdentifiers: ["refresh"])))
    feed(.installed(AppDescription(id: pages, style: .scene, supportsMultipleScenes: true)))
    for app in [asleep, busy, front] { want(.launch(app, Launch(), .foreground)) }
    want(.launch(pages, Launch(), .foreground))
    if let serial = serial(of: busy) {
      feed(.app(serial, .requested(id: 1, .beginBackgroundTask(name: "upload"))))
      let task = TaskRequest(identifier: "refresh", kind: .refresh, earliest: now + .seconds(9000))
      feed(.app(serial, .requested(id: 2, .schedule(.submit(task)))))
    }
    let notification = UserNotification(identifier: "later", title: "a", body: "b", content: "{}", isRemote: false)
    if let serial = serial(of: front) {
      let plan = PlannedNotification(notification, next: now + .seconds(9000))
      feed(.app(serial, .requested(id: 1, .notifications(.plan(plan)))))
    }
    want(.fact(.locale("fr_FR")))
    want(.fact(.battery(level: 0.5, state: .unplugged)))
    want(.fact(.setting(app: front, key: "colour", value: "\"red\"")))
    ask()
    want(.showAlert)
    want(.wake(busy, .push("{}")))
  }

  /// One permission is denied, one allowed once, and one asked for.
  private mutating func ask() {
    want(.setPermission(front, .notifications, .denied))
    for service in [PrivacyService.location, .camera] { want(.setPermission(front, service, .ask)) }
    guard let serial = serial(of: front) else { return }
    feed(.app(serial, .requested(id: 2, .requestPermission(service: "location"))))
    want(.answerPrompt(.allowOnce))
    feed(.app(serial, .requested(id: 3, .requestPermission(service: "camera"))))
  }

  func checkpoint() -> Checkpoint {
    var checkpoint = Checkpoint(boot: "golden", era: "00000000-GOLDEN", lifecycle: lifecycle, lastRequest: requests)
    for (serial, pid) in pids.sorted(by: { $0.value < $1.value }) {
      guard let app = apps[serial], let process = lifecycle.apps[app]?.process else { continue }
      var identity = ProcessIdentity(
        serial: serial, app: app, pid: pid, startTime: UInt64(pid), executable: "/bin/\(app)", events: 1, replies: 2)
      if app == front { identity.cgroup = ProcessSerial(number: 1) }
      checkpoint.processes.append(identity)
      checkpoint.channels.append(ChannelState(serial: serial, unread: Array((app == busy ? "{\"ack\"" : "").utf8)[...]))
      checkpoint.standings.append(Standing(process))
    }
    return checkpoint
  }

  /// Some more of it, which only the log tells of.
  mutating func continueLog(_ log: StateLog) {
    @MainActor func record(_ input: Input) {
      log.append(.input, 0, (try? JSONEncoder().encode(input)) ?? Data())
      log.append(.turn, now.nanoseconds)
    }
    log.append(.rewriteBegan, 0)
    if let serial = serial(of: front) {
      _ = log.appendLine(.rewritten, serial.number, Array("{\"seq\":4,".utf8)[...])
    }
    log.append(.rewriteEnded, 0)
    record(.wish(.lock, Request(id: RequestID(number: requests + 1))))
    if let serial = serial(of: busy) {
      log.append(.received, serial.number, Array(":99}\n{\"requ".utf8))
      _ = log.appendLine(.line, serial.number, Array("{\"seq\":9,\"event\":\"settled\"}\n".utf8)[...])
    }
  }

  private func serial(of app: AppID) -> ProcessSerial? { lifecycle.apps[app]?.process?.serial }

  private mutating func want(_ wish: Wish) {
    requests += 1
    feed(.wish(wish, Request(id: RequestID(number: requests))))
  }

  private mutating func feed(_ input: Input) {
    var waiting = [input]
    while !waiting.isEmpty {
      now = now + .milliseconds(1)
      for effect in lifecycle.handle(waiting.removeFirst(), at: now) {
        switch effect {
        case .spawn(let serial, let app, _):
          pids[serial] = Int32(100 + serial.number)
          apps[serial] = app
          waiting += [
            .kernel(serial, .spawned(pid: Int32(100 + serial.number))), .app(serial, .hello(protocolVersion: 1)),
          ]
        case .send(_, _, .wake): break
        case .send(let serial, let sequence, _): waiting.append(.app(serial, .acknowledged(sequence)))
        case .freeze(let serial): waiting.append(.kernel(serial, .froze(holding: Holdings(footprint: 1 << 20))))
        default: break
        }
      }
    }
  }
}
