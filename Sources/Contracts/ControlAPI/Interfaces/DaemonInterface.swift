// org.roost.Daemon: the supervisor itself.
public import Varlink

public enum DaemonInterface {
  /// Which supervisor answers.
  public struct GetVersion: ControlRequest {
    public static let method = "org.roost.Daemon.GetVersion"
    public struct Reply: Codable, Hashable, Sendable {
      public var version: String
      /// The agent protocol's version (roost-agent(7)).
      public var protocolVersion: Int64
      public var pid: Int64
      public init(version: String, protocolVersion: Int64, pid: Int64) {
        self.version = version
        self.protocolVersion = protocolVersion
        self.pid = pid
      }
    }
    public init() {}
  }

  /// Reads the configuration and the app directories again.
  public struct Reload: ControlRequest {
    public static let method = "org.roost.Daemon.Reload"
    public struct Reply: Codable, Hashable, Sendable {
      /// How many apps are installed now.
      public var apps: Int64
      /// Bundles that were passed over, each with the reason as a sentence.
      public var problems: [String]
      public init(apps: Int64, problems: [String]) {
        self.apps = apps
        self.problems = problems
      }
    }
    public init() {}
  }

  /// Becomes the program that is installed now, and goes on with the apps as they are. The answer is the end of the
  /// connection.
  public struct Reexec: ControlRequest {
    public static let method = "org.roost.Daemon.Reexec"
    public struct Reply: Codable, Hashable, Sendable {
      public init() {}
    }
    public init() {}
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Daemon",
    text: """
      # The supervisor itself.
      interface org.roost.Daemon

      # Which supervisor answers.
      method GetVersion() -> (version: string, protocolVersion: int, pid: int)

      # Reads the configuration and the app directories again; "problems" says
      # which bundles were passed over and why.
      method Reload() -> (apps: int, problems: []string)

      # Becomes the program that is installed now, in the same process; every app
      # stays as it is. The answer is the end of the connection.
      method Reexec() -> ()

      # The program cannot be run; the old one stays.
      error ReexecFailed (message: string)

      # The configuration cannot be used; the old one stays.
      error ReloadFailed (message: string)

      """)
}
