// The system calls of the daemon's rooms, each through one gate where a test can have the kernel refuse.
import CLinux
import Glibc
import Synchronization
package import SystemPackage

/// A call of section 2 of the manual, by its name there.
package nonisolated enum SystemCall: String, CaseIterable, Sendable {
  case accept, access, bind, chmod, chown, close, fallocate, fchown, fcntl, flock, fstat, fsync, getdents, getsockname
  case getsockopt, listen, mkdir, mkdirat, mmap, open, openat, openat2, pipe, pread, read, readlink, rename, rmdir
  case setsockopt, socket, stat, unlink, write

  /// The object of a call; with `nothing`, the call makes something that has no name yet.
  package enum Subject: Sendable {
    case path(String)
    case descriptor(CInt)
    case nothing
  }

  /// Asked before each call, on the thread that makes it: the error that the call is to fail with, nil to make it.
  package typealias Gate = @Sendable (SystemCall, Subject) -> Errno?

  private static let isGated = Atomic<Bool>(false)
  private static let gate = Mutex<Gate?>(nil)

  /// For tests alone: no input of the daemon leads here.
  package static func setGate(_ new: Gate?) {
    gate.withLock { $0 = new }
    isGated.store(new != nil, ordering: .releasing)
  }

  /// One load of a byte, as long as there is no gate.
  @inline(__always) fileprivate func refusal(_ subject: @autoclosure () -> Subject) -> Errno? {
    Self.isGated.load(ordering: .relaxed) ? askGate(subject()) : nil
  }

  @inline(never) private func askGate(_ subject: Subject) -> Errno? {
    let gate = Self.gate.withLock { $0 }
    return gate?(self, subject)
  }
}

/// Out here, since `Glibc.flock` is the structure of that name.
private nonisolated func lockFile(_ descriptor: CInt, _ operation: CInt) -> CInt { flock(descriptor, operation) }

