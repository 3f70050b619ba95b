// The rules of an app's access to the file system, which Landlock enforces (LA7, docs/security.md).
package import Bundles
import Glibc
package import Settings

/// The paths that are open to a process, each with all that is beneath it; the rest of the file system is closed.
package nonisolated struct Sandbox: Equatable, Sendable {
  package enum Access: Equatable, Sendable {
    /// Reading, and running programs.
    case run
    case read
    /// Reading and writing what is there: device nodes, the FIFO of memory pressure, its output.
    case use
    /// All that one can do with files, but run them and make device nodes.
    case write
  }

  package struct Rule: Equatable, Sendable {
    package let path: String
    let access: Access
    /// By the bundle itself. It gets nothing that touches what is the daemon's.
    var isAskedFor = false
  }

  var rules: [Rule]
  let network: Entitlements.Network
  /// The daemon's own directories.
  var closed: [String]

  /// The paths that programs need: the installed system, and the files of libc and its friends. Reading /proc tells
  /// of other processes what ps(1) shows; their memory, environment and files are closed by Landlock itself (ptrace(2)).
  package static let system =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store"].map {
      Rule(path: $0, access: .run)
    }
    + ["/etc", "/proc", "/sys", "/run/systemd/resolve", "/var/cache/fontconfig"].map { Rule(path: $0, access: .read) }
    + ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/ptmx", "/dev/pts"]
    .map { Rule(path: $0, access: .use) }

  /// The folders of the daemon's own PATH that are installed beside the system, such as those of a user's own Python:
  /// the parents of `bin` and the like, unless that is a home or the root.
  package static func programs(on path: String) -> [String] {
    path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }.map { folder in
      let parts = folder.split(separator: "/")
      let isDeep = parts.count > (parts.first == "home" ? 3 : 2)
      guard let last = parts.last, isDeep, ["bin", "sbin", "shims"].contains(last) else { return folder }
      return "/" + parts.dropLast().joined(separator: "/")
    }
  }

  /// - Parameters:
  ///   - programs: the files that it may run besides those in its bundle; nil for all that it may read.
  ///   - nodes: the device nodes that are for the app in front (BG5), those that there are and that it asks for.
  ///   - given: what the configuration opens to every app.
  package init(
    bundle: AppBundle, programs: [String]?, container: String, pressure: String?, output: String?, nodes: [String],
    given: FileAccess, closed: [String]
  ) {
    rules = Self.system + [Rule(path: bundle.path, access: .run), Rule(path: container, access: .write)]
    rules += ([pressure, output].compactMap { $0 } + nodes).map { Rule(path: $0, access: .use) }
    rules += given.read.map { Rule(path: $0, access: .run) } + given.write.map { Rule(path: $0, access: .write) }
    rules += bundle.fileAccess.read.map { Rule(path: $0, access: .read, isAskedFor: true) }
    rules += bundle.fileAccess.write.map { Rule(path: $0, access: .write, isAskedFor: true) }
    self.closed = closed
    network = bundle.entitlements.network
    if let programs {
      rules = rules.map { $0.access == .run && $0.path != bundle.path ? Rule(path: $0.path, access: .read) : $0 }
      rules += programs.map { Rule(path: $0, access: .run) }
    }
  }

  /// Whether a rule at `path`, which has no links in it, is one that the daemon agrees to.
  func agrees(to rule: Rule, at path: String) -> Bool {
    guard rule.isAskedFor else { return true }
    return !closed.contains { Self.isBeneath($0, path) || Self.isBeneath(path, $0) }
  }

  private static func isBeneath(_ path: String, _ folder: String) -> Bool {
    path == folder || folder == "/" || path.hasPrefix(folder + "/")
  }
}
