// Reading a file that an app has put into its container. The app is not trusted, and the daemon may be root.
import Linux
import SystemPackage

nonisolated enum ContainerFile {
  static let limit = 4 << 20

  /// The bytes of a regular file beneath `container`, without a link on the way.
  static func read(_ file: String, in container: String) throws(SnapshotError) -> [UInt8] {
    do {
      return try SmallFile.read(file, beneath: container, limit: limit)
    } catch {
      throw .badPicture(file: file, why: reason(error))
    }
  }

  private static func reason(_ error: SmallFile.ReadError) -> String {
    switch error {
    case .missing: "\(Errno.noSuchFileOrDirectory)"
    case .notRegular: "it is not a regular file"
    case .tooLarge: "it is too large"
    case .system(_, .improperLink): "its path leads out of the container"
    case .system(_, .tooManySymbolicLinkLevels): "its path contains a symbolic link"
    case .system(_, .invalidArgument): "its name is not valid"
    case .system(_, let error): "\(error)"
    }
  }
}
