// The control interfaces together, as one Varlink service.
public import Varlink

public enum ControlService {
  /// Every control interface.
  public static let interfaces = [
    AppsInterface.description, DeviceInterface.description, MonitorInterface.description, DaemonInterface.description,
  ]

  /// The service as roostd offers it.
  public static func service(version: String) -> Service {
    Service(
      vendor: "Roost", product: "roostd", version: version, url: "https://varlink.org/", interfaces: interfaces)
  }
}
