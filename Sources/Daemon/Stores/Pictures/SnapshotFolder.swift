// The files behind SnapshotStore, on the store's thread.
import FoundationEssentials
import Glibc
import SystemPackage

/// `STATE/snapshots`: nobody but the daemon writes in it.
nonisolated struct SnapshotFolder: Sendable {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Another picture takes the place of the last one in one step: a reader sees the one or the other (rename(2)). It is
  /// not synced: the next picture is never far, and a machine that stops loses no more than this one.
  func write(_ picture: [UInt8], _ app: String, _ scene: String) throws(SnapshotError) {
    let file = try file(app, scene)
    guard String(validating: picture, as: UTF8.self) != nil else {
      throw .badPicture(file: scene, why: "it is not valid UTF-8")
    }
    try make(path)
    try make("\(path)/\(app)")
    // No scene's file: these end in .svg. What an earlier daemon left half written is overwritten.
    let half = file + ".new"
    let descriptor = open(half, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw storage() }
    let failure = Self.write(picture, to: descriptor)
    close(descriptor)
    guard failure == 0, rename(half, file) == 0 else {
      let error = storage(failure == 0 ? errno : failure)
      unlink(half)
      throw error
    }
  }

  func read(_ app: String, _ scene: String) throws(SnapshotError) -> SnapshotStore.Picture? {
    let file = try file(app, scene)
    let descriptor = open(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw storage()
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw storage() }
    do {
      let bytes = try SmallFile.bytes(of: descriptor, file, atMost: min(Int(status.st_size), ContainerFile.limit))
      // By way of Foundation: a static build finds `timespec` in a module that cannot be named.
      let written = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date ?? Date()
      let time = Int64(written.timeIntervalSince1970 * 1e9)
      return SnapshotStore.Picture(svg: String(decoding: bytes, as: UTF8.self), time: time)
    } catch {
      throw .storage(path: path, why: "\(error)")
    }
  }

  func remove(_ app: String, _ scene: String) throws(SnapshotError) {
    guard unlink(try file(app, scene)) == 0 || errno == ENOENT else { throw storage() }
    // The app's last picture takes its folder along; ENOTEMPTY says that there are others.
    rmdir("\(path)/\(app)")
  }

  /// A bundle identifier has been checked long before; a scene's name is what an app or a client says.
  private func file(_ app: String, _ scene: String) throws(SnapshotError) -> String {
    for name in [app, scene] {
      let isPlain = name.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
      // NAME_MAX, with room for the endings.
      guard isPlain, !name.isEmpty, name.utf8.count <= 200, !name.hasPrefix(".") else { throw .badName(name) }
    }
    return "\(path)/\(app)/\(scene).svg"
  }

  private func make(_ folder: String) throws(SnapshotError) {
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw storage() }
  }

  private static func write(_ bytes: [UInt8], to descriptor: CInt) -> CInt {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
    }
    return 0
  }

  private func storage(_ number: CInt = errno) -> SnapshotError {
    .storage(path: path, why: "\(Errno(rawValue: number))")
  }
}
