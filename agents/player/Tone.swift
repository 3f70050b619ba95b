// A tone, as a WAV file in memory.

import Foundation

enum Tone {
  private static let rate = 22_050

  /// Faded in and out over a hundredth of a second, so that it does not crack.
  static func wave(frequency: Double, seconds: Double) -> Data {
    let count = Int(seconds * Double(rate))
    let fade = Double(rate) / 100
    let samples = (0..<count).map { index in
      let volume = min(1, Double(index) / fade, Double(count - index) / fade) * 0.2
      return Int16(volume * sin(2 * .pi * frequency * Double(index) / Double(rate)) * Double(Int16.max))
    }
    var file = Data("RIFF".utf8)
    file.append(number: UInt32(36 + 2 * count))
    file.append(contentsOf: "WAVEfmt ".utf8)
    file.append(number: UInt32(16))
    // PCM, one channel, frames and bytes a second, bytes a frame, bits a sample.
    for number in [1, 1] { file.append(number: UInt16(number)) }
    for number in [rate, rate * 2] { file.append(number: UInt32(number)) }
    for number in [2, 16] { file.append(number: UInt16(number)) }
    file.append(contentsOf: "data".utf8)
    file.append(number: UInt32(2 * count))
    for sample in samples { file.append(number: sample) }
    return file
  }
}

extension Data {
  fileprivate mutating func append<Number: FixedWidthInteger>(number: Number) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
