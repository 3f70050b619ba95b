// One line of an app's output, and the places that lines come from.
import Glibc

struct OutputLine {
  let text: String
  /// Microseconds since 1970; nil where the place keeps no times.
  let time: Int64?
}

/// The output of one app, as it comes.
enum OutputSource {
  case file(AppOutputFile)
  case journal(JournalReader)

  /// For poll(2); -1 where there is nothing to wait for, and the next look comes after a while.
  var descriptor: Int32 {
    switch self {
    case .file: -1
    case .journal(let reader): reader.descriptor
    }
  }

  /// The lines that have come since the last call; nil at the end.
  mutating func read() throws(CommandFailure) -> [OutputLine]? {
    switch self {
    case .file(var file):
      defer { self = .file(file) }
      return try file.read()
    case .journal(let reader): return reader.read()
    }
  }

  /// A last line without an end.
  mutating func end() -> [OutputLine] {
    guard case .file(var file) = self else { return [] }
    defer { self = .file(file) }
    return file.end()
  }
}

/// Bytes to lines, in time by the number of bytes: a program may write a line with each of them.
struct LineBuffer {
  /// A line that is longer is shown in parts.
  private static let limit = 1 << 20

  private var rest: [UInt8] = []

  mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
    // What was here before has no end of line.
    var place = rest.count
    rest += bytes
    var lines: [String] = []
    var start = 0
    rest.withUnsafeBytes { rest in
      guard let base = rest.baseAddress else { return }
      while let found = memchr(base + place, 0x0A, rest.count - place) {
        let end = base.distance(to: UnsafeRawPointer(found))
        lines.append(String(decoding: UnsafeRawBufferPointer(rebasing: rest[start..<end]), as: UTF8.self))
        start = end + 1
        place = start
      }
    }
    rest.removeFirst(start)
    if rest.count > Self.limit { lines += end() }
    return lines
  }

  /// The part that has no end of line.
  mutating func end() -> [String] {
    defer { rest = [] }
    return rest.isEmpty ? [] : [String(decoding: rest, as: UTF8.self)]
  }
}
