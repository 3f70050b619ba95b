// The machine's memory and swap (proc(5), /proc/meminfo).
import Glibc

package nonisolated struct MachineMemory: Equatable {
  private let lines: [ArraySlice<UInt8>]

  package static var pageSize: Int { sysconf(CInt(_SC_PAGESIZE)) }

  package init(meminfo: [UInt8]) {
    lines = meminfo.split(separator: UInt8(ascii: "\n"))
  }

  /// Bytes; 0 when the kernel does not tell.
  package var total: UInt64 { self["MemTotal"] }

  /// Bytes that programs could still have, those of files included that the kernel can take back.
  package var available: UInt64 { self["MemAvailable"] }

  /// Bytes; 0 where there is no swap.
  package var swapFree: UInt64 { self["SwapFree"] }

  /// Bytes of one kind of memory, by the name that the kernel gives its line; 0 when the line is missing or odd.
  package subscript(name: String) -> UInt64 {
    let line = lines.first { $0.starts(with: "\(name):".utf8) }
    let digits = line?.drop { !(0x30...0x39 ~= $0) }.prefix { 0x30...0x39 ~= $0 }
    let (bytes, isOver) = (digits.flatMap { UInt64(digits: $0) } ?? 0).multipliedReportingOverflow(by: 1024)
    return isOver ? 0 : bytes
  }
}
