// The files behind SnapshotStore, on the store's thread.
import Glibc
import Linux
import SystemPackage

/// `STATE/snapshots`: nobody but the daemon writes in it.
nonisolated struct SnapshotFolder: Sendable {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Another picture takes the place of the last one in one step: a reader sees the one or the other. It is not
  /// synced: the next picture is never far, and a machine that stops loses no more than this one.
  func write(_ picture: [UInt8], _ app: String, _ scene: String) throws(SnapshotError) {
    let file = try file(app, scene)
    guard String(validating: picture, as: UTF8.self) != nil else {
      throw .badPicture(file: scene, why: "it is not valid UTF-8")
    }
    do {
      try Folder.make(path)
      try Folder.make("\(path)/\(app)")
      // The draft is no scene's file: these end in .svg.
      try AtomicFile.write(picture, to: file, isSynced: false)
    } catch {
      throw storage(error)
    }
  }

  func read(_ app: String, _ scene: String) throws(SnapshotError) -> SnapshotStore.Picture? {
    let file = try file(app, scene)
    let descriptor: CInt
    do {
      descriptor = try Sys.open(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    } catch {
      if error == .noSuchFileOrDirectory { return nil }
      throw storage(error)
    }
    defer { try? Sys.close(descriptor) }
    do {
      let status = try FileStatus(of: descriptor)
      let bytes = try SmallFile.bytes(of: descriptor, file, atMost: min(Int(status.size), ContainerFile.limit))
      return SnapshotStore.Picture(svg: String(decoding: bytes, as: UTF8.self), time: status.modified)
    } catch {
      throw .storage(path: path, why: "\(error)")
    }
  }

  func remove(_ app: String, _ scene: String) throws(SnapshotError) {
    let file = try file(app, scene)
    do { try Sys.unlink(file) } catch { if error != .noSuchFileOrDirectory { throw storage(error) } }
    // The app's last picture takes its folder along; ENOTEMPTY says that there are others.
    try? Sys.rmdir("\(path)/\(app)")
  }

  /// A bundle identifier has been checked long before; a scene's name is what an app or a client says.
  private func file(_ app: String, _ scene: String) throws(SnapshotError) -> String {
    for name in [app, scene] {
      let isPlain = name.utf8.allSatisfy(\.isPortableInFileName)
      // NAME_MAX, with room for the endings.
      guard isPlain, !name.isEmpty, name.utf8.count <= 200, !name.hasPrefix(".") else { throw .badName(name) }
    }
    return "\(path)/\(app)/\(scene).svg"
  }

  private func storage(_ error: Errno) -> SnapshotError { .storage(path: path, why: "\(error)") }
}
