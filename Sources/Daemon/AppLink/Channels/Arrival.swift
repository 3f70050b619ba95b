// The news that come up an app's channel.
package import AgentProtocol

extension AppChannel {
  package enum Arrival {
    /// All that one look at the pipe has brought.
    case messages([AppMessage])
    /// The app broke the protocol; nothing more is read from it.
    case violation(String)
    /// It closed its end.
    case hangUp
  }
}
