// The configuration that is in force, and the way to another.
import DaemonConfiguration

final class ConfigurationInForce {
  /// As it was read last.
  private(set) var current: Configuration
  /// Reads it again; nil where it came from no file.
  let reread: ConfigurationReader?
  private var changed: (Configuration) -> Void = { _ in }

  init(_ configuration: Configuration, reread: ConfigurationReader?) {
    current = configuration
    self.reread = reread
  }

  /// Tells `changed` of every configuration that takes the place of another.
  func whenReplaced(_ changed: @escaping (Configuration) -> Void) { self.changed = changed }

  func replace(by new: Configuration) {
    current = new
    changed(new)
  }
}
