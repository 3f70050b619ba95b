// The events that wake the app behind the screen; each is acknowledged by its completion handler (BX3, BX5).

import AgentProtocol
import RoostAgent
import WireJSON

@MainActor final class WakeEvents {
  private let application: UIApplication
  private let callbacks: Callbacks
  private let channel: Channel
  /// The calls for work under way, by the number of its event, made when its time is up.
  private var expirations: [UInt64: () -> Void] = [:]

  init(_ application: UIApplication, _ callbacks: Callbacks, _ channel: Channel) {
    self.application = application
    self.callbacks = callbacks
    self.channel = channel
  }

  /// Nil: acknowledged later.
  func wake(_ kind: String, _ payload: WrittenJSON, _ sequence: UInt64) -> AckResult? {
    let payload = payload.value
    let done = Completion { [channel] in channel.send(.ack(Ack(sequence))) }
    switch kind {
    case "push":
      let userInfo = payload.propertyListValue as? [AnyHashable: Any] ?? [:]
      run("didReceiveRemoteNotification", done) {
        $0.application(application, didReceiveRemoteNotification: userInfo) { _ in done.call() }
      }
    case "backgroundTransfers":
      let session = payload["session"]?.propertyListValue as? String ?? ""
      run("handleEventsForBackgroundURLSession", done) {
        $0.application(application, handleEventsForBackgroundURLSession: session) { done.call() }
      }
      // The session's own delegate hears of the ends after that, as on iOS.
      TransferListener.wake(session: session)
    case "fetch":
      run("performFetch", done) { $0.application(application) { _ in done.call() } }
    case "task":
      let name = payload["identifier"]?.propertyListValue as? String ?? ""
      guard let run = BackgroundTaskRunner.run else { return .unsupported }
      let expire = callbacks.run("backgroundTask \(name)") {
        run(name, payload["kind"] == "processing") { done.call() }
      }
      guard let expire else { return .handled }
      expirations[sequence] = expire
      done.then = { [weak self] in self?.expirations[sequence] = nil }
    case "location": return post(kind, as: "didUpdateLocations", payload, sequence)
    case "accessory": return post(kind, as: "accessoryEvent", payload, sequence)
    case "bluetooth": return post(kind, as: "bluetoothEvent", payload, sequence)
    default:
      return .unsupported
    }
    return nil
  }

  func expire(_ sequence: UInt64) {
    guard let expire = expirations.removeValue(forKey: sequence) else { return }
    callbacks.run("expirationHandler") { expire() }
  }

  /// For modules that UIKit does not know of, such as CoreLocation; done when all who hear of it have returned, and so has
  /// the work that they have left to queues of their own.
  private func post(_ kind: String, as name: String, _ payload: JSON, _ sequence: UInt64) -> AckResult? {
    let work = DispatchGroup()
    var userInfo = payload.propertyListValue as? [AnyHashable: Any] ?? [:]
    userInfo[EventWork.key] = work
    callbacks.run(name) {
      NotificationCenter.default.post(
        name: Notification.Name("org.roost.\(kind)"), object: application, userInfo: userInfo)
    }
    if work.wait(timeout: .now()) == .success { return .handled }
    work.notify(queue: .global()) { @Sendable [channel] in channel.send(.ack(Ack(sequence))) }
    return nil
  }

  private func run(_ name: String, _ done: Completion, _ body: (any UIApplicationDelegate) -> Void) {
    guard let delegate = application.delegate else { return done.call() }
    callbacks.run(name) { body(delegate) }
  }
}
