// The four classes of protected files (DP1), under Apple's names and as a byte of the file's header.
public import FoundationEssentials

/// When a file can be read; the words are those of ``FileProtectionType`` and of the agent protocol's `protectedKey`.
public enum ProtectionClass: String, Hashable, Sendable, CaseIterable {
  /// Always.
  case none
  /// After the first unlock since the device started.
  case completeUntilFirstUserAuthentication
  /// While the device is unlocked, and as long as the file stays open; new ones can be made at any time.
  case completeUnlessOpen
  /// While the device is unlocked.
  case complete

  /// DP1.
  public static let `default` = ProtectionClass.completeUntilFirstUserAuthentication

  /// Nil for a type that is none of the four.
  public init?(_ type: FileProtectionType) {
    guard let match = Self.allCases.first(where: { $0.type == type }) else { return nil }
    self = match
  }

  /// The name that `FileManager` has for it.
  public var type: FileProtectionType {
    switch self {
    case .none: .none
    case .completeUntilFirstUserAuthentication: .completeUntilFirstUserAuthentication
    case .completeUnlessOpen: .completeUnlessOpen
    case .complete: .complete
    }
  }

  var byte: UInt8 {
    switch self {
    case .none: 1
    case .completeUntilFirstUserAuthentication: 2
    case .completeUnlessOpen: 3
    case .complete: 4
    }
  }

  init?(byte: UInt8) {
    guard let match = Self.allCases.first(where: { $0.byte == byte }) else { return nil }
    self = match
  }
}
