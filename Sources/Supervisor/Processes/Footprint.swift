// How much memory an app would give back if it went away.
import Glibc
import SystemPackage

/// Bytes of memory that are an app's own, over all its processes (proc(5), /proc/PID/status).
nonisolated struct Footprint: Equatable {
  /// RssAnon
  var anonymous: UInt64 = 0
  /// RssShmem; memory that several of its processes share counts once for each.
  var shared: UInt64 = 0
  /// VmSwap
  var swapped: UInt64 = 0

  var total: UInt64 { anonymous + shared + swapped }

  /// Measures all processes of an app; one that has ended, also as a zombie, has none.
  @MainActor static func measure(_ root: ChildProcess, kernel: Kernel) throws(Errno) -> Footprint {
    var tree = ProcessTree(root: root.pidfd, kernel: kernel)
    _ = try tree.findNew()
    var footprint = Footprint()
    for process in tree.processes {
      do {
        footprint.add(try kernel.readFile("/proc/\(process.pid)/status"))
      } catch where error.isProcessGone {
        continue
      }
    }
    return footprint
  }

  /// Adds the three lines of one process; each reads like "RssAnon:\t     412 kB".
  mutating func add(_ status: [UInt8]) {
    for line in status.split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let field: WritableKeyPath<Footprint, UInt64>
      switch line[..<colon] {
      case let name where name.elementsEqual("RssAnon".utf8): field = \.anonymous
      case let name where name.elementsEqual("RssShmem".utf8): field = \.shared
      case let name where name.elementsEqual("VmSwap".utf8): field = \.swapped
      default: continue
      }
      let digits = line[colon...].drop { !(0x30...0x39 ~= $0) }.prefix { 0x30...0x39 ~= $0 }
      if let kilobytes = UInt64(digits: digits) { self[keyPath: field] += kilobytes * 1024 }
    }
  }
}
