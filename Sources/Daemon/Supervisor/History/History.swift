// Writes what the model hears and decides into the ring of the history, for `roostctl timeline` and `roostctl trace`.
import AppLink
import Glibc
import LifecycleModel
import Linux
import Logging
import Reporting
import Stores
import SystemPackage
import Systemd

/// Hears of every input and every effect, in their order. An entry of an effect names the input that brought it about, so
/// that a reader can follow a request to the callback that it led to.
final class History {
  /// Nil where it cannot be kept.
  let ring: HistoryRing?
  private let appOf: (ProcessSerial) -> AppID?
  /// The entry of the input that has its turn; zero when it has none.
  private var cause: UInt64 = 0
  /// The request of an app that has its turn.
  private var request: AppRequest?
  /// The memory of each process as it was written last.
  private var footprints: [ProcessSerial: UInt64] = [:]
  /// The length of each app's output as it was written last, and when, in nanoseconds of CLOCK_MONOTONIC.
  private var outputs: [AppID: (length: Int64, time: UInt64)] = [:]

  init(runtimeDirectory: String, boot: String, version: String, log: Logger, appOf: @escaping (ProcessSerial) -> AppID?)
  {
    self.appOf = appOf
    do {
      ring = try HistoryRing(runtimeDirectory + "/history", boot: boot)
    } catch {
      ring = nil
      log.warning(
        """
        unable to keep a history in \(runtimeDirectory): \(error); check that it is writable and has 1 MiB of space: \
        until roostd is started again, `roostctl timeline` has nothing to draw
        """)
    }
    write(.began, number: Int64(getpid()), name: version)
  }

  private func write(
    _ kind: HistoryEntry.Kind, at now: Instant = .now, number: Int64 = 0, value: Int64 = 0, limit: Int64 = 0,
    app: String = "", name: String = "", detail: String = "", scene: String = ""
  ) {
    ring?.append(
      HistoryEntry(
        kind, at: now.nanoseconds, number: number, value: value, limit: limit, cause: cause, app: app, name: name,
        detail: detail, scene: scene))
  }

  // MARK: Inputs

  /// `input` has its turn.
  func takes(_ input: Input, at now: Instant) {
    cause = 0
    request = nil
    guard let ring else { return }
    switch input {
    // A console looks several times a second, which would push all else out of the ring.
    case .wish(.userInput(_, let input), _) where Self.isLook(input): break
    case .app(_, .acknowledged(_, .elements)), .app(_, .acknowledged(_, .drawn)): break
    case .wish(let wish, let request):
      cause = ring.append(
        HistoryEntry(
          .asked, at: now.nanoseconds, number: Int64(clamping: request.id.number), app: wish.app?.string ?? "",
          name: wish.word))
    case .app(let serial, .acknowledged(let sequence, _)):
      cause = ring.append(
        HistoryEntry(
          .acknowledged, at: now.nanoseconds, number: Int64(clamping: sequence.number), app: name(of: serial)))
    case .app(let serial, .requested(_, let request)):
      self.request = request
      takes(request, from: serial, at: now)
    case .kernel(let serial, .froze(let holdings)), .kernel(let serial, .inspected(let holdings)):
      if let footprint = holdings.footprint { measured(footprint, of: serial, at: now) }
    case .kernel(let serial, .exited): footprints[serial] = nil
    case .memory(.measured(let measurement)):
      for (serial, footprint) in measurement.footprints { measured(footprint, of: serial, at: now) }
    case .app, .kernel, .memory, .installed, .removed, .policyChanged, .recalled, .found, .passcodeChanged,
      .calendar, .transfer, .due, .shutdown, .restored:
      break
    }
  }

  private func takes(_ request: AppRequest, from serial: ProcessSerial, at now: Instant) {
    switch request {
    case .endBackgroundTask(let task):
      write(.released, at: now, number: Int64(task.number), app: name(of: serial), name: Self.task)
    case .endActivity(let activity):
      write(.released, at: now, number: Int64(activity.number), app: name(of: serial), name: Self.activity)
    case .beginBackgroundTask, .backgroundTimeRemaining, .requestScene, .destroySession, .refreshSession, .openURL,
      .canOpenURL, .beginActivity, .schedule, .transfer, .notifications, .protectedKey, .requestPermission, .permission,
      .overLimit, .unknown:
      break
    }
  }

  private static let task = "backgroundTask"
  private static let activity = "activity"

