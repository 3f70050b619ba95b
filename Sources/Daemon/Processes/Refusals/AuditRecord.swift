// Reads the records of the kernel's audit log that tell of refusals (seccomp(2), landlock(7)).
package import Glibc
package import Linux

/// A refusal, or a domain of Landlock, which refusals name in place of a process.
package nonisolated enum AuditRecord: Equatable, Sendable {
  case systemCall(AuditedCall, pid: pid_t, user: uid_t)
  /// What was in the way, such as `fs.read_file`, and of what: a file, or a port.
  case access(domain: UInt64, blockers: [String], path: String?, port: UInt16?)
  /// The process that has confined itself to it; the record follows the domain's first refusal.
  case domain(UInt64, pid: pid_t)
  case domainEnded(UInt64)

  /// A netlink message, with its header; nil for one that tells nothing of these.
  package init?(message: [UInt8]) {
    guard message.count >= 16 else { return nil }
    let number = message[4..<6].withUnsafeBytes { $0.loadUnaligned(as: UInt16.self) }
    guard let type = AuditType(rawValue: number) else { return nil }
    // The text may end with zeros.
    self.init(type, text: message[16...].prefix { $0 != 0 })
  }

  /// - Parameter text: such as `audit(1795335103.635:2): auid=4294967295 uid=0 pid=9497 comm="a b" syscall=41`.
  init?(_ type: AuditType, text: some Sequence<UInt8>) {
    let fields = Self.fields(Array(text))
    func integer<Number: FixedWidthInteger>(_ name: String, radix: Int = 10) -> Number? {
      fields[name].flatMap { Number(String(decoding: $0, as: UTF8.self), radix: radix) }
    }
    switch type {
    case .systemCall:
      guard let number: Int = integer("syscall"), let call = AuditedCall(number: number),
        let pid: pid_t = integer("pid"), let user: uid_t = integer("uid")
      else { return nil }
      self = .systemCall(call, pid: pid, user: user)
    case .access:
      guard let domain: UInt64 = integer("domain", radix: 16), let blockers = fields["blockers"] else { return nil }
      self = .access(
        domain: domain,
        blockers: blockers.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) },
        path: fields["path"].map { String(decoding: $0, as: UTF8.self) }, port: integer("src"))
    case .domain:
      guard let domain: UInt64 = integer("domain", radix: 16) else { return nil }
      if let pid: pid_t = integer("pid") {
        self = .domain(domain, pid: pid)
      } else {
        self = .domainEnded(domain)
      }
    }
  }

  /// `NAME=value`, the value in quotes, or in hexadecimal where it is of somebody's choice and has odd bytes in it
  /// (audit_log_untrustedstring of linux). The first of a name counts: the later ones may be in a program's own words.
  private static func fields(_ text: [UInt8]) -> [String: [UInt8]] {
    var fields: [String: [UInt8]] = [:]
    var rest = text[...]
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let name = rest[..<equals].split(separator: UInt8(ascii: " ")).last ?? []
      rest = rest[(equals + 1)...]
      let value: [UInt8]
      if rest.first == UInt8(ascii: "\"") {
        value = Array(rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") })
        rest = rest.dropFirst(value.count + 2)
      } else {
        let word = rest.prefix { $0 != UInt8(ascii: " ") }
        rest = rest[word.endIndex...]
        value = Self.isText(name) ? Self.decoded(word) : Array(word)
      }
      let key = String(decoding: name, as: UTF8.self)
      if fields[key] == nil { fields[key] = value }
    }
    return fields
  }

  private static func isText(_ name: ArraySlice<UInt8>) -> Bool { name.elementsEqual("path".utf8) }

  private static func decoded(_ word: ArraySlice<UInt8>) -> [UInt8] {
    let digits = word.map(Self.value)
    guard digits.count.isMultiple(of: 2), digits.allSatisfy({ $0 < 16 }) else { return Array(word) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The value of a hexadecimal digit; 16 for any other byte.
  private static func value(_ digit: UInt8) -> UInt8 {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case _: 16
    }
  }
}
