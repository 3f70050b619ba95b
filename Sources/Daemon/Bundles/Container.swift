// An app's own folder, made at its first launch (LA7).
import Glibc
package import Linux
package import SystemPackage

/// `STATE/containers/<bundle id>`: an app's working directory and `HOME`.
package nonisolated enum Container {
  /// The reason why a container could not be made.
  package struct ContainerError: Error, Equatable, Sendable, CustomStringConvertible {
    package let path: String
    package let errno: Errno
    package var description: String {
      "unable to make the app's container \(path): \(errno); check that the state directory is writable and has space"
    }
  }

  /// The path of the container of `identifier`, made or not.
  package static func path(of identifier: String, in stateDirectory: String) -> String {
    "\(stateDirectory)/containers/\(identifier)"
  }

  /// Why a container could not be given to the user that its app runs as.
  package struct HandOverError: Error, Equatable, Sendable, CustomStringConvertible {
    let path: String
    let user: String
    package let errno: Errno
    package var description: String {
      "unable to give the app's container \(path) to the user \(user): \(errno); check that its disk works, is writable "
        + "and has space"
    }
  }

  /// Makes what is missing of a container, and gives it with all that is in it to `owner` where it belongs to somebody
  /// else. This may take long; what was cut short is done again.
  ///
  /// - Returns: what was given, if anything was.
  package static func settle(
    for identifier: String, in stateDirectory: String, owner: AppUser
  ) throws -> HandOver.Outcome? {
    let container = try prepare(for: identifier, in: stateDirectory, owner: owner)
    do throws(Errno) {
      for folder in [stateDirectory, "\(stateDirectory)/containers"] where owner.user != geteuid() {
        try openWay(folder)
      }
      let root = try Sys.open(container, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      defer { try? Sys.close(root) }
      return try HandOver.run(root, to: owner)
    } catch {
      throw HandOverError(path: container, user: owner.name, errno: error)
    }
  }

  /// Makes what is missing of the container of `identifier` and returns its absolute path. What is there is left alone.
  ///
  /// - Parameter owner: whose that becomes which is made; the daemon's when nil.
  package static func prepare(
    for identifier: String, in stateDirectory: String, owner: AppUser? = nil
  ) throws(ContainerError) -> String {
    let containers = "\(stateDirectory)/containers"
    let container = path(of: identifier, in: stateDirectory)
    if isWhole(container) { return container }
    try make(containers)
    let isNew = try make(container)
    let root: CInt
    do {
      root = try Sys.open(container, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    } catch {
      throw ContainerError(path: container, errno: error)
    }
    defer { try? Sys.close(root) }
    let folders = [
      ["Documents"], ["Library", "Application Support", identifier], ["Library", "Caches"], ["Library", "Preferences"],
      ["tmp"],
    ]
    for folder in folders { try make(folder, under: root, of: container, owner) }
    if isNew, let owner {
      do { try Sys.fchown(root, owner.user, owner.group) } catch { throw ContainerError(path: container, errno: error) }
    }
    return container
  }

  /// Whether the last thing is there that is made: where it is, all has been, and there is no need to look at each (40 system calls).
  private static func isWhole(_ container: String) -> Bool {
    (try? FileStatus(of: container + "/tmp", followsLinks: false)) != nil
  }

  /// The state of a container's own folder, which changes with each thing that is made or removed right in it. To learn that, nobody
  /// looks into the folder: the kernel would wait for an app that lists it without end.
  package struct Moment: Equatable, Sendable {
    private let device: UInt64, inode: UInt64
    private let changed: Int64

    /// Nil where there is no container.
    package init?(of container: String) {
      guard let status = try? FileStatus(of: container, followsLinks: false), status.kind == .folder else { return nil }
      (device, inode, changed) = (status.device, status.inode, status.changed)
    }
  }

  /// Whether it was not there before.
  @discardableResult private static func make(_ path: String) throws(ContainerError) -> Bool {
    do {
      try Sys.mkdir(path, 0o700)
      return true
    } catch {
      if error == .fileExists { return false }
      throw ContainerError(path: path, errno: error)
    }
  }

  /// The container's user has to get to it, and sees nothing else on the way.
  private static func openWay(_ path: String) throws(Errno) {
    let permissions = try FileStatus(of: path).permissions
    if permissions & 0o011 != 0o011 { try Sys.chmod(path, permissions | 0o011) }
  }

  /// Steps down from an open folder and follows no link: the app may have put one there, and the daemon may be root.
  private static func make(
    _ folder: [String], under root: CInt, of container: String, _ owner: AppUser?
  ) throws(ContainerError) {
    do throws(Errno) {
      var parent = try Sys.fcntl(root, F_DUPFD_CLOEXEC, 0)
      defer { try? Sys.close(parent) }
      for name in folder {
        var isNew = true
        do {
          try Sys.mkdirat(parent, name, 0o700)
        } catch {
          if error != .fileExists { throw error }
          isNew = false
        }
        let child: CInt
        do {
          child = try Sys.openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        } catch {
          // A thing that the app has put in the place of a folder is the app's own affair, and no reason not to launch
          // it.
          if error == .notDirectory || error == .tooManySymbolicLinkLevels { return }
          throw error
        }
        try? Sys.close(parent)
        parent = child
        if isNew, let owner { try Sys.fchown(child, owner.user, owner.group) }
      }
    } catch {
      throw ContainerError(path: "\(container)/\(folder.joined(separator: "/"))", errno: error)
    }
  }
}
