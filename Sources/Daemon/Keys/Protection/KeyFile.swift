// Small files that must never be half written: the keys.
import Glibc
import Linux
import SystemPackage

nonisolated enum KeyFile {
  /// The bytes at `path`. A file that is not there is an error: keys that are lost are not made anew.
  static func read(_ path: String) throws(KeyBagError) -> [UInt8] {
    do {
      return try SmallFile.read(path, limit: 4096)
    } catch {
      switch error {
      case .missing: throw .unusable(path: path, why: "is missing")
      case .notRegular, .tooLarge: throw .unusable(path: path, why: "is damaged: \(error)")
      case .system(_, let errno): throw .system(path: path, errno)
      }
    }
  }

  /// Puts `bytes` at `path`, readable for the daemon's user alone; they are on disk, or the file that was there before
  /// stays.
  ///
  /// - Parameter draft: as ``AtomicFile`` has it.
  static func write(_ bytes: [UInt8], to path: String, draft: String? = nil) throws(KeyBagError) {
    do { try AtomicFile.write(bytes, to: path, draft: draft, isSynced: true) } catch {
      throw .system(path: path, error)
    }
  }

  /// Puts `byte` over the one of the file at `path`, and waits until it is on disk. That needs no space, where a new file
  /// does; and of one byte no half is ever written.
  static func overwrite(_ byte: UInt8, at path: String) throws(KeyBagError) {
    do throws(Errno) {
      let file = try Sys.open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
      defer { try? Sys.close(file) }
      _ = try Sys.write(file, [byte])
      try Sys.fsync(file)
    } catch {
      throw .system(path: path, error)
    }
  }

  /// Whether there is anything at `path`; that it cannot be told is no reason to make new keys.
  static func exists(_ path: String) throws(KeyBagError) -> Bool {
    do {
      try Sys.access(path, F_OK)
      return true
    } catch {
      if error == .noSuchFileOrDirectory { return false }
      throw .system(path: path, error)
    }
  }

  static func makeFolder(_ path: String) throws(KeyBagError) {
    do { try Folder.make(path) } catch { throw .system(path: path, error) }
  }

  /// Waits until all that was made or renamed in `folder` is on disk.
  static func sync(_ folder: String) throws(KeyBagError) {
    do { try Folder.sync(folder) } catch { throw .system(path: folder, error) }
  }
}
