// org.roost.Memory: how much apps hold, and pressure on it (ME1).
public import Varlink

/// How pressing it is that memory comes back.
public enum MemoryLevel: String, Codable, Sendable, CaseIterable { case normal, warning, urgent, critical }

public enum MemoryInterface {
  /// How things stand.
  public struct Get: ControlRequest {
    public static let method = "org.roost.Memory.Get"
    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
      public var level: MemoryLevel
      /// Bytes that all apps hold.
      public var pool: Int64
      /// Bytes that all apps together may hold; nil means as much as there is.
      public var budget: Int64?

      public init(level: MemoryLevel, pool: Int64, budget: Int64?) {
        self.level = level
        self.pool = pool
        self.budget = budget
      }
    }
  }

  /// A memory warning (ME2).
  public struct Warn: ChangeRequest {
    public static let method = "org.roost.Memory.Warn"
    /// Nil means all that run.
    public var id: String?
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done

    public init(id: String? = nil, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// Simulates pressure; `normal` ends it.
  public struct Pressure: ChangeRequest {
    public static let method = "org.roost.Memory.Pressure"
    public var level: MemoryLevel
    /// Bytes that have to come back; nil means what the level asks for.
    public var free: Int64?
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done

    public init(level: MemoryLevel, free: Int64? = nil, wait: Bool? = nil, timeout: Int64? = nil) {
      self.level = level
      self.free = free
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// What all apps together may hold.
  public struct SetBudget: ChangeRequest {
    public static let method = "org.roost.Memory.SetBudget"
    /// Bytes; nil means as much as there is.
    public var budget: Int64?
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done

    public init(budget: Int64?, wait: Bool? = nil, timeout: Int64? = nil) {
      self.budget = budget
      self.wait = wait
      self.timeout = timeout
    }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Memory",
    text: """
      # How much memory apps hold, and pressure on it. Sizes are in bytes. Errors are
      # those of org.roost.Device and org.roost.Apps.
      interface org.roost.Memory

      type Level (normal, warning, urgent, critical)

      # How things stand.
      method Get() -> (level: Level, pool: int, budget: ?int)

      # A memory warning to an app, or to all that run; one that is suspended is not
      # woken for it.
      method Warn(id: ?string, wait: ?bool, timeout: ?int) -> ()

      # Simulates pressure: "warning" warns apps that run; "urgent" also kills
      # suspended ones, "critical" any, the one in front last, until "free" bytes are
      # back. "normal" ends it.
      method Pressure(level: Level, free: ?int, wait: ?bool, timeout: ?int) -> ()

      # What all apps together may hold; without "budget" as much as there is.
      method SetBudget(budget: ?int, wait: ?bool, timeout: ?int) -> ()

      """)
}
