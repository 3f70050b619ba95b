// Names of cgroups as systemd and the desktops have them (systemd.unit(5), String Escaping for Inclusion in Unit
// Names).
import LifecycleModel

nonisolated enum UnitName {
  /// The cgroup of one process of an app, as the desktops name those of theirs: `app-LAUNCHER-ID-NUMBER.scope`.
  static func scope(_ app: AppID, _ serial: ProcessSerial) -> String {
    prefix + escaped(app.string) + "-\(serial.number)" + suffix
  }

  static func isScope(_ name: String) -> Bool { name.hasPrefix(prefix) && name.hasSuffix(suffix) }

  /// The folder of a daemon that shares its own cgroup with others: each has a runtime directory to itself.
  static func folder(runtimeDirectory: String) -> String {
    "roost-" + escaped(runtimeDirectory.split(separator: "/").joined(separator: "/"))
  }

  private static let prefix = "app-roost-"
  private static let suffix = ".scope"

  /// As systemd-escape(1) does.
  static func escaped(_ text: String) -> String {
    var name = ""
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "/"): name += "-"
      case UInt8(ascii: ".") where index > 0, UInt8(ascii: ":"), UInt8(ascii: "_"),
        0x30...0x39, 0x41...0x5A, 0x61...0x7A:
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16)
        name += "\\x" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return name
  }
}
