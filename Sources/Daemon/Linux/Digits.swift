// Numbers as the kernel writes them.

extension FixedWidthInteger {
  /// The number that ASCII `digits` spell; nil when there are none, something else is among them, or it is too large.
  ///
  /// Compiled where it is called: each step of a collection that is known at run time alone allocates.
  @inlinable package nonisolated init?(digits: some Collection<UInt8>) {
    guard !digits.isEmpty else { return nil }
    var number: Self = 0
    for digit in digits {
      guard 0x30...0x39 ~= digit else { return nil }
      let tenfold = number.multipliedReportingOverflow(by: 10)
      let sum = tenfold.partialValue.addingReportingOverflow(Self(digit - 0x30))
      if tenfold.overflow || sum.overflow { return nil }
      number = sum.partialValue
    }
    self = number
  }
}
