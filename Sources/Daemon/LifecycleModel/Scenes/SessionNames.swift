// Names for new sessions.

/// Names for new sessions: UUIDs in shape, from SplitMix64 (Steele et al., 2014), so that a model is replayed exactly.
struct SessionNames: Hashable, Codable, Sendable {
  var seed: UInt64

  mutating func next() -> String {
    let digits = [word(), word()].map { number in
      let digits = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
    let parts = [8, 4, 4, 4, 12].reduce(into: (digits[...], [Substring]())) { rest, length in
      rest.1.append(rest.0.prefix(length))
      rest.0 = rest.0.dropFirst(length)
    }
    return parts.1.joined(separator: "-")
  }

  private mutating func word() -> UInt64 {
    seed &+= 0x9e37_79b9_7f4a_7c15
    var word = seed
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}
