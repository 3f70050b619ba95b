// The control interfaces together, as one Varlink service.
public import Varlink

public enum ControlService {
  /// The version of Roost: of the daemon, its client, its libraries and its packages. The git tag is the same.
  public static let version = "0.1.0"

  /// The service as roostd offers it.
  public static func service() -> Service {
    Service(
      vendor: "Roost", product: "roostd", version: version, url: "https://varlink.org/", interfaces: interfaces)
  }
}
