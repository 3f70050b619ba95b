// System calls about files that are open.
import CLinux
import Glibc
package import SystemPackage

/// Out here, since `Glibc.flock` is the structure of that name.
private nonisolated func lockFile(_ descriptor: CInt, _ operation: CInt) -> CInt { flock(descriptor, operation) }

extension Sys {
  /// Bytes read, 0 at the end. Where the file does not block and has none yet, this fails with `EAGAIN`.
  package static func read(_ descriptor: CInt, _ buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    try made(.read, .descriptor(descriptor)) { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
  }

  /// The same into `bytes`, from `start` to their end.
  package static func read(_ descriptor: CInt, into bytes: inout [UInt8], from start: Int = 0) throws(Errno) -> Int {
    try bytes.withUnsafeMutableBufferPointer { buffer throws(Errno) in
      try read(descriptor, UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[start...])))
    }
  }

  /// The same from a place of the file, wherever it has been read to.
  package static func read(_ descriptor: CInt, into bytes: inout [UInt8], at place: Int64) throws(Errno) -> Int {
    try bytes.withUnsafeMutableBufferPointer { buffer throws(Errno) in
      try made(.pread, .descriptor(descriptor)) {
        Glibc.pread(descriptor, buffer.baseAddress, buffer.count, Int(place))
      }
    }
  }

  /// Bytes written, which may be fewer than there are.
  package static func write(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
    try made(.write, .descriptor(descriptor)) { Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
  }

  /// The same of `bytes` from `start` on.
  package static func write(_ descriptor: CInt, _ bytes: [UInt8], from start: Int = 0) throws(Errno) -> Int {
    try bytes.withUnsafeBufferPointer { buffer throws(Errno) in
      try write(descriptor, UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[start...])))
    }
  }

  package static func fsync(_ descriptor: CInt) throws(Errno) {
    _ = try made(.fsync, .descriptor(descriptor)) { Glibc.fsync(descriptor) }
  }

  /// posix_fallocate(3)
  package static func allocate(_ descriptor: CInt, _ size: Int) throws(Errno) {
    try succeeded(.fallocate, .descriptor(descriptor)) { posix_fallocate(descriptor, 0, off_t(size)) }
  }

  /// A mapping of the file's first `size` bytes, shared with it, to be read and written.
  package static func mapShared(_ descriptor: CInt, _ size: Int) throws(Errno) -> UnsafeMutableRawPointer {
    try ask(.mmap, .descriptor(descriptor))
    let map = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let map, map != MAP_FAILED else { throw Errno(rawValue: errno) }
    return map
  }

  /// Of what ``mapShared(_:_:)`` has mapped; fails for no such mapping (munmap(2)).
  package static func unmap(_ map: UnsafeMutableRawPointer, _ size: Int) { munmap(map, size) }

  /// Moves bytes from a file into a pipe, as many as it takes, and `place` on by as many before it returns (splice(2)).
  package static func splice(
    _ file: CInt, from place: UnsafeMutablePointer<Int64>, into pipe: CInt, _ count: Int
  ) throws(Errno) {
    try succeeded(.splice, .descriptor(pipe)) { roost_splice(file, place, pipe, count) }
  }

  package static func fchown(_ descriptor: CInt, _ user: UInt32, _ group: UInt32) throws(Errno) {
    _ = try made(.fchown, .descriptor(descriptor)) { Glibc.fchown(descriptor, user, group) }
  }

  package static func fchmod(_ descriptor: CInt, _ mode: UInt32) throws(Errno) {
    _ = try made(.fchmod, .descriptor(descriptor)) { Glibc.fchmod(descriptor, mode) }
  }

  /// `place` is another descriptor of the same file from now on, whatever it was before (dup3(2)).
  package static func duplicate(_ descriptor: CInt, as place: CInt) throws(Errno) {
    try succeeded(.dup3, .descriptor(descriptor)) { roost_duplicate(descriptor, place) }
  }

  @discardableResult
  package static func fcntl(_ descriptor: CInt, _ command: CInt, _ argument: CInt) throws(Errno) -> CInt {
    try made(.fcntl, .descriptor(descriptor)) { Glibc.fcntl(descriptor, command, argument) }
  }

  package static func flock(_ descriptor: CInt, _ operation: CInt) throws(Errno) {
    _ = try made(.flock, .descriptor(descriptor)) { lockFile(descriptor, operation) }
  }

  /// Bytes that a read would get at once (ioctl(2), FIONREAD).
  package static func bytesWaiting(_ descriptor: CInt) throws(Errno) -> Int {
    var count: CInt = 0
    _ = try made(.ioctl, .descriptor(descriptor)) { ioctl(descriptor, UInt(FIONREAD), &count) }
    return Int(count)
  }

  /// The descriptor is free whatever is thrown: Linux lets go of it first, and tells of the file system's trouble
  /// afterwards (close(2)).
  package static func close(_ descriptor: CInt) throws(Errno) {
    let error = SystemCall.close.refusal(.descriptor(descriptor))
    let result = Glibc.close(descriptor)
    if let error { throw error }
    if result != 0 { throw Errno(rawValue: errno) }
  }

  /// The next mapping of a file, of an open /proc/PID/maps.
  ///
  /// - Throws: `ENOENT` after the last, `ENOTTY` before Linux 6.11.
  static func nextFileMapping(_ maps: CInt, from address: UInt64) throws(Errno) -> roost_mapping {
    var mapping = roost_mapping()
    try succeeded(.ioctl, .descriptor(maps)) { roost_next_file_mapping(maps, address, &mapping) }
    return mapping
  }

  /// The path of the file mapped there.
  static func mappingName(_ maps: CInt, at address: UInt64, into name: UnsafeMutableBufferPointer<CChar>) throws(Errno)
  {
    try succeeded(.ioctl, .descriptor(maps)) {
      roost_mapping_name(maps, address, name.baseAddress, UInt32(name.count))
    }
  }

  /// A subvolume of btrfs takes changes again, as of its owner or of root (ioctl_btrfs(2)). `ENOTTY` on other file systems.
  package static func clearReadOnly(ofSubvolume folder: CInt) throws(Errno) {
    try succeeded(.ioctl, .descriptor(folder)) { roost_clear_read_only(folder) }
  }

  static func status(_ descriptor: CInt) throws(Errno) -> roost_file_status {
    var status = roost_file_status()
    try succeeded(.fstat, .descriptor(descriptor)) { roost_file_status(descriptor, nil, true, &status) }
    return status
  }

  /// The number of its file system among the kinds of those, as `PROC_SUPER_MAGIC` (fstatfs(2)).
  static func fileSystemKind(_ descriptor: CInt) throws(Errno) -> UInt64 {
    var kind: UInt64 = 0
    try succeeded(.fstatfs, .descriptor(descriptor)) { roost_file_system_kind(descriptor, &kind) }
    return kind
  }

  /// For ``Folder``, whose names readdir(3) gets by getdents(2); the caller closes it (closedir(3)).
  static func openFolder(_ path: String) throws(Errno) -> OpaquePointer {
    let folder = try open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard let stream = fdopendir(folder) else {
      defer { try? close(folder) }
      throw Errno(rawValue: errno)
    }
    return stream
  }

  /// Nil after the last.
  static func nextEntry(_ stream: OpaquePointer) throws(Errno) -> UnsafeMutablePointer<dirent>? {
    try ask(.getdents, .descriptor(dirfd(stream)))
    // Only this tells the end from a failure (readdir(3)).
    errno = 0
    if let entry = readdir(stream) { return entry }
    if errno != 0 { throw Errno(rawValue: errno) }
    return nil
  }

  /// Calls `body` with the names of the next entries of an open folder, as many as fit in so many bytes, `.` and `..`
  /// among them; with none after the last. The bytes are there only as long as the call (getdents64(2)).
  package static func forEachEntry(
    ofOpen folder: CInt, bytes: Int = 6144, _ body: (Slice<UnsafeRawBufferPointer>) -> Void
  ) throws(Errno) {
    try withUnsafeTemporaryAllocation(byteCount: bytes, alignment: 8) { (room) throws(Errno) in
      let length = try made(.getdents, .descriptor(folder)) {
        roost_entries(folder, room.baseAddress, room.count)
      }
      var entry = UnsafeRawBufferPointer(room)[..<length]
      // Of struct dirent64: the entry's length at 16, its name from 19 on.
      while entry.count > 19 {
        let size = Int(entry.base.loadUnaligned(fromByteOffset: entry.startIndex + 16, as: UInt16.self))
        body(entry.dropFirst(19).prefix { $0 != 0 })
        entry = entry.dropFirst(size)
      }
    }
  }
}
