// The subscribers that are told how the app's earlier processes ended.

/// Told on a queue of the system's, never on the main thread. Both methods are optional, as Apple's are.
public protocol MXMetricManagerSubscriber: NSObjectProtocol {
  /// Receives the metrics of the processes that ended since the last payload; one payload at most at each launch.
  func didReceive(_ payloads: [MXMetricPayload])
  /// Of those processes the ones that crashed or were killed for what they did.
  func didReceive(_ payloads: [MXDiagnosticPayload])
}

extension MXMetricManagerSubscriber {
  public func didReceive(_ payloads: [MXMetricPayload]) {}
  public func didReceive(_ payloads: [MXDiagnosticPayload]) {}
}
