// Memory that is really there: each page of it has been written to.

import Foundation

class Hoard {
  private var pieces: [Data] = []
  /// Whether a memory warning counts.
  var listens = true

  var megabytes: Int { pieces.count }

  /// A megabyte a piece, so that memory that is given back goes back to the kernel (malloc maps what is large by
  /// itself).
  func take(_ megabytes: Int) {
    for _ in 0..<max(0, megabytes) { pieces.append(Data(repeating: 0x5a, count: 1 << 20)) }
  }

  func release() { pieces = [] }
}
