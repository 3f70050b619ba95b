// The open descriptors of a process, listed piece by piece: it may have thousands, and others in the loop have their turns.
import Glibc
import Linux
import SystemPackage

/// /proc/PID/fd. The kernel makes an entry of each number that it lists, which takes it some 4 us.
@MainActor final class DescriptorList {
  /// By which /proc shows them.
  private(set) var thread: pid_t
  private var folder: CInt
  /// Empty after the last.
  private var piece: [Int32]
  private let kernel: Kernel
  /// Whether a thread is still looked for that has them, as the first has ended, and where that goes on.
  private var isSearching = false
  private var place = 0

  /// Nil when the process has ended.
  init?(of pid: pid_t, _ kernel: Kernel) {
    guard let list = Self.begin(pid) else { return nil }
    (thread, folder, piece) = (pid, list.folder, list.piece)
    self.kernel = kernel
    // Hardly a process has none.
    if list.piece.isEmpty { search() }
  }

  deinit { try? Sys.close(folder) }

  private func search() {
    let heir = kernel.heir(ofFirstThread: thread, from: &place)
    isSearching = heir == nil && place > 0
    guard let heir, let list = Self.begin(heir) else { return }
    try? Sys.close(folder)
    (thread, folder, piece) = (heir, list.folder, list.piece)
  }

  /// Some two hundred more; none after the last, and as long as there are threads to search.
  func next() -> [Int32] {
    if isSearching {
      search()
      return []
    }
    defer { piece = piece.isEmpty ? [] : Self.piece(of: folder) }
    return piece
  }

  var isAtEnd: Bool { piece.isEmpty && !isSearching }

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
