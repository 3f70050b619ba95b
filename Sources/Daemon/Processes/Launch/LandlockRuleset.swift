// A sandbox as the kernel takes it: a ruleset of Landlock (landlock(7)).
import Bundles
import Linux
package import SystemPackage

/// An open ruleset; closed with the value. The process that is held to it keeps it.
package nonisolated struct LandlockRuleset: ~Copyable {
  package let descriptor: CInt
  /// Whether the kernel can log what it refuses (version 7).
  let canLog: Bool

  /// The version of the kernel's interface.
  /// - Throws: `ENOSYS` or `EOPNOTSUPP` where the kernel has no Landlock, or it is switched off.
  package static func version() throws(Errno) -> Int {
    try Sys.landlockVersion()
  }

  /// A path that is not there, or cannot be reached, is left out: it needs no rule.
  ///
  /// - Parameter refused: is told of each path that the bundle asks for and does not get because of a link.
  package static func make(
    _ sandbox: Sandbox, refused: (String) -> Void = { _ in }
  ) throws(Errno) -> LandlockRuleset {
    let version = try Self.version()
    let rights = Rights(version: version)
    let ports = rights.ports(closedTo: sandbox.network)
    let ruleset = LandlockRuleset(
      descriptor: try Sys.makeRuleset(rights.all, network: ports.closed, scopes: rights.scopes),
      canLog: version >= 7)
    if ports.chosenByKernel != 0 { try Sys.allow(ports.chosenByKernel, onPort: 0, in: ruleset.descriptor) }
    for rule in sandbox.rules { try ruleset.allow(rule, rights, sandbox, refused) }
    return ruleset
  }

  private init(descriptor: CInt, canLog: Bool) {
    self.descriptor = descriptor
    self.canLog = canLog
  }

  deinit { try? Sys.close(descriptor) }

  private func allow(
    _ rule: Sandbox.Rule, _ rights: Rights, _ sandbox: Sandbox, _ refused: (String) -> Void
  ) throws(Errno) {
    let file: CInt
    do {
      // A link may have been planted by an app that may write there.
      file = try Sys.openPlace(rule.path, followingLinks: !rule.isAskedFor)
    } catch {
      if error == .tooManySymbolicLinkLevels, rule.isAskedFor { refused(LinkOnTheWay.sentence(rule.path)) }
      let isUnreachable = [.noSuchFileOrDirectory, .notDirectory, .permissionDenied, .tooManySymbolicLinkLevels]
        .contains(error)
      if isUnreachable { return }
      throw error
    }
    defer { try? Sys.close(file) }
    // The real place of the file, whatever links led there.
    if rule.isAskedFor, !sandbox.agrees(to: rule, at: realPath("/proc/self/fd/\(file)") ?? "/") { return }
    let isFolder = try FileStatus(of: file).kind == .folder
    try Sys.allow(rights.of(rule.access, isFolder: isFolder), to: file, in: descriptor)
  }

  /// The rights of linux/landlock.h that a version knows; older headers lack the later ones.
  struct Rights: Equatable {
    /// All that the ruleset handles, which is closed unless a rule opens it.
    let all: UInt64
    /// An app can signal, and reach by abstract sockets, nobody but its own processes (version 6); X11 and D-Bus are
    /// still there under their paths.
    let scopes: UInt64
    /// Whether it knows ports of TCP.
    private let knowsPorts: Bool

    private static let bindTCP: UInt64 = 1 << 0
    private static let connectTCP: UInt64 = 1 << 1
    private static let execute: UInt64 = 1 << 0
    private static let writeFile: UInt64 = 1 << 1
    private static let readFile: UInt64 = 1 << 2
    private static let readFolder: UInt64 = 1 << 3
    private static let makeCharacterDevice: UInt64 = 1 << 6
    private static let makeBlockDevice: UInt64 = 1 << 11
    private static let truncate: UInt64 = 1 << 14
    private static let controlDevice: UInt64 = 1 << 15
    /// Of a rule for a file that is no directory.
    private static let forFiles = execute | writeFile | readFile | truncate | controlDevice

    init(version: Int) {
      // REFER came with 2, TRUNCATE with 3, IOCTL_DEV with 5.
      let count = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13
      all = (1 << UInt64(count)) - 1
      // LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET and LANDLOCK_SCOPE_SIGNAL.
      scopes = version >= 6 ? 3 : 0
      knowsPorts = version >= 4
    }

    /// The rights on all ports that are closed, and those of them that are open on a port that the kernel chooses. Such
    /// a port is a client's as well, of which it says nothing but from where it connects; and listen(2) without bind(2)
    /// gets one that Landlock is not asked about (Linux 6.18).
    func ports(closedTo network: Entitlements.Network) -> (closed: UInt64, chosenByKernel: UInt64) {
      guard knowsPorts else { return (0, 0) }
      return switch network {
      // It makes no socket; these are for one that somebody hands it.
      case .closed: (Self.bindTCP | Self.connectTCP, 0)
      case .client: (Self.bindTCP, Self.bindTCP)
      case .server: (0, 0)
      }
    }

    func of(_ access: Sandbox.Access, isFolder: Bool) -> UInt64 {
      let wanted =
        switch access {
        case .run: Self.execute | Self.readFile | Self.readFolder
        case .read: Self.readFile | Self.readFolder
        case .use: Self.readFile | Self.readFolder | Self.writeFile | Self.truncate | Self.controlDevice
        case .write: all & ~(Self.execute | Self.makeCharacterDevice | Self.makeBlockDevice | Self.controlDevice)
        }
      return wanted & all & (isFolder ? .max : Self.forFiles)
    }
  }
}
