// The identifier of an app that a bundle is of, as its Info.plist has it.
import FoundationEssentials
import Glibc
import PropertyLists

enum BundleIdentifier {
  /// In bytes: the daemon reads no larger Info.plist.
  private static let largest = 256 << 10

  /// Nil when its Info.plist cannot be read, or has none: of such a bundle the daemon says what is wrong.
  static func of(_ bundle: String) -> String? {
    // A FIFO would be waited for (fifo(7)).
    let file = open("\(bundle)/Info.plist", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= largest else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    guard read(file, &bytes, bytes.count) == bytes.count, PropertyListBounds.problem(in: bytes) == nil else {
      return nil
    }
    return (try? PropertyListDecoder().decode(Keys.self, from: Data(bytes)))?.identifier
  }

  private struct Keys: Decodable {
    var identifier: String

    enum CodingKeys: String, CodingKey { case identifier = "CFBundleIdentifier" }
  }
}
