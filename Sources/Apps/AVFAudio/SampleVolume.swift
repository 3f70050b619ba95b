// Samples as loud as the device's volume has them.

extension ArraySlice<Int16> {
  /// - Parameter level: 0 is silence, 1 leaves them as they are.
  func atVolume(_ level: Double) -> ArraySlice<Int16> {
    guard level < 1 else { return self }
    return ArraySlice(map { Int16((Double($0) * level).rounded()) })
  }
}
