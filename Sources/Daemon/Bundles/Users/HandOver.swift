// Gives what is in a container to the user that its app now runs as (LA7). The app that filled it is not trusted.
import Glibc
package import Linux
package import SystemPackage

/// Hands over the entries that belong to the container's former owner, each held by a descriptor of its place while it
/// is looked at and changed: no link is followed, no mount is entered, and whatever is renamed meanwhile leads nowhere.
///
/// The container itself comes last. A hand-over that was cut short leaves it to its former owner, and is done again.
package nonisolated struct HandOver {
  /// Of what was done, for the log.
  package struct Outcome: Equatable, Sendable {
    package let from: UInt32
    package private(set) var taken = 0
    /// Entries of the former owner that were not taken: device nodes, what cannot change, files that may be somebody
    /// else's as well, and what lies too deep.
    package private(set) var left = 0

    fileprivate init(from owner: UInt32) { from = owner }
    fileprivate mutating func took() { taken += 1 }
    fileprivate mutating func leave() { left += 1 }
  }

  private struct FileNumber: Hashable {
    let device: UInt64, inode: UInt64
  }

  /// Each level keeps two descriptors.
  private static let deepest = 128
  /// Files with several names that are remembered.
  private static let linkedAtMost = 100_000

  private let owner: AppUser
  private var outcome: Outcome
  /// How many names have been seen of a file that has several and of which some are still missing.
  private var seen: [FileNumber: UInt64] = [:]

  /// Nil where the container, an open folder, belongs to `owner` already.
  package static func run(_ container: CInt, to owner: AppUser) throws(Errno) -> Outcome? {
    let status = try FileStatus(of: container)
    var outcome: Outcome?
    if status.user != owner.user {
      var handOver = HandOver(from: status.user, to: owner)
      try handOver.folder(container, depth: 0)
      outcome = handOver.finished()
    }
    if status.permissions != 0o700 { try Sys.fchmod(container, 0o700) }
    if outcome != nil || status.group != owner.group { try Sys.fchown(container, owner.user, owner.group) }
    return outcome
  }

  private init(from former: UInt32, to owner: AppUser) {
    self.owner = owner
    outcome = Outcome(from: former)
  }

  /// The files whose other names are not in the container stay.
  private func finished() -> Outcome {
    var outcome = outcome
    for _ in seen { outcome.leave() }
    return outcome
  }

  private mutating func folder(_ folder: CInt, depth: Int) throws(Errno) {
    var failure: Errno?
    // The path of an open place leads to it whatever its name is by now (proc_pid_fd(5)).
    try Folder.forEach(in: "/proc/self/fd/\(folder)") { name, _ in
      guard failure == nil else { return }
      do throws(Errno) {
        try entry(name.map(CChar.init(bitPattern:)) + [0], in: folder, depth: depth + 1)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private mutating func entry(_ name: [CChar], in parent: CInt, depth: Int) throws(Errno) {
    let place: CInt
    do {
      place = try Sys.openBeneath(parent, name: name, O_NOFOLLOW | Self.placeOnly)
    } catch {
      switch error {
      // Removed meanwhile, or a mount, which is the administrator's.
      case .noSuchFileOrDirectory, .improperLink: return
      case _: throw error
      }
    }
    defer { try? Sys.close(place) }
    let status = try FileStatus(of: place)
    // Of a hand-over that was cut short: this one is done, what is in it may not be.
    let isDone = status.user == owner.user
    guard isDone || status.user == outcome.from else { return }
    if status.kind == .folder {
      guard depth <= Self.deepest else { return outcome.leave() }
      try folder(place, depth: depth)
    }
    if !isDone { try take(place, status) }
  }

  /// O_PATH of asm-generic/fcntl.h, which Swift's Glibc leaves out.
  private static let placeOnly: CInt = 0o10000000

  private mutating func take(_ place: CInt, _ status: FileStatus) throws(Errno) {
    guard status.kind != .device else { return outcome.leave() }
    if status.kind != .folder, status.links > 1, !allNamesAreSeen(status) { return }
    do {
      try Sys.chownPlace(place, owner.user, owner.group)
      outcome.took()
    } catch {
      // chattr(1) +i, for one.
      guard error == .notPermitted else { throw error }
      outcome.leave()
    }
  }

  /// One more name of a file with several. Only when all of them turn out to be in the container is the file the app's: a
  /// link to it may have been made from a file of somebody else (link(2)).
  private mutating func allNamesAreSeen(_ status: FileStatus) -> Bool {
    let file = FileNumber(device: status.device, inode: status.inode)
    let count = seen[file, default: 0] + 1
    if count >= status.links {
      seen[file] = nil
      return true
    }
    if count > 1 || seen.count < Self.linkedAtMost { seen[file] = count } else { outcome.leave() }
    return false
  }
}
