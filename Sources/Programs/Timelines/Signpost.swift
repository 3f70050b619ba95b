// A signpost of an app (OSSignposter), as the journal has it.
import WireJSON

public struct Signpost: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable { case begin, end, event }

  public var kind: Kind
  /// The process that the kernel names as the sender.
  public var pid: Int64
  /// CLOCK_MONOTONIC in nanoseconds.
  public var time: Int64
  public var name: String
  /// One interval has the same at its beginning and its end.
  public var id: String
  public var message: String

  /// Nil for an entry that is no signpost.
  ///
  /// - Parameter entry: one line of `journalctl --output=json`: an object whose values are strings.
  public init?(journal entry: some StringProtocol) {
    guard let entry = try? JSON(parsing: String(entry)) else { return nil }
    func text(_ key: String) -> String? { if case .string(let text) = entry[key] { text } else { nil } }
    guard let kind = text("SIGNPOST_TYPE").flatMap(Kind.init), let name = text("SIGNPOST_NAME"),
      let pid = text("_PID").flatMap(Int64.init),
      let time = text("__MONOTONIC_TIMESTAMP").flatMap(Int64.init), (0...Int64.max / 1000).contains(time)
    else { return nil }
    self.kind = kind
    self.pid = pid
    self.time = time * 1000
    self.name = name
    id = text("SIGNPOST_ID") ?? ""
    message = text("MESSAGE") ?? ""
  }
}
