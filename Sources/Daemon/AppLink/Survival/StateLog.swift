// The log of inputs since a checkpoint, in a file that survives this process at whatever instant it ends.
import Glibc
import LifecycleModel
import Linux
import SystemPackage
import Systemd

/// Records in a file that is mapped into memory: a stored record is the kernel's at once (mmap(2), MAP_SHARED), so
/// SIGKILL loses nothing of it, and a record costs no system call. The machine's own end loses it, with the processes
/// that it tells of.
///
/// A record is a head of 16 bytes and its content. Its kind, which is never 0, is stored last; where it is 0 the log
/// ends.
package final class StateLog {
  package let path: String
  /// The offset at which the next record begins.
  private(set) var end = StateLog.start
  /// Bytes of the file that are there to be written. Writing to a hole of a file system that is full is SIGBUS.
  private var allocated = 0
  private let file: CInt
  private let map: UnsafeMutableRawPointer
  /// A record was lost, so that nothing after it can be trusted either.
  private(set) var failure: Errno?

  /// Whether the next daemon could find it: its folder may have been removed.
  var hasName: Bool { (try? FileStatus(of: file))?.links != 0 }

  private static let mapped = 64 << 20
  private static let step = 256 << 10
  /// The file begins with its ``LogHead``.
  nonisolated static let start = 16

  /// An empty log.
  convenience init(_ path: String) throws(SystemCallError) {
    try self.init(path, O_CREAT | O_TRUNC)
    writeHead()
  }

  /// The log of another process that has ended; its content means the same to this one.
  convenience init(continuing path: String) throws(SystemCallError) {
    try self.init(path, 0)
    try takeUpSize()
    writeHead()
    while makeRoom(for: 0), LogRecord.Kind(rawValue: (map + end).load(as: UInt8.self)) != nil {
      let record = map + end
      var count = Int(record.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
      if count == Int(LogRecord.underWay) {
        count = 0
        let bytes = record + LogRecord.head
        while end + LogRecord.head + count < allocated, (bytes + count).load(as: UInt8.self) != 0 { count += 1 }
        record.storeBytes(of: UInt32(count), toByteOffset: 4, as: UInt32.self)
      }
      end += LogRecord.head + count
    }
    // Of a record that was being written when the other ended; the bytes after the next one must read 0.
    if allocated > end { (map + end).initializeMemory(as: UInt8.self, repeating: 0, count: allocated - end) }
  }

  private init(_ path: String, _ flags: CInt) throws(SystemCallError) {
    self.path = path
    do {
      file = try Sys.open(path, O_RDWR | O_CLOEXEC | flags, 0o600)
    } catch {
      throw SystemCallError(action: "make \(path)", errno: error)
    }
    do {
      map = try Sys.mapShared(file, Self.mapped)
    } catch {
      try? Sys.close(file)
      throw SystemCallError(action: "map \(path)", errno: error)
    }
    guard makeRoom(for: 0) else {
      Sys.unmap(map, Self.mapped)
      try? Sys.close(file)
      throw SystemCallError(action: "allocate space for \(path)", errno: failure ?? .noSpace)
    }
  }

  /// The other has made room by as much as the file has, and may have ended with a record under way anywhere in it.
  private func takeUpSize() throws(SystemCallError) {
    do {
      let size = try FileStatus(of: file).size
      allocated = max(allocated, min(Self.mapped, Int(size)))
    } catch {
      throw SystemCallError(action: "look at \(path)", errno: error)
    }
  }

  /// Whole from here on.
  private func writeHead() {
    map.storeBytes(of: StateFormat.current, toByteOffset: LogHead.formatPlace, as: UInt32.self)
    map.storeBytes(of: Lifecycle.revision, toByteOffset: LogHead.modelPlace, as: UInt32.self)
    map.storeBytes(of: LogRecord.Completeness.whole.rawValue, as: UInt8.self)
  }

  isolated deinit {
    Sys.unmap(map, Self.mapped)
    try? Sys.close(file)
  }

  package func append(_ kind: LogRecord.Kind, _ number: UInt64, _ bytes: some Collection<UInt8> = EmptyCollection()) {
    guard makeRoom(for: bytes.count) else { return }
    UnsafeMutableRawBufferPointer(start: map + end + LogRecord.head, count: bytes.count).copyBytes(from: bytes)
    complete(kind, number, bytes.count)
  }

  /// The record whose content has been stored at the end.
  private func complete(_ kind: LogRecord.Kind, _ number: UInt64, _ count: Int) {
    let record = map + end
    record.storeBytes(of: UInt32(count), toByteOffset: 4, as: UInt32.self)
    record.storeBytes(of: number, toByteOffset: 8, as: UInt64.self)
    record.storeBytes(of: kind.rawValue, as: UInt8.self)
    end += LogRecord.head + count
  }

  /// A record of a line for an app; returns where it is, nil when there is no room. It begins with how far the line has
  /// been written, as a place in the file, which splice(2) moves on.
  ///
  /// - Parameter isWritten: whether the app has all of it already.
  func appendLine(
    _ kind: LogRecord.Kind, _ number: UInt64, _ line: ArraySlice<UInt8>, isWritten: Bool = false
  ) -> Int? {
    guard makeRoom(for: LogRecord.progress + line.count) else { return nil }
    let record = end
    let start = record + LogRecord.head + LogRecord.progress
    let unwritten = isWritten ? start + line.count : start
    (map + record + LogRecord.head).storeBytes(of: UInt64(unwritten), as: UInt64.self)
    UnsafeMutableRawBufferPointer(start: map + start, count: line.count).copyBytes(from: line)
    complete(kind, number, LogRecord.progress + line.count)
    return record
  }

  /// Bytes of the line of a record that have been written.
  func progress(of record: Int) -> Int {
    let place = (map + record).loadUnaligned(fromByteOffset: LogRecord.head, as: UInt64.self)
    return Int(place) - record - LogRecord.head - LogRecord.progress
  }

  /// Writes more of the line of a record, which is not at its end.
  func splice(_ record: Int, into pipe: CInt) -> Errno? {
    let count = Int((map + record).loadUnaligned(fromByteOffset: 4, as: UInt32.self)) - LogRecord.progress
    let from = (map + record + LogRecord.head).assumingMemoryBound(to: Int64.self)
    do { try Sys.splice(file, from: from, into: pipe, count - progress(of: record)) } catch { return error }
    return nil
  }

  /// Reads from `descriptor` straight into the log, so that not even what was read an instant before the end is lost;
  /// nil when there is no room. The bytes, none at the end, are good until the next record.
  func receive(
    from descriptor: CInt, _ number: UInt64, atMost count: Int
  ) throws(Errno) -> UnsafeRawBufferPointer? {
    guard makeRoom(for: count) else { return nil }
    let record = map + end
    record.storeBytes(of: LogRecord.underWay, toByteOffset: 4, as: UInt32.self)
    record.storeBytes(of: number, toByteOffset: 8, as: UInt64.self)
    record.storeBytes(of: LogRecord.Kind.received.rawValue, as: UInt8.self)
    var taken = 0
    defer {
      if taken == 0 {
        record.storeBytes(of: 0, as: UInt8.self)
      } else {
        record.storeBytes(of: UInt32(taken), toByteOffset: 4, as: UInt32.self)
        end += LogRecord.head + taken
      }
    }
    let bytes = UnsafeMutableRawBufferPointer(start: record + LogRecord.head, count: count)
    taken = try Sys.read(descriptor, bytes)
    return UnsafeRawBufferPointer(rebasing: bytes[..<taken])
  }

  /// Room for a record of `count` bytes and for the head of the next, whose kind is to read 0.
  private func makeRoom(for count: Int) -> Bool {
    guard failure == nil else { return false }
    let needed = end + count + 2 * LogRecord.head
    if needed <= allocated { return true }
    guard needed <= Self.mapped else { return fail(.fileTooLarge) }
    let size = min(Self.mapped, max(needed, allocated + Self.step))
    do { try Sys.allocate(file, size) } catch { return fail(error) }
    allocated = size
    return true
  }

  private func fail(_ error: Errno) -> Bool {
    failure = error
    if allocated > 0 { map.storeBytes(of: LogRecord.Completeness.lacking.rawValue, as: UInt8.self) }
    return false
  }
}
