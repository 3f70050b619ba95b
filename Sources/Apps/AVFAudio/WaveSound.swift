// A sound as a WAV file holds it: RIFF chunks, of which `fmt ` says what the samples in `data` are.

/// The format of samples: all that is needed to turn them into sound.
struct SoundFormat: Hashable, Sendable {
  let channels: Int
  /// Frames a second; a frame is a sample for each channel.
  let rate: Int
}

/// Samples of 16 bits, frame by frame.
struct WaveSound: Sendable {
  let format: SoundFormat
  private let samples: [Int16]

  var frameCount: Int { samples.count / format.channels }

  func samples(_ frames: Range<Int>) -> ArraySlice<Int16> {
    samples[frames.lowerBound * format.channels..<frames.upperBound * format.channels]
  }

  init(_ file: Data) throws(WaveError) {
    let bytes = [UInt8](file)
    guard bytes.count >= 12, bytes[0..<4].elementsEqual("RIFF".utf8), bytes[8..<12].elementsEqual("WAVE".utf8) else {
      throw .noWave
    }
    let chunks = Self.chunks(bytes[12...])
    guard let description = chunks["fmt "], description.count >= 16, let data = chunks["data"] else { throw .noWave }
    let (kind, channels) = (description.number(at: 0), description.number(at: 2))
    let rate = description.number(at: 4) | description.number(at: 6) << 16
    let bits = description.number(at: 14)
    // 1: WAVE_FORMAT_PCM.
    guard kind == 1, bits == 8 || bits == 16, (1...8).contains(channels), (1000...384_000).contains(rate) else {
      throw .unknownFormat(kind: kind, bits: bits, channels: channels, rate: rate)
    }
    format = SoundFormat(channels: channels, rate: rate)
    // Eight bits are unsigned, sixteen signed.
    let all =
      bits == 8
      ? data.map { Int16(Int($0) - 128) << 8 }
      : stride(from: 0, to: data.count - 1, by: 2).map { Int16(truncatingIfNeeded: data.number(at: $0)) }
    samples = Array(all.prefix(all.count / channels * channels))
  }

  /// By their names; one that is cut short holds what there is of it.
  private static func chunks(_ bytes: ArraySlice<UInt8>) -> [String: ArraySlice<UInt8>] {
    var chunks: [String: ArraySlice<UInt8>] = [:]
    var rest = bytes
    while rest.count >= 8 {
      let name = String(decoding: rest.prefix(4), as: UTF8.self)
      let size = rest.number(at: 4) | rest.number(at: 6) << 16
      rest = rest.dropFirst(8)
      chunks[name] = rest.prefix(size)
      // A chunk of an odd size is followed by one more byte.
      rest = rest.dropFirst(size + size % 2)
    }
    return chunks
  }
}

/// The reason why a sound cannot be played.
enum WaveError: Error, Hashable, CustomStringConvertible, LocalizedError {
  case noWave
  case unknownFormat(kind: Int, bits: Int, channels: Int, rate: Int)

  var errorDescription: String? { description }
  var description: String {
    switch self {
    case .noWave: "unable to play the sound: it is not a WAV file; convert it to WAV"
    case .unknownFormat(let kind, let bits, let channels, let rate):
      "unable to play the sound: it has format \(kind), \(bits) bits, \(channels) channels, \(rate) frames a second; "
        + "convert it to PCM (format 1) of 8 or 16 bits"
    }
  }
}

extension ArraySlice<UInt8> {
  /// Two bytes, the lower first.
  fileprivate func number(at offset: Int) -> Int {
    Int(self[startIndex + offset]) | Int(self[startIndex + offset + 1]) << 8
  }
}
