// Makes the filter of apps' system calls, once for all launches (libseccomp).
import CSeccomp
import Glibc
import Linux
package import SystemPackage

/// A program that the kernel runs before each system call of a process and all that it starts (seccomp(2)).
package nonisolated struct SystemCallFilter: Sendable {
  /// As the kernel takes them, eight bytes each.
  package let instructions: [UInt64]

  /// What is denied is refused, and so are all calls of other architectures (`ENOSYS`): a 32-bit call has other numbers.
  ///
  /// - Throws: `ENOSYS` or `EINVAL` where the kernel has no filters.
  package static func make(denying denials: [Denial] = Denial.all) throws(Errno) -> SystemCallFilter {
    try Sys.findSeccomp()
    // SCMP_ACT_ALLOW
    guard let context = seccomp_init(0x7FFF_0000) else { throw .noMemory }
    defer { seccomp_release(context) }
    try check(seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, refusal(.noFunction)))
    // A tree of calls rather than a list: 164 instructions take the kernel 47 us to install, 150 in a list 98 us.
    try check(seccomp_attr_set(context, SCMP_FLTATR_CTL_OPTIMIZE, 2))
    for denial in denials {
      guard let number = number(of: denial) else { continue }
      let conditions = denial.conditions.map(\.comparison)
      try check(
        seccomp_rule_add_array(
          context, refusal(denial.answer), number, UInt32(conditions.count), conditions))
    }
    return SystemCallFilter(instructions: try export(context))
  }

  /// Nil where this architecture has no such call.
  private static func number(of denial: Denial) -> CInt? {
    let named = seccomp_syscall_resolve_name(denial.call)
    return named >= 0 ? named : denial.number
  }

  /// SCMP_ACT_ERRNO
  private static func refusal(_ errno: Errno) -> UInt32 { 0x0005_0000 | UInt32(errno.rawValue) }

  /// Through a pipe, which takes 64 KiB without a reader; a program is at most half as large (BPF_MAXINSNS).
  private static func export(_ context: scmp_filter_ctx) throws(Errno) -> [UInt64] {
    let pipe = try Sys.pipe()
    defer { try? Sys.close(pipe.read) }
    let error = seccomp_export_bpf(context, pipe.write)
    try? Sys.close(pipe.write)
    try check(error)
    var bytes = [UInt8](repeating: 0, count: 32 << 10)
    var size = 0
    while size < bytes.count {
      let count = try Sys.read(pipe.read, into: &bytes, from: size)
      if count == 0 { break }
      size += count
    }
    guard size > 0, size % 8 == 0 else { throw .ioError }
    return stride(from: 0, to: size, by: 8).map { start in
      bytes[start..<start + 8].withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    }
  }

  /// What libseccomp returns: 0, or an errno with a minus.
  private static func check(_ result: CInt) throws(Errno) {
    if result < 0 { throw Errno(rawValue: -result) }
  }
}

extension Denial.Condition {
  nonisolated fileprivate var comparison: scmp_arg_cmp {
    switch self {
    case .equal(let argument, let value):
      scmp_arg_cmp(arg: argument, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
    case .different(let argument, let value):
      scmp_arg_cmp(arg: argument, op: SCMP_CMP_NE, datum_a: value, datum_b: 0)
    case .above(let argument, let value):
      scmp_arg_cmp(arg: argument, op: SCMP_CMP_GT, datum_a: value, datum_b: 0)
    case .set(let argument, let bits):
      scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: bits, datum_b: bits)
    case .clear(let argument, let bits):
      scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: bits, datum_b: 0)
    case .only(let argument, let bits, let all):
      scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: all, datum_b: bits)
    case .int(let argument, let value):
      scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: 0xFFFF_FFFF, datum_b: UInt64(value))
    case .kind(let argument, let value):
      scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: 0xF, datum_b: value)
    }
  }
}
