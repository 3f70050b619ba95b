// The programs that are installed beside the system, such as those of a user's own Python: found by the daemon's PATH.
import Linux

nonisolated extension Sandbox {
  /// A place of theirs by both its names: a link on the way may lead elsewhere at a later launch.
  package nonisolated struct Installed: Sendable {
    package let path: String
    /// Without links.
    let real: String
  }

  /// The folders of `path` and what the programs in them read: the libraries beside a `bin`, and all of a version manager,
  /// whose `shims` run programs in its other folders. Each once, and none that is open anyway. A home is never open, nor
  /// what it is in, nor its folders with the files of all the user's programs, the daemon's among them.
  ///
  /// - Parameters:
  ///   - path: the `PATH` of the daemon.
  ///   - homes: the home directories of its user.
  package static func programs(on path: String, homes: [String]) -> [Installed] {
    let open = system.filter { $0.access == .run }.map { realPath($0.path) ?? $0.path }
    let homes = homes.map { realPath($0) ?? $0 }
    var found: [Installed] = []
    for folder in path.split(separator: ":") where folder.hasPrefix("/") {
      for place in places(of: String(folder), homes) {
        let real = realPath(place) ?? place
        if isPersonal(real, homes) { continue }
        if open.contains(where: { isBeneath(real, $0) }) || found.contains(where: { isBeneath(real, $0.real) }) {
          continue
        }
        found.removeAll { isBeneath($0.real, real) }
        found.append(Installed(path: place, real: real))
      }
    }
    return found
  }

  /// The folders of libraries and data: of Java, Homebrew, Conda, Volta and Ruby as well; and the file by which a Python knows its
  /// virtual environment.
  private static let besideBin = [
    "lib", "lib64", "libexec", "share", "conf", "etc", "ssl", "jre", "opt", "Cellar", "tools", "gems", "specifications",
    "pyvenv.cfg",
  ]
  /// Of all the user's programs, whoever's home it is in.
  private static let shared = ".local/share"

  private static func places(of folder: String, _ homes: [String]) -> [String] {
    let parts = folder.split(separator: "/")
    guard let last = parts.last, parts.count > (parts.first == "home" ? 3 : 2) else { return [folder] }
    let parent = "/" + parts.dropLast().joined(separator: "/")
    let real = realPath(parent) ?? parent
    switch last {
    case "shims": return [isPersonal(real, homes) ? folder : parent]
    case "bin", "sbin":
      if isAround(real, homes) { return [folder] }
      // Part of the system by its name, such as a /usr/local that is a link to /var (OSTree).
      if !isPersonal(real, homes), system.contains(where: { $0.access == .run && isBeneath(parent, $0.path) }) {
        return [parent]
      }
      return [folder]
        + besideBin.map { "\(parent)/\($0)" }.filter { !$0.hasSuffix("/\(shared)") && realPath($0) != nil }
    default: return [folder]
    }
  }

  private static func isPersonal(_ real: String, _ homes: [String]) -> Bool {
    isAround(real, homes) || homes.contains { home in ofAllPrograms.contains { real == "\(home)/\($0)" } }
  }

  /// In a home: those of the XDG Base Directory Specification, and what they are in.
  private static let ofAllPrograms = [".local", shared, ".local/state", ".config", ".cache"]

  /// Whether it is one of the homes, or has one in it.
  private static func isAround(_ real: String, _ homes: [String]) -> Bool {
    homes.contains { isBeneath($0, real) }
  }
}