  /// Somebody has looked how much memory a process has. Small changes are left out: an app that is looked at every second
  /// must not push all else out of the ring.
  func measured(_ footprint: UInt64, of serial: ProcessSerial, at now: Instant = .now) {
    guard ring != nil else { return }
    let last = footprints[serial]
    if let last, max(last, footprint) - min(last, footprint) < max(last / 32, 64 << 10) { return }
    footprints[serial] = footprint
    write(.footprint, at: now, value: Int64(clamping: footprint), app: name(of: serial))
  }

  /// The file of an app's output has another length. An app that writes much is noted once a second: it must not push all
  /// else out of the ring.
  func wrote(_ length: Int64, of app: AppID, at now: Instant = .now) {
    guard ring != nil else { return }
    if let last = outputs[app], abs(length - last.length) > 64 << 10, now.nanoseconds - last.time < 1_000_000_000 {
      return
    }
    outputs[app] = (length, now.nanoseconds)
    write(.output, at: now, value: length, app: app.string)
  }

  private func name(of serial: ProcessSerial) -> String { appOf(serial)?.string ?? "" }

  /// Whether an input event only asks what is on the screen (FG6, FG7). No question is long.
  private static func isLook(_ input: String) -> Bool {
    // As bytes, without an allocation for each touch of a finger.
    input.utf8.withContiguousStorageIfAvailable { text in
      text.count < 1000 && looks.contains { has(text, $0) }
    } ?? false
  }

  private static func has(_ text: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    guard let start = text.baseAddress, text.count >= word.utf8CodeUnitCount else { return false }
    return (0...text.count - word.utf8CodeUnitCount).contains { place in
      memcmp(start + place, word.utf8Start, word.utf8CodeUnitCount) == 0
    }
  }

  private static let looks: [StaticString] = [#""type":"picture""#, #""type":"elements""#]

  // MARK: Effects

  func does(_ effect: Effect) {
    guard ring != nil else { return }
    switch effect {
    case .spawn(_, let app, _): write(.launched, app: app.string)
    case .send(_, _, .input(let input)) where Self.isLook(input): break
    case .answer(_, .elements), .answer(_, .drawn): break
    case .send(let serial, let sequence, let event):
      write(
        .sent, number: Int64(clamping: sequence.number), app: name(of: serial), name: event.callback,
        scene: event.session?.string ?? "")
    case .reply(let serial, _, .backgroundTask(let task)):
      guard case .beginBackgroundTask(let label) = request, task != .invalid else { return }
      write(.held, number: Int64(task.number), app: name(of: serial), name: Self.task, detail: label ?? "unnamed")
    case .reply(let serial, _, .activity(let activity)):
      guard case .beginActivity(let mode) = request else { return }
      write(.held, number: Int64(activity.number), app: name(of: serial), name: Self.activity, detail: mode)
    case .freeze(let serial): write(.freezing, app: name(of: serial))
    case .thaw(let serial): write(.thawed, app: name(of: serial))
    case .kill(let serial): write(.killed, app: name(of: serial))
    case .answer(let request, let outcome):
      let refusal: String
      if case .refused(let why) = outcome { refusal = why.sentence } else { refusal = "" }
      write(
        .answered, number: Int64(clamping: request.number), name: refusal.isEmpty ? "done" : "refused", detail: refusal)
    case .store(.record(let record)):
      write(
        .exit, number: Int64(record.pid ?? 0), value: Int64(clamping: record.usage.footprint),
        app: record.app.string, name: record.reason.word, detail: record.reason.sentence)
    case .report(let report): tells(report)
    case .reply, .replyWhenStored, .unseal, .inspect, .sampleCPU, .arm, .store, .keepPicture, .forgetPicture,
      .eraseData, .keys, .memory, .transfers, .shutdownComplete:
      break
    }
  }

  private func tells(_ report: Report) {
    switch report {
    case .state(let app, let from, let to):
      write(.state, app: app.string, name: to.rawValue, detail: from.rawValue)
    case .callback(let app, let name, let scene, let took):
      write(
        .callback, value: Int64(clamping: took.wholeNanoseconds), app: app.string, name: name,
        scene: scene?.string ?? "")
    case .deadline(let app, let step, let limit, let elapsed):
      write(
        .deadline, value: Int64(clamping: elapsed.wholeNanoseconds), limit: Int64(clamping: limit.wholeNanoseconds),
        app: app.string, name: step.rawValue)
    case .notice(let app, let text): write(.notice, app: app.string, detail: text)
    case .device(let change):
      let (name, detail) = change.words
      write(.device, name: name, detail: detail ?? "")
    case .memory(.level(let from, let to)):
      write(.memory, name: to.rawValue, detail: MemoryReport.level(from: from, to: to).sentence)
    case .memory(let memory): write(.memory, detail: memory.sentence)
    }
  }
}
