// The errors of a request that roostd refused.

extension BGTaskScheduler {
  /// The errors of a request that roostd refused.
  public struct Error: Swift.Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// The kind of the error.
    public enum Code: Int, Sendable {
      /// Nobody schedules: as on a simulator, or with background refresh turned off.
      case unavailable = 1
      case tooManyPendingTaskRequests = 2
      /// The identifier is not in Info.plist, or the app lacks the background mode.
      case notPermitted = 3
      case immediateRunIneligible = 4

      /// For `catch BGTaskScheduler.Error.notPermitted`.
      public static func ~= (code: Code, error: any Swift.Error) -> Bool {
        (error as? BGTaskScheduler.Error)?.code == code
      }
    }

    public let code: Code

    public init(_ code: Code) { self.code = code }

    public static var errorDomain: String { "BGTaskSchedulerErrorDomain" }
    public static var unavailable: Code { .unavailable }
    public static var tooManyPendingTaskRequests: Code { .tooManyPendingTaskRequests }
    public static var notPermitted: Code { .notPermitted }
    public static var immediateRunIneligible: Code { .immediateRunIneligible }

    public var errorDescription: String? { description }
    public var description: String {
      switch code {
      case .unavailable: "unable to schedule the task: this roostd offers none; do the work while the app runs"
      case .tooManyPendingTaskRequests:
        "unable to schedule the task: too many are pending; cancel one, or submit it again later"
      case .notPermitted:
        "unable to schedule the task: add its identifier to BGTaskSchedulerPermittedIdentifiers of Info.plist"
      case .immediateRunIneligible: "unable to run the task at once: the app is not entitled to it now"
      }
    }
  }
}

extension BGTaskScheduler.Error: CustomNSError {
  public var errorCode: Int { code.rawValue }
}
