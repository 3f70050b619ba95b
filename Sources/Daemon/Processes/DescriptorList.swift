// The open descriptors of a process, listed piece by piece: it may have thousands, and others in the loop have their turns.
import Glibc
import Linux
import SystemPackage

/// /proc/PID/fd. The kernel makes an entry of each number that it lists, which takes it some 4 us.
@MainActor final class DescriptorList {
  /// By which /proc shows them.
  let thread: pid_t
  private let folder: CInt
  /// Empty after the last.
  private var piece: [Int32]

  /// Nil when the process has ended.
  init?(of pid: pid_t, _ kernel: Kernel) {
    guard let list = Self.begin(pid) else { return nil }
    // Hardly a process has none.
    if list.piece.isEmpty, let heir = kernel.heir(ofFirstThread: pid), let other = Self.begin(heir) {
      try? Sys.close(list.folder)
      (thread, folder, piece) = (heir, other.folder, other.piece)
    } else {
      (thread, folder, piece) = (pid, list.folder, list.piece)
    }
  }

  deinit { try? Sys.close(folder) }

  /// Some two hundred more; none after the last.
  func next() -> [Int32] {
    defer { piece = piece.isEmpty ? [] : Self.piece(of: folder) }
    return piece
  }

  var isAtEnd: Bool { piece.isEmpty }

  private static func begin(_ thread: pid_t) -> (folder: CInt, piece: [Int32])? {
    guard let folder = try? Sys.open("/proc/\(thread)/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC) else { return nil }
    return (folder, piece(of: folder))
  }

  /// None of one that has ended meanwhile.
  private static func piece(of folder: CInt) -> [Int32] {
    var numbers: [Int32] = []
    try? Sys.forEachEntry(ofOpen: folder) { name in if let number = Int32(digits: name) { numbers.append(number) } }
    return numbers
  }
}
