// The parts that every method of the control interfaces has in common.
public import Varlink
public import WireJSON

/// The parameters of one method; its name and the form of its reply come with the type.
public protocol ControlRequest: Codable, Hashable, Sendable {
  associatedtype Reply: Codable & Hashable & Sendable
  /// The fully qualified method, such as `org.roost.Apps.Launch`.
  static var method: String { get }
  /// The members of a request of which no other may be there. Nil, for most: one that the daemon does not know is passed
  /// over, so that a newer client may speak to it.
  static var onlyMembers: Set<String>? { get }
  /// - Throws: ``Varlink/ServiceError/invalidParameter(_:)`` with the path of the first parameter that is missing or of another type.
  init(reading parameters: CallParameters) throws(ServiceError)
  /// The parameters of a call of it, without the members that are absent.
  ///
  /// Swift's `Encoder` would look up the conformances of three types for each request that a program makes for the first time,
  /// among all that there are: a third of what a short command takes.
  /// - Throws: `EncodingError` for a number that is not finite.
  func written() throws -> WrittenJSON
  /// Refuses values that their types allow and the method does not, and brings text to the form in which it is used.
  /// - Throws: ``Varlink/ServiceError/invalidParameter(_:)``
  mutating func check() throws(ServiceError)
}

extension ControlRequest {
  public static var onlyMembers: Set<String>? { nil }
  public init(reading parameters: CallParameters) throws(ServiceError) { self = try parameters.decode() }
  public func written() throws -> WrittenJSON { try WrittenJSON(encoding: self) }
  public mutating func check() throws(ServiceError) {}
}

/// A request that changes something. Unless told otherwise, its reply comes when the change is done.
public protocol ChangeRequest: ControlRequest {
  /// Nil means true. False: the reply comes as soon as the request is taken; a refusal comes at once either way.
  var wait: Bool? { get set }
  /// Milliseconds to wait for the change before the reply is `TimedOut`; the change goes on. Nil means no limit of the
  /// caller's own: the life cycle's deadlines bound every change.
  var timeout: Int64? { get set }
}

extension ChangeRequest {
  public var waits: Bool { wait ?? true }
}

/// A request that is answered with a stream, so that its call has to say `more`.
public protocol StreamRequest: ControlRequest {}

/// A reply that says no more than that it is done.
public typealias Done = NoParameters
