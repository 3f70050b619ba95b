// A device on which an app is in front: a model to be asked, whose answers are carried out by nobody.
import AgentProtocol
import LifecycleModel
import Settings

@testable import AppLink

@MainActor struct SimulatedDevice {
  private(set) var lifecycle: Lifecycle
  private var now: Instant
  /// The app in front, which has several scenes and every background mode.
  private(set) var app = ProcessSerial(number: 0)

  static let name = AppID("com.example.pages")

  /// As it is when the app has come forward.
  init() { self = Self.ready }

  private static let ready = SimulatedDevice(restored: Lifecycle(policy: Policy(), seed: 7), begins: true)

  /// A model that an earlier daemon has left.
  init(restored lifecycle: Lifecycle, begins: Bool = false) {
    self.lifecycle = lifecycle
    now = Instant(nanoseconds: 1_000_000_000)
    guard begins else { return }
    take(
      .installed(
        AppDescription(
          id: Self.name, style: .scene, supportsMultipleScenes: true, schemes: ["pages"],
          backgroundModes: Set(BackgroundMode.allCases), taskIdentifiers: ["refresh"])))
    take(.wish(.launch(Self.name, Launch(), .foreground), Request(id: RequestID(number: 1))))
    take(.kernel(app, .spawned(pid: 100)))
    take(.app(app, .hello(protocolVersion: 1)))
    for sequence in 1...8 { take(.app(app, .acknowledged(EventSequence(number: UInt64(sequence))))) }
  }

  /// Hands the input to the model, and writes what it has to say to apps.
  @discardableResult
  mutating func take(_ input: Input) -> [Effect] {
    now = now + .milliseconds(1)
    let effects = lifecycle.handle(input, at: now)
    for effect in effects {
      if case .spawn(let serial, Self.name, _) = effect { app = serial }
      if case .reply(_, let id, let answer) = effect { _ = Reply(to: id, Reply.Outcome(answer)).line }
    }
    return effects
  }

  /// What comes when time goes by and the device goes down: each number that was taken in is reckoned with.
  mutating func run() {
    take(.kernel(app, .exited(.signaled(11), Usage())))
    for alarm in [Alarm.tasks, .notifications, .keys, .memory] {
      now = now + .seconds(3600)
      take(.due(alarm))
    }
    take(.wish(.lock, Request(id: RequestID(number: 1000))))
    take(.shutdown)
  }
}
