// The devices and locks that an app holds, as the kernel shows them and not as the app claims (BG5, BG6).
import Glibc
import LifecycleModel
import Linux
package import Settings
import SystemPackage

/// Looks for open device nodes and file locks in /proc (proc(5)).
@MainActor package struct HeldThings {
  /// Locks in it are the app's own affair.
  let container: String
  let sharedNodes: [SharedNode]

  package init(container: String, sharedNodes: [SharedNode]) {
    self.container = container
    self.sharedNodes = sharedNodes
  }

  /// Nil: anybody may have it open.
  func sharedNode(at path: String) -> SharedNode? {
    sharedNodes.first { fnmatch($0.pattern, path, FNM_PATHNAME) == 0 }
  }

  /// So many descriptors of an app are looked at, the lowest of its first processes: a look costs some microseconds, and
  /// an app may have millions.
  static let limit = 4096
  /// Bytes of a list of locks.
  private static let longestList = 65_536

  /// A look at the descriptors of an app's processes, one after the other.
  @MainActor struct Search {
    private let things: HeldThings
    private let mayHoldLocks: Bool
    private var left = HeldThings.limit
    private var resources: Set<Holdings.Resource> = []
    private var locks: Set<String> = []
    /// Bytes of files in memory, each by its number: several processes may have one open.
    private var memory: [UInt64: UInt64] = [:]

    init(for things: HeldThings, at processes: [pid_t], _ kernel: Kernel) {
      self.things = things
      mayHoldLocks = HeldThings.someLock(mayBeOf: Set(processes), kernel)
    }

    var found: Holdings {
      Holdings(resources: resources.sorted { $0.path < $1.path }, locks: locks.sorted())
    }

    /// Bytes of the files in memory that are open (memfd_create(2)).
    var files: UInt64 { memory.values.reduce(0, +) }

    /// The descriptors of a process that are to be looked at; none of one that has ended meanwhile.
    mutating func list(_ pid: pid_t, _ kernel: Kernel) -> [Int32] {
      guard left > 0 else { return [] }
      let descriptors = (try? kernel.numbers(in: "/proc/\(pid)/fd", atMost: left)) ?? []
      left -= descriptors.count
      return descriptors
    }

    mutating func look(at descriptor: Int32, of pid: pid_t, _ kernel: Kernel) {
      guard let path = HeldThings.target(of: descriptor, in: pid) else { return }
      if path.hasPrefix("/memfd:"), let file = try? FileStatus(of: "/proc/\(pid)/fd/\(descriptor)") {
        memory[file.inode] = UInt64(max(0, file.allocated))
      }
      if let node = things.sharedNode(at: path) {
        resources.insert(Holdings.Resource(kind: node.kind.rawValue, path: path))
      }
      if mayHoldLocks, !things.isOwn(path), HeldThings.isLocked(descriptor, of: pid, kernel) { locks.insert(path) }
    }
  }

  fileprivate func isOwn(_ path: String) -> Bool { path == container || path.hasPrefix(container + "/") }

  /// The path of an open file; nil of pipes, sockets and the like, which have none.
  fileprivate static func target(of descriptor: Int32, in pid: pid_t) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let length = try? Sys.target(of: descriptor, in: pid, into: buffer), length > 0,
        buffer[0] == CChar(bitPattern: UInt8(ascii: "/"))
      else { return nil }
      return String(decoding: UnsafeRawBufferPointer(buffer)[..<length], as: UTF8.self)
    }
  }

  /// Whether /proc/locks has a lock of one of `processes`, or one that it gives no process for (fcntl(2), open file
  /// description locks). One look at it saves a look at every open file of an app that has no locks. A line reads like
  /// `1: POSIX  ADVISORY  WRITE 1234 fe:00:5678 0 EOF`; one that waits for a lock has `->` after its number.
  fileprivate static func someLock(mayBeOf processes: Set<pid_t>, _ kernel: Kernel) -> Bool {
    // One app may have millions of locks: a list that is so long is taken for one that has locks of everybody.
    guard let text = try? kernel.readStart(of: "/proc/locks", atLeast: longestList) else { return false }
    return text.count >= longestList || isSomeHolder(in: text, of: processes)
  }

  /// Of no actor: a closure of the main actor asks for each byte which thread it is on.
  private nonisolated static func isSomeHolder(in locks: [UInt8], of processes: Set<pid_t>) -> Bool {
    var lines = locks[...]
    while !lines.isEmpty {
      let line = lines.prefix { $0 != UInt8(ascii: "\n") }
      lines = lines.dropFirst(line.count + 1)
      guard let first = word(1, of: line)?.first, first != UInt8(ascii: "-"), let holder = word(4, of: line) else {
        continue
      }
      if holder.elementsEqual("-1".utf8) || pid_t(digits: holder).map(processes.contains) ?? false { return true }
    }
    return false
  }

  /// The word of a line with `index` others before it. The list may be long, so that no array of all words is made.
  private nonisolated static func word(_ index: Int, of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = line.drop { $0 == UInt8(ascii: " ") }
    for _ in 0..<index {
      rest = rest.drop { $0 != UInt8(ascii: " ") }.drop { $0 == UInt8(ascii: " ") }
    }
    return rest.isEmpty ? nil : rest.prefix { $0 != UInt8(ascii: " ") }
  }

  /// /proc/PID/fdinfo lists the locks of an open file, a line each that begins with `lock:`.
  fileprivate static func isLocked(_ descriptor: pid_t, of pid: pid_t, _ kernel: Kernel) -> Bool {
    guard let info = try? kernel.readStart(of: "/proc/\(pid)/fdinfo/\(descriptor)", atLeast: longestList) else {
      return false
    }
    return info.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "lock:".utf8) }
  }
}
