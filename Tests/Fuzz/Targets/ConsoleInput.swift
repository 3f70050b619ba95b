// The bytes that somebody sends to the console's port: the head of a request, and the frames of a page.
@testable import ConsoleServer

@MainActor enum ConsoleInput {
  static func read(_ bytes: [UInt8]) {
    if let length = RequestHead.length(in: bytes), let head = try? RequestHead(Array(bytes[..<length])) {
      // Each byte is a letter (ISO 8859-1).
      require(head.path.unicodeScalars.count < length, "a path is longer than its request")
    }
    let whole = frames(bytes, in: max(1, bytes.count))
    require(frames(bytes, in: 7) == whole, "frames depend on the pieces that they come in")
    for case .text(let text) in whole { _ = PageCall(text)?.isAllowed }
  }

  /// Those that are read before the first that is not valid.
  private static func frames(_ bytes: [UInt8], in step: Int) -> [Frame] {
    var found: [Frame] = []
    var waiting: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: step) {
      waiting += bytes[start..<min(start + step, bytes.count)]
      do throws(Frame.Problem) {
        while let frame = try Frame.take(from: &waiting) { found.append(frame) }
      } catch {
        return found
      }
    }
    return found
  }
}
