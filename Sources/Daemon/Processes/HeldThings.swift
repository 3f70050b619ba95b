// The devices and locks that an app holds, as the kernel shows them and not as the app claims (BG5, BG6).
package import Glibc
package import LifecycleModel
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

  /// So many descriptors of an app are looked at, the lowest of its first processes: a look costs some microseconds, the
  /// loop waits meanwhile, and an app may have millions.
  static let limit = 4096

  /// The things that `processes` hold now. One that has ended meanwhile holds nothing.
  package func look(at processes: [pid_t], kernel: Kernel) -> Holdings {
    let mayHoldLocks = Self.someLock(mayBeOf: processes, kernel)
    var resources: Set<Holdings.Resource> = []
    var locks: Set<String> = []
    var left = Self.limit
    for pid in processes where left > 0 {
      let descriptors = ((try? kernel.numbers(in: "/proc/\(pid)/fd")) ?? []).prefix(left)
      left -= descriptors.count
      for descriptor in descriptors {
        guard let path = Self.target(of: "/proc/\(pid)/fd/\(descriptor)"), path.hasPrefix("/") else { continue }
        if let node = sharedNodes.first(where: { fnmatch($0.pattern, path, FNM_PATHNAME) == 0 }) {
          resources.insert(Holdings.Resource(kind: node.kind, path: path))
        }
        if mayHoldLocks, !isOwn(path), Self.isLocked(descriptor, of: pid, kernel) { locks.insert(path) }
      }
    }
    return Holdings(resources: resources.sorted { $0.path < $1.path }, locks: locks.sorted())
  }

  private func isOwn(_ path: String) -> Bool { path == container || path.hasPrefix(container + "/") }

  private static func target(of link: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let length = try? Sys.readlink(link, into: buffer), length > 0 else { return nil }
      return String(decoding: UnsafeRawBufferPointer(buffer)[..<length], as: UTF8.self)
    }
  }

  /// Whether /proc/locks has a lock of one of `processes`, or one that it gives no process for (fcntl(2), open file
  /// description locks). One look at it saves a look at every open file of an app that has no locks. A line reads like
  /// `1: POSIX  ADVISORY  WRITE 1234 fe:00:5678 0 EOF`; one that waits for a lock has `->` after its number.
  private static func someLock(mayBeOf processes: [pid_t], _ kernel: Kernel) -> Bool {
    guard let text = try? kernel.readFile("/proc/locks") else { return false }
    return text.split(separator: UInt8(ascii: "\n")).contains { line in
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count > 4, words[1].first != UInt8(ascii: "-") else { return false }
      return words[4].elementsEqual("-1".utf8) || pid_t(digits: words[4]).map(processes.contains) ?? false
    }
  }

  /// /proc/PID/fdinfo lists the locks of an open file, a line each that begins with `lock:`.
  private static func isLocked(_ descriptor: pid_t, of pid: pid_t, _ kernel: Kernel) -> Bool {
    guard let info = try? kernel.readFile("/proc/\(pid)/fdinfo/\(descriptor)") else { return false }
    return info.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "lock:".utf8) }
  }
}
