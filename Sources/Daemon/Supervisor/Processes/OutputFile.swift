// Takes output away from a file that an app goes on writing to.
import Glibc
import Linux
import Reporting
import SystemPackage

/// The app writes by a descriptor with O_APPEND, so after the file was emptied it goes on at the beginning.
nonisolated struct OutputFile {
  let path: String

  /// The part of `path` that was taken away last.
  var before: String { path + ".1" }

  /// The sizes of what was taken away, and of its newest part, which is in `before`.
  struct Cut: Equatable {
    let taken: Int64
    let kept: Int64
  }

  /// Moves the newest part, of `bound` bytes, to `before`, and says so in the file. Lost is all that is older, and what
  /// the app writes at that moment.
  ///
  /// - Returns: nil where the file has no more than `bound` bytes of the disk.
  func cut(to bound: Int64) throws(Errno) -> Cut? {
    let status = try FileStatus(of: path, followsLinks: false)
    guard status.allocated > bound else { return nil }
    // A full disk is no reason to leave it full.
    let kept = (try? keep(from: max(0, status.size - bound), to: status.size)) ?? 0
    let cut = Cut(taken: status.size, kept: kept)
    let file = try Sys.open(path, O_WRONLY | O_APPEND | O_TRUNC | O_NOFOLLOW | O_CLOEXEC)
    defer { try? Sys.close(file) }
    _ = try Sys.write(file, Array((cut.sentence(before) + "\n").utf8))
    return cut
  }

  /// Returns the number of bytes that are in `before` then.
  private func keep(from start: Int64, to end: Int64) throws(Errno) -> Int64 {
    let draft = path + ".new"
    let source = try Sys.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    defer { try? Sys.close(source) }
    do throws(Errno) {
      let count = try copy(source, from: start, to: end, draft)
      try Sys.rename(draft, before)
      return count
    } catch {
      try? Sys.unlink(draft)
      throw error
    }
  }

  private func copy(_ source: CInt, from start: Int64, to end: Int64, _ draft: String) throws(Errno) -> Int64 {
    let target = try Sys.open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    defer { try? Sys.close(target) }
    var bytes = [UInt8](repeating: 0, count: 1 << 18)
    var place = start
    while place < end {
      let count = try Sys.read(source, into: &bytes, at: place)
      // The app itself has made it shorter.
      if count == 0 { break }
      var written = 0
      while written < count { written += try Sys.write(target, Array(bytes[..<count]), from: written) }
      place += Int64(count)
    }
    return place - start
  }
}

extension OutputFile.Cut {
  fileprivate nonisolated func sentence(_ before: String) -> String {
    let rest =
      kept > 0 ? "the newest \(UInt64(kept).readableBytes) of it are in" : "nothing of it could be kept in"
    return "[roostd: \(UInt64(taken).readableBytes) of output were taken away here; \(rest) \(before)]"
  }
}
