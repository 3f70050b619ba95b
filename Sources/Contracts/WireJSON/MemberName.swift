// The name of a member of a JSON object, compared unit by unit (RFC 8259, section 8.3).
import Glibc

/// Swift compares strings as Unicode has it, which takes seconds for a megabyte of names that somebody has chosen for that.
package struct MemberName: Hashable, Comparable, Sendable, CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }

  package static func == (left: MemberName, right: MemberName) -> Bool {
    left.stringValue.utf8.count == right.stringValue.utf8.count && left.order(to: right) == 0
  }

  package static func < (left: MemberName, right: MemberName) -> Bool {
    let order = left.order(to: right)
    return order < 0 || order == 0 && left.stringValue.utf8.count < right.stringValue.utf8.count
  }

  /// Of the bytes that both have, in one call: thousands of long names may differ in their ends alone.
  private func order(to other: MemberName) -> CInt {
    var (left, right) = (stringValue, other.stringValue)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        let count = min(left.count, right.count)
        guard count > 0, let left = left.baseAddress, let right = right.baseAddress else { return 0 }
        return memcmp(left, right, count)
      }
    }
  }

  package func hash(into hasher: inout Hasher) {
    var text = stringValue
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
