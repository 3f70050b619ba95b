// org.roost.Daemon, made by `make generate` of org.roost.Daemon.varlink: change that file instead.
// swift-format-ignore-file
public import Varlink
public import WireJSON

/// The daemon itself.
public enum DaemonInterface {
  /// Shows which daemon answers.
  public struct GetVersion: ControlRequest {
    public static let method = "org.roost.Daemon.GetVersion"

    public init() {}

    public init(reading parameters: CallParameters) throws(ServiceError) {}

    public func written() -> WrittenJSON {
      [:]
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var version: String
      /// The version of the agent protocol, roost-agent(7).
      public var protocolVersion: Int64
      public var pid: Int64

      public init(version: String, protocolVersion: Int64, pid: Int64) {
        self.version = version
        self.protocolVersion = protocolVersion
        self.pid = pid
      }
    }
  }

  /// Shows which restrictions of apps do not hold, as the kernel lacks them or the configuration has switched them off,
  /// and what the daemon leaves out after starts that have failed.
  public struct GetGaps: ControlRequest {
    public static let method = "org.roost.Daemon.GetGaps"

    public init() {}

    public init(reading parameters: CallParameters) throws(ServiceError) {}

    public func written() -> WrittenJSON {
      [:]
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// One sentence for each.
      public var gaps: [String]

      public init(gaps: [String]) {
        self.gaps = gaps
      }
    }
  }

  /// Reads the configuration and the app directories again.
  public struct Reload: ControlRequest {
    public static let method = "org.roost.Daemon.Reload"

    public init() {}

    public init(reading parameters: CallParameters) throws(ServiceError) {}

    public func written() -> WrittenJSON {
      [:]
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// How many apps are installed now.
      public var apps: Int64
      /// One sentence for each bundle that the daemon skipped.
      public var problems: [String]

      public init(apps: Int64, problems: [String]) {
        self.apps = apps
        self.problems = problems
      }
    }
  }

  /// Replaces the daemon by the program that is installed now, in the same process; every app stays as it is. The
  /// answer is the end of the connection.
  public struct Reexec: ControlRequest {
    public static let method = "org.roost.Daemon.Reexec"
    public typealias Reply = Done

    public init() {}

    public init(reading parameters: CallParameters) throws(ServiceError) {}

    public func written() -> WrittenJSON {
      [:]
    }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Daemon",
    text: #"""
      # The daemon itself.
      interface org.roost.Daemon

      # Shows which daemon answers.
      #
      #   protocolVersion  The version of the agent protocol, roost-agent(7).
      method GetVersion() -> (version: string, protocolVersion: int, pid: int)

      # Shows which restrictions of apps do not hold, as the kernel lacks them or the
      # configuration has switched them off, and what the daemon leaves out after
      # starts that have failed.
      #
      #   gaps  One sentence for each.
      method GetGaps() -> (gaps: []string)

      # Reads the configuration and the app directories again.
      #
      #   apps      How many apps are installed now.
      #   problems  One sentence for each bundle that the daemon skipped.
      method Reload() -> (apps: int, problems: []string)

      # Replaces the daemon by the program that is installed now, in the same process;
      # every app stays as it is. The answer is the end of the connection.
      method Reexec() -> ()

      # The new program cannot be run; the old one stays.
      error ReexecFailed (message: string)

      # The new configuration cannot be used; the old one stays.
      error ReloadFailed (message: string)

      """#)
}
