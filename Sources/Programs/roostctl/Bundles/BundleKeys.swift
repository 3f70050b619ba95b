// The app that a bundle is of, and the project that an import made it of, as its Info.plist has them.
import FoundationEssentials
import Glibc
import PropertyLists

struct BundleKeys: Decodable {
  let identifier: String
  /// The path of the .xcodeproj; nil where no import made it.
  let project: String?

  private enum CodingKeys: String, CodingKey {
    case identifier = "CFBundleIdentifier"
    case project = "RoostImportedFrom"
  }

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    identifier = try keys.decode(String.self, forKey: .identifier)
    // Anybody may write anything there, and the bundle is of its app all the same.
    project = try? keys.decode(String.self, forKey: .project)
  }

  /// In bytes: the daemon reads no larger Info.plist.
  static let largest = 256 << 10

  /// Nil when its Info.plist cannot be read, or has none: of such a bundle the daemon says what is wrong.
  static func of(_ bundle: String) -> BundleKeys? {
    let path = "\(bundle)/Info.plist"
    var status = stat()
    // Nothing else is opened: a device may begin to do something then, for the root who installs a stranger's bundle, and the daemon
    // reads no link.
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    // In the instant after the look a FIFO would be waited for (fifo(7)).
    let file = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= largest else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    guard read(file, &bytes, bytes.count) == bytes.count, PropertyListBounds.problem(in: bytes) == nil else {
      return nil
    }
    return try? PropertyListDecoder().decode(BundleKeys.self, from: Data(bytes))
  }
}
