// The control interfaces together, as one Varlink service.
public import Varlink

public enum ControlService {
  /// The version of Roost, the same for the daemon, its client and its libraries.
  public static let version = "0.1.0"

  /// Every control interface.
  public static let interfaces = [
    AppsInterface.description, ScenesInterface.description, DeviceInterface.description, EventsInterface.description,
    NotificationsInterface.description, ReportsInterface.description, MemoryInterface.description,
    MonitorInterface.description, BundlesInterface.description, DaemonInterface.description,
  ]

  /// The service as roostd offers it.
  public static func service(version: String = version) -> Service {
    Service(
      vendor: "Roost", product: "roostd", version: version, url: "https://varlink.org/", interfaces: interfaces)
  }
}
