// Bounds one JSON text: its depth and the numbers of its values and members.

/// Bounds that hold while a text is read, before anything of it is given out. The reader is linear in the text's length.
public struct JSONLimits: Hashable, Sendable {
  /// The greatest depth to which arrays and objects may nest.
  public var depth: Int
  /// The greatest number of values that the text may hold, each array, object and member counted. A value costs up to
  /// 100 bytes of memory and two bytes of text.
  public var values: Int
  /// The greatest number of members that all objects of the text together may hold. Where an object has more than a few, the name of each
  /// is hashed, which takes many times as long as to read it.
  public var members: Int

  public init(depth: Int, values: Int, members: Int = .max) {
    self.depth = depth
    self.values = values
    self.members = members
  }

  /// For a line of an app, which the daemon reads at once: each member of an object takes some four microseconds until it is read, kept
  /// and written again. The elements of a full screen have half as many.
  public static let line = JSONLimits(depth: 32, values: 16_384)
  /// For another text that somebody else wrote, such as a broker.
  public static let peer = JSONLimits(depth: 32, values: 65_536)
  /// For a call of a client, which is read twice where it is long. No method has more than some dozens.
  public static let call = JSONLimits(depth: 32, values: 65_536, members: 1024)
  /// For an answer of the daemon, which may list as much as it holds.
  public static let answer = JSONLimits(depth: 64, values: .max)
}
