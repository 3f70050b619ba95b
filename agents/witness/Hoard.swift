// Memory that Witness keeps and the system may take, when it is launched with `hoard=MEGABYTES`.

import UIKit

@MainActor enum Hoard {
  private static let cache = NSCache<NSNumber, NSData>()
  private static var purgeable: [NSPurgeableData] = []

  /// In pieces as small as those of most caches: free(3) alone gives none of them back to the kernel.
  private static let piece = 16_384

  static func begin() {
    guard let word = CommandLine.arguments.first(where: { $0.hasPrefix("hoard=") }),
      let size = Int(word.dropFirst("hoard=".count))
    else { return }
    cache.dropsInBackground = true
    for number in 0..<(size * 1_048_576 / piece / 2) {
      cache.setObject(NSData(data: Data(repeating: 1, count: piece)), forKey: NSNumber(value: number))
      let data = NSPurgeableData(data: Data(repeating: 2, count: piece))
      data.endContentAccess()
      purgeable.append(data)
    }
  }

  /// The rest of the first piece of each; empty where there is no hoard.
  static var first: String {
    if purgeable.isEmpty { return "" }
    return "cache=\(cache.object(forKey: 0) == nil ? "empty" : "full") "
      + "purgeable=\(purgeable.first?.isContentDiscarded() == false ? "full" : "empty")"
  }
}
