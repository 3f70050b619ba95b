// Empties a folder that an app has filled: of any depth and any size, on any file system.
import Glibc
import Linux
import SystemPackage

/// A walk through an open folder, which removes what is in it from the bottom up. Apps are not trusted: no link is followed and no
/// mount entered, and a tree of any depth takes some dozens of descriptors. Nothing is moved: rename(2) fails between subvolumes,
/// between projects of quotas, which an app sets as it likes, and in an overlay (`EXDEV`).
nonisolated struct FilledFolder {
  private struct Level {
    let device: UInt64, inode: UInt64
    /// The folders in it that are not empty. The walk goes to the last of them next, or is in there.
    var full: [[CChar]]
  }

  /// A process of the same user may add something during each, and does not keep the thread for ever.
  private static let mostWalks = 10_000
  /// Folders far down where walks begin, each of which is open meanwhile.
  private static let mostStarts = 64

  private static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
  /// O_PATH of asm-generic/fcntl.h, which Swift's Glibc leaves out.
  private static let placeOnly: CInt = 0o10000000

  /// Levels, and names of all of them together, that a walk remembers. It leaves the rest to the next one.
  private let most: Int
  /// Whether another walk may go on where this one has come as deep as it may.
  private let goesDeep: Bool
  /// The folder where the walk is.
  private var here: CInt
  /// From the top to there.
  private var levels: [Level] = []
  /// Names that these have.
  private var kept = 0
  /// The entries that it has looked at. In a folder to which somebody adds what is removed it would look at them without end.
  private var looked = 0
  private var hasRemoved = false
  /// Whether there may be more than it has come to.
  private var isCut = false
  /// Whether it has ended in a folder below so many levels, from which another one is to go on.
  private var isDeep = false
  /// The first reason why something is left.
  private var failure: Errno?

  private init(_ start: CInt, remembering most: Int, goesDeep: Bool) throws(Errno) {
    here = try Sys.openat(start, ".", Self.flags)
    (self.most, self.goesDeep) = (most, goesDeep)
  }

  /// Removes all that is in the folder `top`, which stays.
  ///
  /// - Parameter most: what bounds the memory that this takes, to some megabytes.
  /// - Throws: why something is left; everything else is gone, as far as it is no deeper than `most`, and not beside so many that stay.
  static func empty(_ top: CInt, remembering most: Int = 10_000) throws(Errno) {
    // Where walks have come as deep as they may: to begin each at the top takes time by the square of a tree's depth.
    var starts: [CInt] = []
    defer { for start in starts { try? Sys.close(start) } }
    var failure: Errno?
    for _ in 0..<mostWalks {
      var walk: FilledFolder
      do throws(Errno) {
        walk = try FilledFolder(starts.last ?? top, remembering: most, goesDeep: failure == nil)
      } catch {
        // A process of the same user has removed the folder, and those above it are still full.
        guard error == .noSuchFileOrDirectory, let start = starts.popLast() else { throw error }
        try? Sys.close(start)
        continue
      }
      walk.run()
      if walk.isDeep {
        starts.append(walk.here)
        if starts.count > mostStarts { try? Sys.close(starts.removeFirst()) }
        continue
      }
      try? Sys.close(walk.here)
      let isDone = walk.failure == nil && !walk.isCut
      if !isDone {
        // With nothing to say, somebody else has removed or moved the start: the walk from above it finds what is left.
        if walk.hasRemoved || (walk.failure == nil && starts.isEmpty) { continue }
        failure = failure ?? walk.failure
      }
      guard let start = starts.popLast() else {
        if isDone { return }
        break
      }
      try? Sys.close(start)
    }
    throw failure ?? .directoryNotEmpty
  }

  private mutating func run() {
    do throws(Errno) {
      look(try FileStatus(of: here))
    } catch {
      return note(error)
    }
    while !levels.isEmpty, looked < mostEntries {
      if let name = levels[levels.count - 1].full.last { goDown(to: name) } else { goUp() }
    }
  }

  private var mostEntries: Int { 100 * most }

  private mutating func note(_ error: Errno) {
    // Somebody else has removed a folder, or moved it: the next walk finds out what is left.
    if error == .noSuchFileOrDirectory { isCut = true } else { failure = failure ?? error }
  }

  /// Removes what it can of the folder where the walk has come, and remembers the rest.
  private mutating func look(_ status: FileStatus) {
    let full = removeOthers()
    levels.append(Level(device: status.device, inode: status.inode, full: full))
  }

  private mutating func goDown(to name: [CChar]) {
    let isDeepest = levels.count == most
    do throws(Errno) {
      if isDeepest, !goesDeep { throw .directoryNotEmpty }
      let (folder, status) = try Self.open(name, in: here)
      try? Sys.close(here)
      here = folder
      if isDeepest { (levels, isDeep) = ([], true) } else { look(status) }
    } catch {
      forgetLast()
      note(error)
    }
  }

  /// The folder where the walk is has nothing more that it could remove.
  private mutating func goUp() {
    levels.removeLast()
    guard !levels.isEmpty else { return }
    do throws(Errno) {
      let folder = try Sys.openat(here, "..", Self.flags)
      try? Sys.close(here)
      here = folder
      let (status, last) = (try FileStatus(of: folder), levels.count - 1)
      // A process to which the app has handed a folder may have moved that out of the tree.
      guard levels[last].device == status.device, levels[last].inode == status.inode else {
        (levels, isCut) = ([], true)
        return
      }
    } catch {
      note(error)
      levels = []
      return
    }
    if removeUnlessFull(forgetLast()) { note(.directoryNotEmpty) }
  }

  @discardableResult private mutating func forgetLast() -> [CChar] {
    kept -= 1
    return levels[levels.count - 1].full.removeLast()
  }

  /// Removes all that is right in the folder but folders that are not empty, and returns the names of these.
  private mutating func removeOthers() -> [[CChar]] {
    var full: [[CChar]] = []
    var (isOver, hasRoom) = (false, true)
    do throws(Errno) {
      while !isOver, hasRoom {
        isOver = true
        try Sys.forEachEntry(ofOpen: here) { entry in
          isOver = false
          guard hasRoom, !entry.elementsEqual(".".utf8), !entry.elementsEqual("..".utf8) else { return }
          // It need not be UTF-8.
          let name = entry.map(CChar.init(bitPattern:)) + [0]
          looked += 1
          if removeUnlessFull(name) {
            full.append(name)
            kept += 1
            // One at the least, or the walk would not get to the bottom.
            hasRoom = kept < most
          }
          if looked >= mostEntries { hasRoom = false }
        }
      }
    } catch {
      note(error)
    }
    if !hasRoom { isCut = true }
    return full
  }

  /// - Returns: whether it is a folder that is not empty, which stays.
  private mutating func removeUnlessFull(_ name: [CChar]) -> Bool {
    do throws(Errno) {
      do throws(Errno) {
        try Sys.unlinkat(here, name, 0)
      } catch .isDirectory {
        try Sys.unlinkat(here, name, AT_REMOVEDIR)
      }
      hasRemoved = true
    } catch {
      switch error {
      case .noSuchFileOrDirectory: break
      case .directoryNotEmpty, .fileExists: return true
      case _: note(error)
      }
    }
    return false
  }

  // MARK: Folders of an app

  /// Opens a folder that its app may have closed; from then on no other user adds anything to it.
  private static func open(_ name: [CChar], in parent: CInt) throws(Errno) -> (folder: CInt, status: FileStatus) {
    let folder: CInt
    do throws(Errno) {
      folder = try Sys.openBeneath(parent, name: name, flags)
    } catch {
      guard error == .permissionDenied else { throw error }
      try openUp(name, in: parent)
      folder = try Sys.openBeneath(parent, name: name, flags)
    }
    do throws(Errno) {
      try keepOthersOut(of: folder)
      return (folder, try FileStatus(of: folder))
    } catch {
      try? Sys.close(folder)
      throw error
    }
  }

  private static func openUp(_ name: [CChar], in parent: CInt) throws(Errno) {
    // Another process may have put a file there meanwhile, with a link to somebody else's.
    let place = try Sys.openBeneath(parent, name: name, O_DIRECTORY | O_NOFOLLOW | placeOnly)
    defer { try? Sys.close(place) }
    try Sys.chmod("/proc/self/fd/\(place)", 0o700)
  }

  private static func keepOthersOut(of folder: CInt) throws(Errno) {
    do throws(Errno) {
      try Sys.fchmod(folder, 0o700)
    } catch {
      // An app may make a subvolume of btrfs, and have it read-only.
      guard error == .readOnlyFileSystem, (try? Sys.clearReadOnly(ofSubvolume: folder)) != nil else { throw error }
      try Sys.fchmod(folder, 0o700)
    }
  }
}
