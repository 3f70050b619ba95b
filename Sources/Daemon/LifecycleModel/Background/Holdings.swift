// Devices, locks and memory that an app holds, as the kernel reports them (BG5, BG6).

/// The things that an app holds, as the kernel tells.
public struct Holdings: Hashable, Codable, Sendable {
  /// A device node that only one can use at a time, or that only those in front should.
  public struct Resource: Hashable, Codable, Sendable {
    /// The configuration's name for its kind, such as `camera`.
    public let kind: String
    public let path: String

    public init(kind: String, path: String) {
      self.kind = kind
      self.path = path
    }

    /// A node by which programs draw without a screen (the kernel's *Userland interfaces* of DRM, “Render nodes”).
    public var isRenderNode: Bool {
      let prefix = "/dev/dri/renderD"
      return path.hasPrefix(prefix) && !path.dropFirst(prefix.count).contains("/")
    }
  }

  public var resources: [Resource]
  /// Files outside its container that it has locked.
  public var locks: [String]
  /// Bytes of anonymous, shared and swapped memory; nil when the kernel no longer tells.
  public var footprint: UInt64?

  public init(resources: [Resource] = [], locks: [String] = [], footprint: UInt64? = nil) {
    self.resources = resources
    self.locks = locks
    self.footprint = footprint
  }
}
