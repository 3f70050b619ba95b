// A system call that apps are refused, for which arguments, and how.
package import SystemPackage

/// Refused while all conditions hold. Two denials of a call are each on their own.
package nonisolated struct Denial: Equatable, Sendable {
  /// The call by its name. One that is younger than libseccomp may be is found by its number, which is the same
  /// everywhere (it is above 424).
  package let call: String
  let number: CInt?
  let conditions: [Condition]
  package let answer: Errno

  init(_ call: String, number: CInt? = nil, _ conditions: Condition..., answer: Errno = .notPermitted) {
    self.call = call
    self.number = number
    self.conditions = conditions
    self.answer = answer
  }

  /// Of one argument, counted from 0, as the register has it in 64 bits.
  enum Condition: Equatable, Sendable {
    case equal(UInt32, UInt64)
    case different(UInt32, UInt64)
    case above(UInt32, UInt64)
    /// All of these bits are set.
    case set(UInt32, UInt64)
    /// None of them is.
    case clear(UInt32, UInt64)
    /// Of the bits that stand last, all of the first are set, and no other.
    case only(UInt32, UInt64, of: UInt64)
    /// Its lower half, which is all that the kernel looks at where an argument is an int: the upper half may be anything
    /// (CVE-2019-10063).
    case int(UInt32, UInt32)
    /// These four bits of it: the kind of a socket without its flags (socket(2)).
    case kind(UInt32, UInt64)
  }
}
