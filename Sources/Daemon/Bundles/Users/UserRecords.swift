// The names of apps' users for ps(1), ls(1) and id(1): drop-in records of nss-systemd(8).
import Glibc
package import LifecycleModel
import Linux
package import SystemPackage

/// JSON records as "JSON User Records" and "JSON Group Records" of systemd specify them, in a folder that nss-systemd(8)
/// reads: `NAME.user` and `NAME.group`, with links from the ids.
package nonisolated struct UserRecords: Sendable {
  /// For records that need not outlive the machine: the daemon writes them again at its start.
  package static let systemFolder = "/run/userdb"

  private let folder: String
  private let stateDirectory: String

  package init(folder: String = UserRecords.systemFolder, stateDirectory: String) {
    self.folder = folder
    self.stateDirectory = stateDirectory
  }

  /// Writes those that are missing; what is there already is left as it is.
  package func write(_ ids: [AppID: UInt32]) throws(Errno) {
    guard !ids.isEmpty else { return }
    try Folder.make(folder, mode: 0o755)
    let there = Set(try Folder.names(in: folder))
    for (app, id) in ids where !there.contains("\(id).group") { try write(app, id) }
  }

  /// The links come last, the group's at the very end: where it is, all is.
  private func write(_ app: AppID, _ id: UInt32) throws(Errno) {
    let name = AppIdentities.name(of: app, id)
    for (kind, text) in [("user", user(name, app, id)), ("group", group(name, app, id))] {
      let path = "\(folder)/\(name).\(kind)"
      try AtomicFile.write((text + "\n").utf8, to: path, isSynced: false)
      try Sys.chmod(path, 0o644)
      try? Sys.unlink("\(folder)/\(id).\(kind)")
      try Sys.symlink("\(name).\(kind)", "\(folder)/\(id).\(kind)")
    }
  }

  // An identifier has letters, digits, ".", "-" and "_" alone, and a state directory that has more is left out.

  private func user(_ name: String, _ app: AppID, _ id: UInt32) -> String {
    let home = Container.path(of: app.string, in: stateDirectory)
    let isPlain = home.utf8.allSatisfy { $0.isPortableInFileName || $0 == UInt8(ascii: "/") }
    return """
      {"userName":"\(name)","realName":"\(app)","uid":\(id),"gid":\(id),"disposition":"system","locked":true,\
      "homeDirectory":"\(isPlain ? home : "/")","shell":"/usr/sbin/nologin","service":"org.roost"}
      """
  }

  private func group(_ name: String, _ app: AppID, _ id: UInt32) -> String {
    """
    {"groupName":"\(name)","description":"\(app)","gid":\(id),"disposition":"system","service":"org.roost"}
    """
  }
}
