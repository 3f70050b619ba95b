// Bounds one JSON text: its depth and the number of its values.

/// Bounds that hold while a text is read, before anything of it is given out. The reader is linear in the text's length.
public struct JSONLimits: Hashable, Sendable {
  /// The greatest depth to which arrays and objects may nest.
  public var depth: Int
  /// The greatest number of values that the text may hold, each array, object and member counted. A value costs up to
  /// 100 bytes of memory and two bytes of text.
  public var values: Int

  public init(depth: Int, values: Int) {
    self.depth = depth
    self.values = values
  }

  /// For a line of an app or a call of a client, which the daemon reads at once: each member of an object takes some four microseconds
  /// until it is read, kept and written again.
  public static let message = JSONLimits(depth: 32, values: 16_384)
  /// For another text that somebody else wrote, such as a broker.
  public static let peer = JSONLimits(depth: 32, values: 65_536)
  /// For an answer of the daemon, which may list as much as it holds.
  public static let answer = JSONLimits(depth: 64, values: .max)
}
