// The part of the file system that an app sees and may change whose user others have too (LA7).
import Glibc
package import Linux
package import SystemPackage

/// Landlock does not judge who changes the mode, the times or the attributes of a file, nor who connects to a socket that has a
/// path (landlock(7)). For an app with a user of its own the kernel's rights of files do; for one whose user others have too,
/// its mounts: all is read-only but the places that it may write to, and folders with sockets in them are covered.
package nonisolated struct AppView: Sendable {
  /// The daemon's own, with a folder for each that is covered: the app sees that in the other's place.
  private let folder: String
  private let covered: [String]
  /// Those in them that the app sees all the same, besides what its sandbox has rules for.
  private let kept: [String]

  /// - Parameters:
  ///   - folder: made when it is needed.
  ///   - covered: folders, whether there are any or not.
  ///   - kept: files and folders in these.
  package init(folder: String, covering covered: [String], keeping kept: [String]) {
    self.folder = folder
    self.covered = covered
    self.kept = kept
  }

  /// Prepares what the kernel needs to be there, and returns the mounts.
  package func mounts(for sandbox: Sandbox) throws(Errno) -> [PrivateMounts.Mount] {
    var (shown, covers, last): ([PrivateMounts.Mount], [PrivateMounts.Mount], [PrivateMounts.Mount]) = ([], [], [])
    try Folder.makeIfMissing(folder, mode: 0o711)
    let whole = try Sys.realpath(folder)
    let kept = Set(kept.compactMap(Place.init) + sandbox.ownPlaces)
    for (number, place) in try places().enumerated() {
      let cover = "\(whole)/\(number)"
      try Folder.makeIfMissing(cover, mode: 0o711)
      let inside = kept.filter { Sandbox.isBeneath($0.path, place) }
      for one in inside where !inside.contains(where: { $0 != one && Sandbox.isBeneath(one.path, $0.path) }) {
        let target = cover + one.path.dropFirst(place.count)
        try one.makeLike(at: target, below: cover)
        shown.append(PrivateMounts.Mount(one.path, at: target))
      }
      // The one that hides the covers themselves.
      if Sandbox.isBeneath(whole, place) {
        last.append(PrivateMounts.Mount(cover, at: place))
      } else {
        covers.append(PrivateMounts.Mount(cover, at: place))
      }
    }
    return shown + covers + last + sandbox.writablePaths.map { PrivateMounts.Mount(writable: $0) }
  }

  /// Those that are covered, without links in their paths, and none in another. To cover the root would leave nothing.
  private func places() throws(Errno) -> [String] {
    var places: Set<String> = []
    for path in covered {
      do {
        places.insert(try Sys.realpath(path))
      } catch {
        if ![.noSuchFileOrDirectory, .notDirectory, .permissionDenied].contains(error) { throw error }
      }
    }
    places.remove("/")
    return places.filter { one in !places.contains { $0 != one && Sandbox.isBeneath(one, $0) } }.sorted()
  }

  /// A place that an app may see.
  struct Place: Hashable {
    let path: String
    let isFolder: Bool

    /// One that has been opened, on whatever file system.
    init(_ path: String, isFolder: Bool) {
      self.path = path
      self.isFolder = isFolder
    }

    /// Nil where there is nothing.
    init?(_ path: String) {
      guard let real = realPath(path), let status = try? FileStatus(of: real) else { return nil }
      self.init(real, isFolder: status.kind == .folder)
    }

    /// An empty file or folder for it to be mounted over.
    fileprivate func makeLike(at target: String, below cover: String) throws(Errno) {
      var parent = cover
      for part in target.dropFirst(cover.count).split(separator: "/").dropLast() {
        parent += "/\(part)"
        try Folder.makeIfMissing(parent, mode: 0o711)
      }
      if isFolder { return try Folder.makeIfMissing(target, mode: 0o711) }
      guard (try? FileStatus(of: target, followsLinks: false)) == nil else { return }
      try Sys.close(try Sys.open(target, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    }
  }
}
