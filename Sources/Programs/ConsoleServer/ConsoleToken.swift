// The token that a console's address carries: who has the address may use the console, nobody else.

package struct ConsoleToken: Hashable, Sendable {
  /// Of randomness, in bytes: more than anyone can try.
  private static let length = 16
  private let digits: [UInt8]

  /// By getrandom(2).
  package init() {
    var random = SystemRandomNumberGenerator()
    let hexadecimal = Array("0123456789abcdef".utf8)
    digits = (0..<Self.length).flatMap { _ in
      let byte: UInt8 = random.next()
      return [hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
    }
  }

  package var text: String { String(decoding: digits, as: UTF8.self) }

  /// Compares in a time that tells nothing of where the two differ.
  package func matches(_ guess: some StringProtocol) -> Bool {
    let guess = Array(guess.utf8)
    guard guess.count == digits.count else { return false }
    var difference: UInt8 = 0
    for (mine, theirs) in zip(digits, guess) { difference |= mine ^ theirs }
    return difference == 0
  }
}