/// The calls. Each throws what errno(3) says, but never `EINTR`: the daemon's signals come by descriptor
/// (signalfd(2)), so a call that another one has cut short is simply made again.
package nonisolated enum Sys {
  // MARK: Files by path

  package static func open(_ path: String, _ flags: CInt, _ mode: UInt32 = 0) throws(Errno) -> CInt {
    try made(.open, .path(path)) { Glibc.open(path, flags, mode) }
  }

  package static func access(_ path: String, _ mode: CInt) throws(Errno) {
    _ = try made(.access, .path(path)) { Glibc.access(path, mode) }
  }

  static func mkdir(_ path: String, _ mode: UInt32) throws(Errno) {
    _ = try made(.mkdir, .path(path)) { Glibc.mkdir(path, mode) }
  }

  package static func rename(_ old: String, _ new: String) throws(Errno) {
    _ = try made(.rename, .path(old)) { Glibc.rename(old, new) }
  }

  package static func unlink(_ path: String) throws(Errno) {
    _ = try made(.unlink, .path(path)) { Glibc.unlink(path) }
  }

  package static func rmdir(_ path: String) throws(Errno) {
    _ = try made(.rmdir, .path(path)) { Glibc.rmdir(path) }
  }

  package static func chmod(_ path: String, _ mode: UInt32) throws(Errno) {
    _ = try made(.chmod, .path(path)) { Glibc.chmod(path, mode) }
  }

  package static func chown(_ path: String, _ user: UInt32, _ group: UInt32) throws(Errno) {
    _ = try made(.chown, .path(path)) { Glibc.chown(path, user, group) }
  }

  /// As much of the link's target as fits; returns its bytes.
  static func readlink(_ path: String, into buffer: UnsafeMutableBufferPointer<CChar>) throws(Errno) -> Int {
    try made(.readlink, .path(path)) { Glibc.readlink(path, buffer.baseAddress!, buffer.count) }
  }

  static func status(_ path: String, followsLinks: Bool) throws(Errno) -> roost_file_status {
    var status = roost_file_status()
    try succeeded(.stat, .path(path)) { roost_file_status(-1, path, followsLinks, &status) }
    return status
  }

  // MARK: Files beneath an open folder

  package static func openat(_ folder: CInt, _ name: String, _ flags: CInt) throws(Errno) -> CInt {
    try made(.openat, .descriptor(folder)) { Glibc.openat(folder, name, flags) }
  }

  /// Stays beneath the folder, on its file system, and follows no link on the way (openat2(2), RESOLVE_BENEATH).
  package static func openBeneath(_ folder: CInt, _ path: String, _ flags: CInt) throws(Errno) -> CInt {
    var descriptor: CInt = -1
    try succeeded(.openat2, .descriptor(folder)) { roost_open_beneath(folder, path, flags, &descriptor) }
    return descriptor
  }

  package static func mkdirat(_ folder: CInt, _ name: String, _ mode: UInt32) throws(Errno) {
    _ = try made(.mkdirat, .descriptor(folder)) { Glibc.mkdirat(folder, name, mode) }
  }

  // MARK: Open files

  /// Bytes read, which are `EAGAIN`'s business where the file does not block; 0 at the end.
  static func read(_ descriptor: CInt, _ buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    try made(.read, .descriptor(descriptor)) { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
  }

  /// The same into `bytes`, from `start` to their end.
  package static func read(_ descriptor: CInt, into bytes: inout [UInt8], from start: Int = 0) throws(Errno) -> Int {
    try bytes.withUnsafeMutableBufferPointer { buffer throws(Errno) in
      try read(descriptor, UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[start...])))
    }
  }

  /// The same from the file's beginning, wherever it has been read to.
  package static func readStart(_ descriptor: CInt, into bytes: inout [UInt8]) throws(Errno) -> Int {
    try bytes.withUnsafeMutableBufferPointer { buffer throws(Errno) in
      try made(.pread, .descriptor(descriptor)) { Glibc.pread(descriptor, buffer.baseAddress, buffer.count, 0) }
    }
  }

  /// Bytes written, which may be fewer than there are.
  static func write(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
    try made(.write, .descriptor(descriptor)) { Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
  }

  /// The same of `bytes` from `start` on.
  package static func write(_ descriptor: CInt, _ bytes: [UInt8], from start: Int = 0) throws(Errno) -> Int {
    try bytes.withUnsafeBufferPointer { buffer throws(Errno) in
      try write(descriptor, UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[start...])))
    }
  }

  static func fsync(_ descriptor: CInt) throws(Errno) {
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

  package static func fchown(_ descriptor: CInt, _ user: UInt32, _ group: UInt32) throws(Errno) {
    _ = try made(.fchown, .descriptor(descriptor)) { Glibc.fchown(descriptor, user, group) }
  }

  @discardableResult
  package static func fcntl(_ descriptor: CInt, _ command: CInt, _ argument: CInt) throws(Errno) -> CInt {
    try made(.fcntl, .descriptor(descriptor)) { Glibc.fcntl(descriptor, command, argument) }
  }

  package static func flock(_ descriptor: CInt, _ operation: CInt) throws(Errno) {
    _ = try made(.flock, .descriptor(descriptor)) { lockFile(descriptor, operation) }
  }

  /// The descriptor is free whatever is thrown: Linux lets go of it first, and tells of the file system's trouble
  /// afterwards (close(2)).
  package static func close(_ descriptor: CInt) throws(Errno) {
    let error = SystemCall.close.refusal(.descriptor(descriptor))
    let result = Glibc.close(descriptor)
    if let error { throw error }
    if result != 0 { throw Errno(rawValue: errno) }
  }

  static func status(_ descriptor: CInt) throws(Errno) -> roost_file_status {
    var status = roost_file_status()
    try succeeded(.fstat, .descriptor(descriptor)) { roost_file_status(descriptor, nil, true, &status) }
    return status
  }

  /// For ``Folder``, whose names readdir(3) gets by getdents(2); the caller closes it (closedir(3)).
  static func openFolder(_ path: String) throws(Errno) -> OpaquePointer {
    try ask(.open, .path(path))
    guard let stream = opendir(path) else { throw Errno(rawValue: errno) }
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

  // MARK: Pipes and sockets

  /// The two ends, which programs that are started inherit until `FD_CLOEXEC` is set.
  package static func pipe() throws(Errno) -> (read: CInt, write: CInt) {
    var ends: (read: CInt, write: CInt) = (-1, -1)
    _ = try made(.pipe, .nothing) {
      withUnsafeMutablePointer(to: &ends) {
        $0.withMemoryRebound(to: CInt.self, capacity: 2) { Glibc.pipe($0) }
      }
    }
    return ends
  }

  package static func socket(_ domain: CInt, _ type: CInt, _ protocol: CInt) throws(Errno) -> CInt {
    try made(.socket, .nothing) { Glibc.socket(domain, type, `protocol`) }
  }

  package static func listen(_ socket: CInt, _ backlog: CInt) throws(Errno) {
    _ = try made(.listen, .descriptor(socket)) { Glibc.listen(socket, backlog) }
  }

  package static func accept(_ socket: CInt) throws(Errno) -> CInt {
    try made(.accept, .descriptor(socket)) { Glibc.accept(socket, nil, nil) }
  }

  /// Puts the option's value at `value`; returns its bytes.
  package static func getsockopt(
    _ socket: CInt, _ option: CInt, _ value: UnsafeMutableRawPointer, _ size: Int
  ) throws(Errno) -> Int {
    var size = socklen_t(size)
    _ = try made(.getsockopt, .descriptor(socket)) { Glibc.getsockopt(socket, SOL_SOCKET, option, value, &size) }
    return Int(size)
  }

  /// Sets an option whose value is a number.
  package static func setsockopt(_ socket: CInt, _ option: CInt, _ value: CInt) throws(Errno) {
    _ = try made(.setsockopt, .descriptor(socket)) {
      withUnsafePointer(to: value) {
        Glibc.setsockopt(socket, SOL_SOCKET, option, $0, socklen_t(MemoryLayout<CInt>.size))
      }
    }
  }

  static func bind(_ socket: CInt, to path: String, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) throws(Errno)
  {
    _ = try made(.bind, .path(path)) { Glibc.bind(socket, address, size) }
  }

  static func getsockname(
    _ socket: CInt, _ address: UnsafeMutablePointer<sockaddr>, _ size: inout socklen_t
  ) throws(Errno) {
    _ = try made(.getsockname, .descriptor(socket)) { Glibc.getsockname(socket, address, &size) }
  }

  // MARK: Making a call

  /// For a call that the kernel does not cut short.
  @inline(__always) private static func ask(
    _ call: SystemCall, _ subject: @autoclosure () -> SystemCall.Subject
  ) throws(Errno) {
    while let error = call.refusal(subject()) { if error != .interrupted { throw error } }
  }

  /// A call that returns -1 and sets errno(3) when it fails.
  @inline(__always) private static func made<Result: SignedInteger>(
    _ call: SystemCall, _ subject: @autoclosure () -> SystemCall.Subject, _ body: () -> Result
  ) throws(Errno) -> Result {
    while true {
      var error = call.refusal(subject())
      if error == nil {
        let result = body()
        if result != -1 { return result }
        error = Errno(rawValue: errno)
      }
      if let error, error != .interrupted { throw error }
    }
  }

  /// A call that returns 0 or an errno.
  @inline(__always) private static func succeeded(
    _ call: SystemCall, _ subject: @autoclosure () -> SystemCall.Subject, _ body: () -> CInt
  ) throws(Errno) {
    while true {
      let error = call.refusal(subject())?.rawValue ?? body()
      if error == 0 { return }
      if error != EINTR { throw Errno(rawValue: error) }
    }
  }
}
