// The names by which the model knows apps, their processes and the requests it answers.

/// A bundle identifier, such as `com.example.notes` (`CFBundleIdentifier`).
public struct AppID: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  public let string: String
  public init(_ string: String) { self.string = string }
  public static func < (left: AppID, right: AppID) -> Bool { left.string < right.string }
  public var description: String { string }
}

/// One life of one app. A pid may be used again by the kernel, a serial never is: a message that arrives late from a
/// process that is gone finds no app under its serial and changes nothing.
public struct ProcessSerial: Hashable, Codable, Sendable {
  public let number: UInt64
  public init(number: UInt64) { self.number = number }
}

/// The number of an event sent to an app; the app's `ack` carries it back (roost-agent(7)).
public struct EventSequence: Hashable, Comparable, Codable, Sendable {
  public let number: UInt64
  public init(number: UInt64) { self.number = number }
  public static func < (left: EventSequence, right: EventSequence) -> Bool { left.number < right.number }
}

/// A caller that waits for the outcome of what it asked for: exactly one ``Effect/answer(_:_:)`` carries its id.
public struct RequestID: Hashable, Codable, Sendable {
  public let number: UInt64
  public init(number: UInt64) { self.number = number }
}

/// A caller's request: whom to answer, and whether when it is taken or when it is done.
public struct Request: Hashable, Codable, Sendable {
  /// When the caller wants its answer. A refusal comes at once either way.
  public enum Answer: Hashable, Codable, Sendable { case whenTaken, whenDone }

  public let id: RequestID
  public let answer: Answer

  public init(id: RequestID, answer: Answer = .whenDone) {
    self.id = id
    self.answer = answer
  }
}

/// A background task of an app (`UIBackgroundTaskIdentifier`); zero is never given out, it is UIKit's `.invalid`.
public struct BackgroundTaskID: Hashable, Comparable, Codable, Sendable {
  public let number: Int
  public init(number: Int) { self.number = number }
  public static let invalid = BackgroundTaskID(number: 0)
  public static func < (left: BackgroundTaskID, right: BackgroundTaskID) -> Bool { left.number < right.number }
}
