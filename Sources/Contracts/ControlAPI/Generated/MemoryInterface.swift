// org.roost.Memory, made by `make generate` of org.roost.Memory.varlink: change that file instead.
// swift-format-ignore-file
public import Varlink
public import WireJSON

/// The memory that apps hold, and memory pressure. Sizes are in bytes. Errors are those of org.roost.Device and
/// org.roost.Apps; "wait" and "timeout" are as there.
public enum MemoryInterface {
  /// Shows how much memory apps hold.
  public struct Get: ControlRequest {
    public static let method = "org.roost.Memory.Get"

    public init() {}

    public init(reading parameters: CallParameters) throws(ServiceError) {}

    public func written() -> WrittenJSON {
      [:]
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var level: MemoryLevel
      /// Bytes that all apps hold together.
      public var pool: Int64
      /// Bytes that all apps together may hold; null when there is no bound.
      public var budget: Int64?

      public init(level: MemoryLevel, pool: Int64, budget: Int64?) {
        self.level = level
        self.pool = pool
        self.budget = budget
      }
    }
  }

  /// Sends a memory warning. It does not wake a suspended app.
  public struct Warn: ChangeRequest {
    public static let method = "org.roost.Memory.Warn"
    public typealias Reply = Done
    /// Only to this app. Default: to all that run.
    public var id: String?
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String? = nil, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read(ifPresent: "id")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", ifPresent: id)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  /// Simulates memory pressure. "warning" warns apps that run; "urgent" also kills suspended ones, "critical" any, the
  /// one in front last, until enough is freed. "normal" ends it.
  public struct Pressure: ChangeRequest {
    public static let method = "org.roost.Memory.Pressure"
    public typealias Reply = Done
    public var level: MemoryLevel
    /// Bytes to free. Default: what the threshold of the level asks for.
    public var free: Int64?
    public var wait: Bool?
    public var timeout: Int64?

    public init(level: MemoryLevel, free: Int64? = nil, wait: Bool? = nil, timeout: Int64? = nil) {
      self.level = level
      self.free = free
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// Bounds what all apps together may hold.
  public struct SetBudget: ChangeRequest {
    public static let method = "org.roost.Memory.SetBudget"
    public typealias Reply = Done
    /// Bytes; null removes the bound.
    public var budget: Int64?
    public var wait: Bool?
    public var timeout: Int64?

    public init(budget: Int64? = nil, wait: Bool? = nil, timeout: Int64? = nil) {
      self.budget = budget
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      budget = try parameters.read(ifPresent: "budget")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("budget", ifPresent: budget)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Memory",
    text: #"""
      # The memory that apps hold, and memory pressure. Sizes are in bytes. Errors
      # are those of org.roost.Device and org.roost.Apps; "wait" and "timeout" are as
      # there.
      interface org.roost.Memory

      # The urgency with which memory has to be freed.
      type Level (normal, warning, urgent, critical)

      # Shows how much memory apps hold.
      #
      #   pool    Bytes that all apps hold together.
      #   budget  Bytes that all apps together may hold; null when there is no bound.
      method Get() -> (level: Level, pool: int, budget: ?int)

      # Sends a memory warning. It does not wake a suspended app.
      #
      #   id  Only to this app. Default: to all that run.
      method Warn(id: ?string, wait: ?bool, timeout: ?int) -> ()

      # Simulates memory pressure. "warning" warns apps that run; "urgent" also kills
      # suspended ones, "critical" any, the one in front last, until enough is freed.
      # "normal" ends it.
      #
      #   free  Bytes to free. Default: what the threshold of the level asks for.
      method Pressure(level: Level, free: ?int, wait: ?bool, timeout: ?int) -> ()

      # Bounds what all apps together may hold.
      #
      #   budget  Bytes; null removes the bound.
      method SetBudget(budget: ?int, wait: ?bool, timeout: ?int) -> ()

      """#)
}

/// The urgency with which memory has to be freed.
public enum MemoryLevel: String, Codable, Sendable, CaseIterable {
  case normal, warning, urgent, critical
}
