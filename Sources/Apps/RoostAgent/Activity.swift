// An activity, which keeps an app running behind the screen until it ends (BX3).

import AgentProtocol

/// An activity that has begun.
public struct Activity: Sendable {
  /// A mode of `UIBackgroundModes` by which an app may go on.
  public enum Mode: String, Sendable { case audio, location, voip }

  private let number: Int
  private let channel: Channel

  /// Begins one.
  /// - Returns: nil when the app's Info.plist lacks the mode, or no roostd runs the app: nothing then keeps it running.
  public init?(_ mode: Mode) {
    guard let channel = Channel.ofApp,
      case .activity(let number)? = try? channel.request(.beginActivity(mode: mode.rawValue))
    else { return nil }
    self.number = number
    self.channel = channel
  }

  /// Ends it; an app that nothing else keeps running is then suspended, if it is behind the screen.
  public func end() { _ = try? channel.request(.endActivity(number)) }
}
