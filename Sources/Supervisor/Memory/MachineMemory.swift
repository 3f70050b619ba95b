// How much memory the machine has (proc(5), /proc/meminfo).
import Glibc

nonisolated struct MachineMemory: Equatable {
  /// Bytes; 0 when the kernel does not tell.
  let total: UInt64

  static var pageSize: Int { sysconf(CInt(_SC_PAGESIZE)) }

  init(meminfo: [UInt8]) {
    let line = meminfo.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: "MemTotal:".utf8) }
    let digits = line?.drop { !(0x30...0x39 ~= $0) }.prefix { 0x30...0x39 ~= $0 }
    total = digits.flatMap { UInt64(digits: $0) }.map { $0 * 1024 } ?? 0
  }
}
