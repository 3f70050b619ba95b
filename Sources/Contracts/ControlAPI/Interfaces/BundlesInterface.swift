// org.roost.Bundles: what is installed, and its seals (LA7).
public import Varlink

public enum BundlesInterface {
  /// Where bundles are looked for; earlier directories win.
  public struct GetDirectories: ControlRequest {
    public static let method = "org.roost.Bundles.GetDirectories"
    public struct Reply: Codable, Hashable, Sendable {
      public var directories: [String]
      public init(directories: [String]) { self.directories = directories }
    }
    public init() {}
  }

  /// Seals a bundle in one of the directories as it is now, and takes it up.
  public struct Install: ControlRequest {
    public static let method = "org.roost.Bundles.Install"
    /// Absolute.
    public var path: String
    public init(path: String) { self.path = path }

    public struct Reply: Codable, Hashable, Sendable {
      public var id: String
      public init(id: String) { self.id = id }
    }
  }

  /// Takes the seal of an app that does not run; its bundle can then be removed.
  public struct Uninstall: ControlRequest {
    public static let method = "org.roost.Bundles.Uninstall"
    public var id: String
    public init(id: String) { self.id = id }

    public struct Reply: Codable, Hashable, Sendable {
      /// Where its bundle is.
      public var path: String
      public init(path: String) { self.path = path }
    }
  }

  /// Compares a bundle with its seal.
  public struct Verify: ControlRequest {
    public static let method = "org.roost.Bundles.Verify"
    public typealias Reply = Done
    public var id: String
    public init(id: String) { self.id = id }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Bundles",
    text: """
      # What is installed, and the seals that tell when it was changed.
      interface org.roost.Bundles

      # Where bundles are looked for; earlier directories win.
      method GetDirectories() -> (directories: []string)

      # Seals a bundle in one of the directories as it is now, and takes it up.
      method Install(path: string) -> (id: string)

      # Takes the seal of an app that does not run; its bundle, at "path", can then
      # be removed.
      method Uninstall(id: string) -> (path: string)

      # Compares a bundle with its seal.
      method Verify(id: string) -> ()

      # The bundle cannot be used, is in use, or is not as it was installed.
      error Refused (message: string)

      """)
}
