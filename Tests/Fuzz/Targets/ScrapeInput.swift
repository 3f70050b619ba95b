// The bytes that somebody sends to the address where metrics are read: the head of a request.
@testable import MetricsServer

@MainActor enum ScrapeInput {
  static func read(_ bytes: [UInt8]) {
    // Less than the longest head, which is cut wherever a piece ends.
    let bytes = Array(bytes.prefix(ScrapeRequest.longest / 7 * 7))
    let head = whole(bytes, in: ScrapeRequest.longest)
    let inPieces = whole(bytes, in: 7)
    require((head == nil) == (inPieces == nil), "whether a head is whole depends on the pieces that it comes in")
    guard let head, let inPieces else { return }
    for isLoopback in [false, true] {
      let answer = head.answer(isLoopback: isLoopback)
      require(answer == inPieces.answer(isLoopback: isLoopback), "an answer depends on the pieces of its request")
      if case .refused(let status, let sentence) = answer {
        require(!(status + sentence).contains { $0.isNewline }, "a refusal has more than one line")
      }
    }
    // The address of this machine alone is the stricter one: a page of another site may have led a browser there.
    if case .refused = head.answer(isLoopback: false) {
      guard case .refused = head.answer(isLoopback: true) else { fail("loopback is told more than others") }
    }
  }

  /// The request, as ``ScrapeClient`` reads it: until its head is whole, or too long.
  private static func whole(_ bytes: [UInt8], in step: Int) -> ScrapeRequest? {
    var request: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: step) {
      request += bytes[start..<min(start + step, bytes.count)]
      if let head = ScrapeRequest(request) { return head }
      if request.count >= ScrapeRequest.longest { return nil }
    }
    return nil
  }
}
