// An app's life so far, as its device has seen it, and the waiting for what comes next.
public import ControlAPI

extension AppUnderTest {
  /// The callbacks since the device was made, in order.
  public var callbacks: [String] { device.events.callbacks(of: id) }

  /// The states since the device was made, each as it was entered.
  public var states: [AppStatus.State] { device.events.states(of: id) }

  /// Returns when it is in this state, or has been since the call.
  /// - Parameter timeout: in seconds.
  /// - Throws: ``TestingError/noEvent(waitedFor:seen:)``
  public func wait(for state: AppStatus.State, timeout: Double = 30) throws {
    // Counted first, so that no change falls between the look and the waiting.
    let start = device.events.now
    guard try self.state != state else { return }
    try device.events.wait(for: "\(id) to be \(state.rawValue)", from: start, deadline: timeout) {
      if case .state(id, _, state) = $0.kind { true } else { false }
    }
  }

  /// The first such callback from a place in `device.events` on; it is waited for if need be.
  /// - Throws: ``TestingError/noEvent(waitedFor:seen:)`` after `timeout` seconds.
  public func waitForCallback(_ name: String, from start: Int = 0, timeout: Double = 30) throws {
    try device.events.wait(for: "\(name) of \(id)", from: start, deadline: timeout) {
      if case .callback(id, name, _, _) = $0.kind { true } else { false }
    }
  }

  /// The first end of a process from a place in `device.events` on; it is waited for if need be.
  /// - Throws: ``TestingError/noEvent(waitedFor:seen:)`` after `timeout` seconds.
  @discardableResult
  public func waitForExit(from start: Int = 0, timeout: Double = 30) throws -> ExitRecord? {
    let event = try device.events.wait(for: "the end of \(id)", from: start, deadline: timeout) {
      if case .exit(let record) = $0.kind { record.app == id } else { false }
    }
    guard case .exit(let record) = event.kind else { return nil }
    return record
  }

  /// Its screen as it is now as an SVG document, such as for an `Attachment` of Swift Testing.
  public func screenshot() throws -> String { try screen().svg ?? "" }
}
