// org.roost.Bundles, made by `make generate` of org.roost.Bundles.varlink: change that file instead.
// swift-format-ignore-file
public import Varlink
public import WireJSON

/// The installed bundles, and the seals that tell when a bundle was changed.
public enum BundlesInterface {
  /// Lists the directories that hold bundles; earlier ones win.
  public struct GetDirectories: ControlRequest {
    public static let method = "org.roost.Bundles.GetDirectories"

    public init() {}

    public init(reading parameters: CallParameters) throws(ServiceError) {}

    public func written() -> WrittenJSON {
      [:]
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var directories: [String]

      public init(directories: [String]) {
        self.directories = directories
      }
    }
  }

  /// Seals a bundle in one of the directories as it is now, and makes its app known.
  public struct Install: ControlRequest {
    public static let method = "org.roost.Bundles.Install"
    /// The bundle's absolute path.
    public var path: String

    public init(path: String) {
      self.path = path
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      path = try parameters.read("path")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("path", path)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// Its bundle identifier.
      public var id: String

      public init(id: String) {
        self.id = id
      }
    }
  }

  /// Removes the seal of an app that is not running. The caller may then remove the bundle. Until it asks for a reload
  /// on the same connection, or ends that, or the app is installed again, the daemon does not launch the app.
  public struct Uninstall: ControlRequest {
    public static let method = "org.roost.Bundles.Uninstall"
    public var id: String

    public init(id: String) {
      self.id = id
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// Where the bundle is.
      public var path: String

      public init(path: String) {
        self.path = path
      }
    }
  }

  /// Compares a bundle with its seal.
  public struct Verify: ControlRequest {
    public static let method = "org.roost.Bundles.Verify"
    public typealias Reply = Done
    public var id: String

    public init(id: String) {
      self.id = id
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
      }
    }
  }

  /// Tells where an app is, for developers. It replies org.roost.Apps.UnknownApp for an app that is not installed.
  public struct Locate: ControlRequest {
    public static let method = "org.roost.Bundles.Locate"
    public var id: String

    public init(id: String) {
      self.id = id
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// Its bundle, or the desktop entry that makes it an app.
      public var bundle: String
      /// The directory of its data. Its first launch makes it.
      public var container: String

      public init(bundle: String, container: String) {
        self.bundle = bundle
        self.container = container
      }
    }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Bundles",
    text: #"""
      # The installed bundles, and the seals that tell when a bundle was changed.
      interface org.roost.Bundles

      # Lists the directories that hold bundles; earlier ones win.
      method GetDirectories() -> (directories: []string)

      # Seals a bundle in one of the directories as it is now, and makes its app known.
      #
      #   path  The bundle's absolute path.
      #   id    Its bundle identifier.
      method Install(path: string) -> (id: string)

      # Removes the seal of an app that is not running. The caller may then remove the
      # bundle. Until it asks for a reload on the same connection, or ends that, or the
      # app is installed again, the daemon does not launch the app.
      #
      #   path  Where the bundle is.
      method Uninstall(id: string) -> (path: string)

      # Compares a bundle with its seal.
      method Verify(id: string) -> ()

      # Tells where an app is, for developers. It replies org.roost.Apps.UnknownApp for an
      # app that is not installed.
      #
      #   bundle     Its bundle, or the desktop entry that makes it an app.
      #   container  The directory of its data. Its first launch makes it.
      method Locate(id: string) -> (bundle: string, container: string)

      # The bundle cannot be used, is in use, or is not as it was installed.
      error Refused (message: string)

      """#)
}
