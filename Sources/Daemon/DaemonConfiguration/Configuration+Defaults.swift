// The default places of files: the system's for root, the XDG directories for a user.
import Glibc

extension Configuration {
  /// The user that the daemon runs as, and the variables that decide its places.
  package nonisolated struct Surroundings: Sendable {
    var isRoot: Bool
    var environment: [String: String]

    package init(isRoot: Bool, environment: [String: String]) {
      self.isRoot = isRoot
      self.environment = environment
    }

    /// This process's own.
    package static var current: Surroundings {
      let names = ["HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"]
      let values = names.compactMap { name in getenv(name).map { (name, String(cString: $0)) } }
      return Surroundings(isRoot: geteuid() == 0, environment: Dictionary(uniqueKeysWithValues: values))
    }

    /// The file that is read when `--config` names none; it need not be there.
    var configurationFile: String {
      isRoot ? "/etc/roost/roostd.toml" : xdg("XDG_CONFIG_HOME", or: ".config") + "/roost/roostd.toml"
    }

    /// An XDG base directory; a relative path in the variable is to be ignored (XDG Base Directory Specification).
    fileprivate func xdg(_ variable: String, or folder: String) -> String {
      if let value = environment[variable], value.hasPrefix("/") { return value }
      return (environment["HOME"] ?? "/") + "/" + folder
    }
  }

  private nonisolated static var rootsDirectories: (runtime: String, state: String) { ("/run/roost", "/var/lib/roost") }

  /// Whether the daemon is the machine's own, as root's usually is, and no private one.
  package nonisolated var isMachines: Bool {
    geteuid() == 0 && (runtimeDirectory, stateDirectory) == Self.rootsDirectories
  }

  /// The built-in configuration.
  nonisolated init(in surroundings: Surroundings) {
    policy = Profile.default.policy
    guard !surroundings.isRoot else {
      (runtimeDirectory, stateDirectory) = Self.rootsDirectories
      appDirectories = ["/usr/share/roost/apps", "/usr/local/share/roost/apps"]
      return
    }
    let state = surroundings.xdg("XDG_STATE_HOME", or: ".local/state") + "/roost"
    stateDirectory = state
    // Without a login session there is no XDG_RUNTIME_DIR; the state directory is the user's own as well.
    runtimeDirectory = surroundings.environment["XDG_RUNTIME_DIR"].map { $0 + "/roost" } ?? state + "/run"
    appDirectories = [
      surroundings.xdg("XDG_DATA_HOME", or: ".local/share") + "/roost/apps",
      "/usr/local/share/roost/apps", "/usr/share/roost/apps",
    ]
  }
}
