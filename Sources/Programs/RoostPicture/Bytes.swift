// The two ends of the program: a document of bounded size comes in whole, and a picture goes out whole.
import Glibc

enum Bytes {
  /// Four times the longest picture that a daemon takes of an app (`ScreenPicture.allowance`).
  static let inputLimit = 8 << 20

  static func ofInput() throws(PictureProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw PictureProblem("unable to read the picture: \(reason())") }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= inputLimit else {
        throw PictureProblem("the picture is longer than \(inputLimit >> 20) MiB")
      }
      bytes += piece[..<count]
    }
  }

  static func print(_ bytes: [UInt8]) throws(PictureProblem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw PictureProblem("unable to write the PNG: \(reason())") }
      rest = rest.dropFirst(count)
    }
  }

  private static func reason() -> String { String(cString: strerror(errno)) }
}
