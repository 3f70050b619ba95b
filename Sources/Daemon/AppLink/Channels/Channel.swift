// A channel between the supervisor and an app's process: it speaks roost-agent(7), or stands in for a foreign program.
package import LifecycleModel
package import Linux
import Systemd
import WireJSON

@MainActor package protocol Channel: AnyObject {
  /// The descriptors that must stay open for the next daemon.
  var descriptors: [Survival.Descriptor: CInt] { get }
  /// The state that the next daemon needs to adopt the channel.
  var state: ChannelState { get }

  /// The program's words about itself, for people to read (`STATUS=`, sd_notify(3)).
  var statusText: String? { get }

  /// Whose channel it is; no other method is called before.
  ///
  /// - Parameter standsStill: whether the app runs no code now, or a debugger is attached to it (DB2).
  func belongs(to suspect: CallGuard.Suspect, standsStill: @escaping () -> Bool)
  /// The process runs, and the model waits for it to say hello.
  func begin()
  /// - Parameter launchFacts: asked for by a launch alone.
  func send(
    _ event: LifecycleModel.Event, _ sequence: EventSequence, to app: App?, _ launchFacts: () -> LaunchFacts)
  func reply(_ answer: AppAnswer, to request: UInt64)
  /// Answers with a key, which lies in no file meanwhile (DP2).
  ///
  /// - Parameter again: asks for it again, once the app has read enough or reads no more.
  /// - Returns: false where it has to be asked for again; true where it is given, or nobody waits for it any more.
  func giveKey(_ key: String, to request: UInt64, again: @escaping () -> Void) -> Bool
  /// A line of the protocol.
  func send(_ bytes: [UInt8])
  /// A line that answers the app, which pays for it as for what it sends (``ChannelBudget``).
  func sendAnswer(_ line: [UInt8])
  /// Writes every line that is not fully sent into the new log.
  func rewriteLines()
  /// Takes in some of what is there, as much as one turn of the loop has time for.
  ///
  /// - Parameter left: as the call before has returned it; nil at the first.
  /// - Returns: how much of what was there at the first is left; the unit is the channel's own.
  @discardableResult
  func drain(_ left: Int?) -> Int
  /// The process has ended, and not all that it has said was taken in: from now on that is had by ``drain(_:)`` alone.
  func processEnded()
  /// The process is about to be stopped.
  func pause()
  /// It runs again.
  func resume()
  /// No request of the app is taken in until ``listen()``, but for what it has said before its end or a deadline.
  func deferRequests()
  func listen()
  /// Stops listening.
  func close()
}

/// The app itself says hello, and whether it is stopped makes no difference.
extension AppChannel: Channel {
  package var descriptors: [Survival.Descriptor: CInt] { [.events: events, .replies: replies] }
  package var state: ChannelState { ChannelState(serial: serial, unread: framer.unfinished) }
  package var statusText: String? { nil }

  package func begin() {}
  package func pause() {}
  package func resume() {}

  package func deferRequests() {
    isDeferred = true
    readable?.disable()
  }

  package func listen() {
    isDeferred = false
    if isUnheard { hearOut() }
    guard !isClosed, !isReadOnly else { return }
    do throws(SystemCallError) {
      try readable?.enable()
    } catch {
      fail("\(error)")
    }
  }
}

extension Channel {
  /// Of a channel that brings no requests.
  package func deferRequests() {}
  package func listen() {}
  package func sendAnswer(_ line: [UInt8]) { send(line) }
  package func giveKey(_ key: String, to request: UInt64, again: @escaping () -> Void) -> Bool { true }
}
