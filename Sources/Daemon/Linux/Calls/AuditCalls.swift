// Listening to the kernel's audit log (netlink(7), NETLINK_AUDIT; audit.h of linux).
import CLinux
import Glibc
package import SystemPackage

/// The records that are listened to.
package nonisolated enum AuditType: UInt16, CaseIterable, Sendable {
  /// AUDIT_SECCOMP
  case systemCall = 1326
  /// AUDIT_LANDLOCK_ACCESS and AUDIT_LANDLOCK_DOMAIN, of Linux 6.15.
  case access = 1423
  case domain = 1424
}

/// System calls by which an app is refused an entitlement, as records number them.
package nonisolated enum AuditedCall: Sendable {
  case socket, memoryFile
  /// ptrace(2), process_vm_readv(2) and process_vm_writev(2).
  case tracing

  package init?(number: Int) {
    switch number {
    case Int(SYS_socket): self = .socket
    case Int(SYS_memfd_create): self = .memoryFile
    case Int(SYS_ptrace), Int(SYS_process_vm_readv), Int(SYS_process_vm_writev): self = .tracing
    default: return nil
    }
  }
}

extension Sys {
  /// A socket that gets those records as they come, beside the audit daemon, and loses what it has no room for; the caller
  /// closes it.
  ///
  /// In another network namespace than the machine's own nothing ever comes.
  ///
  /// - Throws: `EPERM` without CAP_AUDIT_READ of the machine's own user namespace; `EPROTONOSUPPORT` where the kernel has
  ///   no audit log.
  package static func listenToAudit() throws(Errno) -> CInt {
    // AUDIT_NLGRP_READLOG
    try listen(toGroups: 1, ofNetlink: NETLINK_AUDIT, types: AuditType.allCases.map(\.rawValue))
  }
}
