// Whole protected files, as `Data` reads and writes ordinary ones.
public import FoundationEssentials

extension Data {
  /// Writes a protected file; it takes the place of the one before it when all is on disk.
  ///
  /// In place of Apple's `write(to:options:)` with `.completeFileProtection`: Foundation's own on Linux takes that
  /// option and ignores it, and a module cannot take its place.
  public func write(
    to url: URL, protection: FileProtectionType, keys: any KeySource = ProtectedData.keys
  ) throws(ProtectionError) {
    let writer = try ProtectedFileWriter(for: url, protection: protection, keys: keys)
    try writer.write(self)
    try writer.close()
  }

  /// The content of a protected file.
  public init(contentsOfProtected url: URL, keys: any KeySource = ProtectedData.keys) throws(ProtectionError) {
    self = try ProtectedFile(forReadingFrom: url, keys: keys).read()
  }
}

extension Data.WritingOptions {
  /// The protection that these options ask for; nil where they name none.
  public var protection: FileProtectionType? {
    switch intersection(.fileProtectionMask) {
    case .completeFileProtection: .complete
    case .completeFileProtectionUnlessOpen: .completeUnlessOpen
    case .completeFileProtectionUntilFirstUserAuthentication: .completeUntilFirstUserAuthentication
    case .noFileProtection: FileProtectionType.none
    default: nil
    }
  }
}
