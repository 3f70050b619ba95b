// The rights and scopes that each version of Landlock knows (landlock(7)), as numbers: older headers lack the later ones.

/// All that a ruleset can handle under one version of the kernel's interface. What is handled is closed unless a rule opens
/// it.
package nonisolated struct LandlockRights: Equatable, Sendable {
  /// LANDLOCK_ACCESS_FS_EXECUTE and its likes.
  package let files: UInt64
  /// With them a process can signal, and reach by abstract sockets, nobody but those that it is confined with (version 6);
  /// X11 and D-Bus are still there under their paths.
  package let scopes: UInt64
  /// Whether ports of TCP can be handled.
  package let knowsPorts: Bool

  package static let bindTCP: UInt64 = 1 << 0
  package static let connectTCP: UInt64 = 1 << 1
  package static let execute: UInt64 = 1 << 0
  package static let writeFile: UInt64 = 1 << 1
  package static let readFile: UInt64 = 1 << 2
  package static let readFolder: UInt64 = 1 << 3
  package static let makeCharacterDevice: UInt64 = 1 << 6
  package static let makeBlockDevice: UInt64 = 1 << 11
  package static let truncate: UInt64 = 1 << 14
  package static let controlDevice: UInt64 = 1 << 15
  /// Of a rule for a file that is no directory.
  package static let forFiles = execute | writeFile | readFile | truncate | controlDevice

  package init(version: Int) {
    // REFER came with 2, TRUNCATE with 3, IOCTL_DEV with 5.
    let count = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13
    files = (1 << UInt64(count)) - 1
    // LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET and LANDLOCK_SCOPE_SIGNAL.
    scopes = version >= 6 ? 3 : 0
    knowsPorts = version >= 4
  }
}
