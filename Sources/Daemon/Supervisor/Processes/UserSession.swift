// The session of the user whose daemon this is, as programs without our library need to know it to show themselves.
import FoundationEssentials
import Glibc

/// A daemon that is not root runs in somebody's session (`systemctl --user`), and its environment tells of it.
enum UserSession {
  /// The home directory of the daemon's user; nil where the daemon is the machine's.
  static let home: String? = geteuid() == 0 ? nil : getenv("HOME").map { String(cString: $0) }

  /// - Parameter ofHome: whether the program has the user's home directory, and so the folders in it.
  static func variables(ofHome: Bool) -> [String] { ofHome ? all : withoutFolders }

  static func has(_ name: String) -> Bool { all.contains { $0.hasPrefix(name + "=") } }

  private static let all: [String] = geteuid() == 0 ? [] : chosen(from: ProcessInfo.processInfo.environment)
  private static let withoutFolders = all.filter { variable in !folders.contains { variable.hasPrefix($0 + "=") } }

  /// Those in which the XDG Base Directory Specification puts a user's own files.
  private static let folders = [
    "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_BIN_HOME",
  ]

  /// The variables of `environment` by which programs find the display, the bus, the sound server, input methods and the
  /// theme of a session.
  static func chosen(from environment: [String: String]) -> [String] {
    let names: Set<String> = [
      "DBUS_SESSION_BUS_ADDRESS", "WAYLAND_DISPLAY", "DISPLAY", "XAUTHORITY", "ICEAUTHORITY",
      "DESKTOP_SESSION", "PULSE_SERVER", "PIPEWIRE_REMOTE", "AT_SPI_BUS_ADDRESS", "XMODIFIERS",
    ]
    let prefixes = ["XDG_", "XCURSOR_", "GTK_", "GDK_", "QT_", "KDE_", "GNOME_", "SDL_", "MOZ_", "LIBVA_", "MESA_"]
    let chosen = environment.keys.filter { name in
      names.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }
    return chosen.sorted().map { "\($0)=\(environment[$0] ?? "")" }
  }
}
