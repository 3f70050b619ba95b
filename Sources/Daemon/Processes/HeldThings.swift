// The devices and locks that an app holds, as the kernel shows them and not as the app claims (BG5, BG6).
import Glibc
import LifecycleModel
import Linux
package import Settings
import StreamSafeText
import SystemPackage

/// Looks for open device nodes and file locks in /proc (proc(5)).
@MainActor package struct HeldThings {
  /// Its container, and the file of its output: locks in them concern nobody else.
  let ownPlaces: [String]
  let sharedNodes: [SharedNode]

  package init(ownPlaces: [String], sharedNodes: [SharedNode]) {
    self.ownPlaces = ownPlaces
    self.sharedNodes = sharedNodes
  }

  /// Nil: anybody may have it open.
  func sharedNode(at path: String) -> SharedNode? {
    sharedNodes.first { fnmatch($0.pattern, path, FNM_PATHNAME) == 0 }
  }

  /// So many descriptors of an app are looked at, of all its processes: a look costs some microseconds, and an app may have
  /// millions. More are a thing that it may not hold: a device might be anywhere among them.
  static let limit = 65_536

  /// So many sockets a sleeping app may have: each takes a port of the machine's, and one with keep-alive has work for the
  /// kernel while its app is suspended (tcp(7)).
  static let mostSockets = 4096

  /// So many terminals: the machine has 4,096 for all (`kernel.pty.max`, pty(7)).
  static let mostTerminals = 256

  /// Of the paths of files that may have locks, together: 65,536 of 4 KiB each would be 270 MB of each app.
  static let mostPathBytes = 4 << 20

  /// So many locked files are named, by so many bytes of their paths: the record of an end names them, and an app may have
  /// locked thousands.
  static let mostLocks = 8
  static let longestLock = 256

  /// Bytes of an app's files in memory: more than a machine has, and few enough to be added up for all apps.
  static let mostFileBytes: UInt64 = 1 << 48

  /// The file system that the kernel has mounted for itself, with all files in memory but those of huge pages in it. Nil as
  /// long as none could be made, for want of a descriptor or where it must not be one to execute (`vm.memfd_noexec`).
  static var memoryDevice: UInt64? {
    if let knownMemoryDevice { return knownMemoryDevice }
    guard let file = try? Sys.memoryFile("roost") else { return nil }
    defer { try? Sys.close(file) }
    knownMemoryDevice = (try? FileStatus(of: file))?.device
    return knownMemoryDevice
  }

  private static var knownMemoryDevice: UInt64?

  private nonisolated struct MemoryFile: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  /// A look at the descriptors and mappings of an app's processes, one after the other.
  @MainActor struct Search {
    private let things: HeldThings
    private var left: Int
    private var mappingsLeft = MappingList.limit
    private var resources: Set<Holdings.Resource> = []
    /// The files of which some may have locks.
    private(set) var lockable: [LockLook.File] = []
    private var pathBytes = 0
    var locks: Set<String> = []
    /// Bytes of files in memory: several processes may have one open.
    private var memory: [MemoryFile: UInt64] = [:]
    /// By their links: several processes may have one open.
    private var sockets: Set<String> = []
    private var terminals = 0

    init(for things: HeldThings, limit: Int) {
      self.things = things
      left = limit
    }

    var found: Holdings {
      Holdings(resources: resources.sorted { $0.path < $1.path }, locks: namedLocks)
    }

    private var namedLocks: [String] {
      let named = locks.sorted().prefix(HeldThings.mostLocks).map { $0.cut(toBytes: HeldThings.longestLock) }
      let more = locks.count - named.count
      return more > 0 ? named + ["and \(more) more"] : named
    }

    /// Bytes of the files in memory that are open (memfd_create(2)).
    var files: UInt64 {
      memory.values.reduce(0) { min($0 + min($1, HeldThings.mostFileBytes), HeldThings.mostFileBytes) }
    }

    /// Whether another descriptor may be looked at.
    mutating func takeOne() -> Bool {
      left -= 1
      if left >= 0 { return true }
      findTooMany(HeldThings.limit, "files")
      return false
    }

    /// Whether so many mappings more may be looked at.
    mutating func takeMappings(_ count: Int) -> Bool {
      mappingsLeft -= count
      if mappingsLeft >= 0 { return true }
      findTooMany(MappingList.limit, "mappings")
      return false
    }

    private mutating func findTooMany(_ limit: Int, _ things: String) {
      resources.insert(Holdings.Resource(kind: "files", path: "more than \(limit) \(things)"))
    }

    /// Nil where no device could be found.
    func mappings(of thread: pid_t) -> MappingList? {
      things.sharedNodes.isEmpty ? nil : MappingList(of: thread)
    }

    /// A mapping keeps a device at work when its descriptor is closed: a microphone goes on filling its ring (mmap(2)).
    mutating func look(atMapped path: String) {
      let name = path.streamSafe
      guard let node = things.sharedNode(at: name) else { return }
      resources.insert(Holdings.Resource(kind: node.kind.rawValue, path: name))
    }

    mutating func look(at descriptor: Int32, of pid: pid_t) {
      guard let path = HeldThings.link(of: descriptor, in: pid) else { return }
      guard path.utf8.first == UInt8(ascii: "/") else { return count(nameless: path) }
      if path == "/dev/ptmx" || path == "/dev/pts/ptmx" {
        terminals += 1
        if terminals > HeldThings.mostTerminals { findTooMany(HeldThings.mostTerminals, "terminals") }
      }
      if HeldThings.isInMemory(path) { count(memoryFile: descriptor, of: pid) }
      if let node = things.sharedNode(at: path) {
        resources.insert(Holdings.Resource(kind: node.kind.rawValue, path: path))
      }
      if !things.isOwn(path), path != "/dev/null" {
        // Many descriptors of one file mostly follow each other, and share its path.
        let last = lockable.last.flatMap { $0.path.utf8.elementsEqual(path.utf8) ? $0.path : nil }
        if last == nil { pathBytes += path.utf8.count }
        guard pathBytes <= HeldThings.mostPathBytes else {
          resources.insert(
            Holdings.Resource(kind: "files", path: "more than \(HeldThings.mostPathBytes >> 20) MiB of paths"))
          return
        }
        lockable.append(LockLook.File(pid: pid, descriptor: descriptor, path: last ?? path))
      }
    }

    private mutating func count(memoryFile descriptor: Int32, of pid: pid_t) {
      guard let file = try? FileStatus(cachedOf: "/proc/\(pid)/fd/\(descriptor)") else { return }
      // The size of a file of a FUSE server is what that says.
      if let device = HeldThings.memoryDevice, file.device != device { return }
      memory[MemoryFile(device: file.device, inode: file.inode)] = UInt64(max(0, file.allocated))
    }

    private mutating func count(nameless link: String) {
      guard link.hasPrefix("socket:"), sockets.count <= HeldThings.mostSockets else { return }
      sockets.insert(link)
      if sockets.count > HeldThings.mostSockets { findTooMany(HeldThings.mostSockets, "sockets") }
    }
  }

  fileprivate func isOwn(_ path: String) -> Bool {
    ownPlaces.contains { place in
      path.hasPrefix(place) && [nil, UInt8(ascii: "/")].contains(path.utf8.dropFirst(place.utf8.count).first)
    }
  }

  /// By bytes: an accent on the colon is part of the file's name. A file of a FUSE server may have such a link as well,
  /// once its file system is mounted nowhere any more; it is on another device.
  fileprivate static func isInMemory(_ link: String) -> Bool {
    link.utf8.starts(with: "/memfd:".utf8) && link.utf8.suffix(10).elementsEqual(" (deleted)".utf8)
  }

  /// The path of an open file; nil of pipes, sockets and the like, which have none.
  nonisolated static func target(of descriptor: Int32, in pid: pid_t) -> String? {
    guard let link = link(of: descriptor, in: pid), link.utf8.first == UInt8(ascii: "/") else { return nil }
    return link
  }

  /// A path, or the kind of a thing without one and its number, as in `socket:[4711]`; nil where none is open.
  fileprivate nonisolated static func link(of descriptor: Int32, in pid: pid_t) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let length = try? Sys.target(of: descriptor, in: pid, into: buffer), length > 0 else { return nil }
      return String(decoding: UnsafeRawBufferPointer(buffer)[..<length], as: UTF8.self).streamSafe
    }
  }
}
