// The files that a process has mapped, named piece by piece: it may have thousands, and others in the loop have their turns.
import Glibc
import Linux
import SystemPackage

/// /proc/PID/maps
@MainActor final class MappingList {
  /// So many mappings are looked at, of all processes of an app: a look costs a microsecond. More are a thing that it may not
  /// hold: a device might be anywhere among them. A process has 65,530 at most (`vm.max_map_count`).
  static let limit = 1 << 20
  /// So many at once.
  private static let piece = 256
  /// Where the kernel cannot be asked for one after the other (before Linux 6.11), so many lines are read, and bytes: the path of
  /// each may have a million.
  private static let lines = 4096, bytes = 1 << 20

  private let thread: pid_t
  private var mappings: FileMappings

  /// Nil when the process has ended.
  init?(of thread: pid_t) {
    do throws(Errno) { mappings = try FileMappings(of: thread) } catch { return nil }
    self.thread = thread
  }

  /// Some more.
  ///
  /// - Returns: the paths of files that are not those of the mapping before, and how many mappings have been looked at; nil after
  ///   the last.
  func next() -> (paths: [String], count: Int)? {
    var paths: [String] = []
    var count = 0
    do throws(Errno) {
      while count < Self.piece {
        let isNew = try mappings.next()
        count += 1
        if isNew, let path = mappings.name { paths.append(path) }
      }
    } catch .inappropriateIOCTLForDevice {
      return isRead ? nil : read()
    } catch {
      // It was the last, or the process has ended.
      if count == 0 { return nil }
    }
    return (paths, count)
  }

  /// Whether the lines have been read.
  private var isRead = false

  private func read() -> (paths: [String], count: Int)? {
    isRead = true
    var paths: [String] = []
    var count = 0
    var last: [UInt8] = []
    do throws(Errno) {
      var lines = try FileLines("/proc/\(thread)/maps", atMost: Self.bytes)
      while count < Self.lines, let line = try lines.next() {
        count += 1
        // Nothing before the path has a slash (proc_pid_maps(5)).
        let path = line.drop { $0 != UInt8(ascii: "/") }
        if path.isEmpty || path.elementsEqual(last) { continue }
        last = Array(path)
        paths.append(String(decoding: last, as: UTF8.self))
      }
    } catch {
      // It has ended.
    }
    return (paths, count)
  }
}
