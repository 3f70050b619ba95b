// How the supervisor and a process of an app talk: by roost-agent(7)'s messages, or with a program that knows of none.
package import LifecycleModel

@MainActor package protocol Channel: AnyObject {
  /// What must stay open for the next daemon.
  var descriptors: [Survival.Descriptor: CInt] { get }
  /// What the next daemon needs to adopt the channel.
  var state: ChannelState { get }

  /// What it says of itself for people to read (`STATUS=`, sd_notify(3)).
  var statusText: String? { get }

  /// The process runs, and the model waits for it to say hello.
  func begin()
  func send(_ event: LifecycleModel.Event, _ sequence: EventSequence, to app: App?, _ launchFacts: LaunchFacts)
  func reply(_ answer: AppAnswer, to request: UInt64)
  /// A line of the protocol.
  func send(_ bytes: [UInt8])
  /// What has not been written yet is in the new log from now on.
  func rewriteLines()
  /// Takes in what is there now.
  func drain()
  /// The process is about to be stopped.
  func pause()
  /// It runs again.
  func resume()
  /// Stops listening.
  func close()
}

/// The app itself says hello, and whether it is stopped makes no difference.
extension AppChannel: Channel {
  package var descriptors: [Survival.Descriptor: CInt] { [.events: events, .replies: replies] }
  package var statusText: String? { nil }

  package func begin() {}
  package func pause() {}
  package func resume() {}
}
