// Puts the gate before SQLite's own system calls too (sqlite3_vfs.xSetSystemCall).
import CSQLite
import Glibc
import SystemPackage

@testable import Linux

enum SQLiteCalls {
  /// For the whole process, once: a call that no test has fail is made as ever.
  static let areGated: Void = {
    guard let vfs = sqlite3_vfs_find(nil), let set = vfs.pointee.xSetSystemCall else { return }
    func replace(_ name: String, _ function: UnsafeMutableRawPointer) {
      _ = set(vfs, name, unsafeBitCast(function, to: sqlite3_syscall_ptr.self))
    }
    let open: @convention(c) (UnsafePointer<CChar>, CInt, mode_t) -> CInt = { path, flags, mode in
      refused(.open, .path(String(cString: path))) ? -1 : Glibc.open(path, flags, mode)
    }
    let read: @convention(c) (CInt, UnsafeMutableRawPointer?, Int, off_t) -> Int = { file, bytes, count, place in
      refused(.pread, .descriptor(file)) ? -1 : pread(file, bytes, count, place)
    }
    let write: @convention(c) (CInt, UnsafeRawPointer?, Int, off_t) -> Int = { file, bytes, count, place in
      refused(.write, .descriptor(file)) ? -1 : pwrite(file, bytes, count, place)
    }
    let map: @convention(c) (UnsafeMutableRawPointer?, Int, CInt, CInt, CInt, off_t) -> UnsafeMutableRawPointer? = {
      place, count, protection, flags, file, start in
      refused(.mmap, .descriptor(file)) ? MAP_FAILED : mmap(place, count, protection, flags, file, start)
    }
    replace("open", unsafeBitCast(open, to: UnsafeMutableRawPointer.self))
    // The build of SQLite decides which of them it uses.
    for name in ["pread", "pread64"] { replace(name, unsafeBitCast(read, to: UnsafeMutableRawPointer.self)) }
    for name in ["pwrite", "pwrite64"] { replace(name, unsafeBitCast(write, to: UnsafeMutableRawPointer.self)) }
    replace("mmap", unsafeBitCast(map, to: UnsafeMutableRawPointer.self))
  }()

  /// The numbers that a query of a file gives, as another program reads them.
  static func numbers(_ path: String, _ query: String) -> [Int32] {
    var database: OpaquePointer?, statement: OpaquePointer?
    defer {
      sqlite3_finalize(statement)
      sqlite3_close(database)
    }
    guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
      sqlite3_prepare_v2(database, query, -1, &statement, nil) == SQLITE_OK
    else { return [] }
    var numbers: [Int32] = []
    while sqlite3_step(statement) == SQLITE_ROW { numbers.append(sqlite3_column_int(statement, 0)) }
    return numbers
  }
}

/// Sets errno(3) to what the call is to fail with.
private func refused(_ call: SystemCall, _ subject: SystemCall.Subject) -> Bool {
  guard let error = call.refusal(subject) else { return false }
  errno = error.rawValue
  return true
}
