// The rules of an app's access to the file system, which Landlock enforces (LA7, docs/security.md).
package import Bundles
import Glibc
import Linux
package import Settings

/// The paths that are open to a process, each with all that is beneath it; the rest of the file system is closed.
package nonisolated struct Sandbox: Sendable {
  package enum Access: Hashable, Sendable {
    /// Reading, and running programs.
    case run
    case read
    /// Reading and writing what is there: device nodes, the FIFO of memory pressure, its output.
    case use
    /// All that one can do with files, but run them and make device nodes.
    case write
  }

  package struct Rule: Hashable, Sendable {
    package let path: String
    let access: Access
    /// By the bundle itself. It gets nothing that touches what is the daemon's.
    var isAskedFor = false
    /// Whether the bundle's executable names it as a program that runs it. The executable's author may have named anything, so
    /// that it is opened only where it is a program and not the daemon's.
    var isProgram = false

    /// Whether the bundle's author has chosen it, and not the administrator or the daemon.
    package var isByBundle: Bool { isAskedFor || isProgram }
  }

  /// Those of the paths that are the same for every app.
  private(set) var system: [Rule] = Self.system
  let places: SystemPlaces
  /// Those of the app's own paths.
  var rules: [Rule]
  /// Those of other paths, which have been opened already: see ``farRules(of:given:)``.
  var far: FarPlaces
  let network: Entitlements.Network
  /// The daemon's own directories, and the tree of its cgroups.
  var closed: [String]
  /// The places that the daemon has made there for the app.
  private let made: [String]

  /// The paths that programs need: the installed system, and the files of libc and its friends. Reading /proc tells
  /// of other processes what ps(1) shows; their memory, environment and files are closed by Landlock itself (ptrace(2)).
  package static let system =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store"].map {
      Rule(path: $0, access: .run)
    }
    + ["/etc", "/proc", "/sys", "/run/systemd/resolve", "/var/cache/fontconfig"].map { Rule(path: $0, access: .read) }
    + ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/ptmx", "/dev/pts"]
    .map { Rule(path: $0, access: .use) }

  package typealias FarPlaces = [Rule: Result<OpenPlace, OpenPlace.Problem>]

  /// The rules of paths that an administrator or the bundle has chosen, on whatever file systems.
  ///
  /// - Parameter given: what the configuration opens to every app.
  package static func farRules(of bundle: AppBundle, given: FileAccess) -> [Rule] {
    given.read.map { Rule(path: $0, access: .run) } + given.write.map { Rule(path: $0, access: .write) }
      + bundle.fileAccess.read.map { Rule(path: $0, access: .read, isAskedFor: true) }
      + bundle.fileAccess.write.map { Rule(path: $0, access: .write, isAskedFor: true) }
  }

  /// The rules of programs that run the bundle's executable, on whatever file systems.
  package static func farRules(ofPrograms paths: [String]) -> [Rule] {
    paths.map { Rule(path: $0, access: .run, isProgram: true) }
  }

  /// - Parameters:
  ///   - nodes: the device nodes that are for the app in front (BG5), those that there are and that it asks for.
  ///   - programs: the files that it may run besides those in its bundle and those of `far`; nil for all that it may read.
  ///   - installed: places with programs, besides the system's; none of them touches what is the daemon's.
  package init(
    bundle: AppBundle, container: String, pressure: String?, output: String?, nodes: [String], programs: [String]?,
    installed: [String], far: FarPlaces, closed: [String], places: SystemPlaces = SystemPlaces()
  ) {
    rules = [Rule(path: bundle.path, access: .run), Rule(path: container, access: .write)]
    let files = [pressure, output].compactMap { $0 }
    rules += (files + nodes).map { Rule(path: $0, access: .use) }
    made = [container] + files
    rules += installed.map { Rule(path: $0, access: .run) }
    self.far = far
    self.closed = closed
    self.places = places
    network = bundle.entitlements.network
    if let programs { close(toAllBut: programs, in: bundle) }
  }

  /// Leaves it no program to run but these, and those of its bundle.
  private mutating func close(toAllBut programs: [String], in bundle: AppBundle) {
    func read(_ rule: Rule) -> Rule {
      rule.access == .run && rule.path != bundle.path && !rule.isProgram
        ? Rule(path: rule.path, access: .read, isAskedFor: rule.isAskedFor) : rule
    }
    system = system.map(read)
    rules = rules.map(read) + programs.map { Rule(path: $0, access: .run, isProgram: true) }
    far = FarPlaces(far.map { (read($0), $1) }) { first, _ in first }
  }

  /// Whether a rule at `path`, which has no links in it, is one that the daemon agrees to.
  func agrees(to rule: Rule, at path: String) -> Bool { Self.agrees(to: rule, at: path, closed: closed) }

  /// The place is judged as it was opened: a path may lead elsewhere since somebody looked at it.
  func agrees(to rule: Rule, at place: OpenPlace) -> Bool {
    agrees(to: rule, at: place.path) && (place.isProgram || !rule.isProgram) && !isLedAway(rule, to: place)
  }

  /// Whether a link leads from a path that is none of the daemon's to one that is. An app that may write to what its bundle lies in may
  /// have put it there. Links of paths that an administrator has named are the administrator's.
  private func isLedAway(_ rule: Rule, to place: OpenPlace) -> Bool {
    guard far[rule] == nil, let real = place.real, Self.touches(real, closed) else { return false }
    return !made.contains(rule.path) && !Self.touches(rule.path, closed)
  }

  /// - Parameter closed: the daemon's own directories.
  package static func agrees(to rule: Rule, at path: String, closed: [String]) -> Bool {
    guard rule.isByBundle else { return true }
    return !touches(path, closed)
  }

  /// Whether `path` is in one of the folders, or has one in it.
  static func touches(_ path: String, _ folders: [String]) -> Bool {
    folders.contains { isBeneath($0, path) || isBeneath(path, $0) }
  }

  /// The places of its own rules; files are taken for folders.
  var ownPlaces: [PrivateMounts.Place] {
    rules.map { rule in
      var place = PrivateMounts.Place(rule.path, isFolder: true)
      place.isWritable = rule.access == .write
      place.mayBeMissing = !place.isWritable
      return place
    }
  }

  /// Those of the rules for other paths. A bundle that asks for a socket gets none: RoostFileAccess is about files.
  var farPlaces: [PrivateMounts.Place] {
    far.compactMap { rule, result in
      guard case .success(let place) = result, agrees(to: rule, at: place), let real = place.real,
        !(rule.isAskedFor && place.isSocket)
      else { return nil }
      var found = PrivateMounts.Place(real, held: place.descriptor, isFolder: place.isFolder)
      found.isWritable = rule.access == .write
      return found
    }
  }

  static func isBeneath(_ path: String, _ folder: String) -> Bool {
    // By the bytes: a mark that combines with the slash makes another character of it for Swift, and none for the kernel.
    if folder == "/" { return true }
    guard path.utf8.starts(with: folder.utf8) else { return false }
    let rest = path.utf8.dropFirst(folder.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }
}
