// Cuts an input into lines as a framer does that is given it in pieces.
import WireJSON

/// - Parameter pieces: how many, all of one size but the last.
func lines(_ bytes: [UInt8], in pieces: Int, by framer: LineFramer) -> [[UInt8]] {
  var framer = framer
  var lines: [[UInt8]] = []
  let size = bytes.count / pieces + 1
  for begin in stride(from: 0, to: bytes.count, by: size) {
    bytes[begin..<min(begin + size, bytes.count)].withUnsafeBytes { framer.append($0) }
    while let line = try? framer.next() { lines.append(line) }
  }
  return lines
}
