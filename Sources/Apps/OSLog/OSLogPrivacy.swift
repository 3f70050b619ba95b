// OSLogPrivacy: who may read a value of a message.

/// `OSLogPrivacy`. As on iOS, text that is put into a message is private unless the app says otherwise, and numbers are
/// public.
public struct OSLogPrivacy: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case auto, `public`, `private`, sensitive }

  let kind: Kind
  let mask: Mask

  /// `OSLogPrivacy.Mask`: what stands in the place of a private value.
  public struct Mask: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case none, hash }
    let kind: Kind
    /// The same value has the same hash as long as the process lives.
    public static let hash = Mask(kind: .hash)
    public static let none = Mask(kind: .none)
  }

  public static let auto = OSLogPrivacy(kind: .auto, mask: .none)
  public static let `public` = OSLogPrivacy(kind: .public, mask: .none)
  public static let `private` = OSLogPrivacy(kind: .private, mask: .none)
  /// Private for everybody, a debugger too.
  public static let sensitive = OSLogPrivacy(kind: .sensitive, mask: .none)

  public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .auto, mask: mask) }
  public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .private, mask: mask) }
  public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .sensitive, mask: mask) }

  /// - Parameters:
  ///   - isNumber: a value that is public where nothing is said.
  ///   - showsPrivate: as in Xcode's console.
  func shown(_ value: String, isNumber: Bool, showsPrivate: Bool) -> String {
    let isPublic =
      switch kind {
      case .public: true
      case .auto: isNumber || showsPrivate
      case .private: showsPrivate
      case .sensitive: false
      }
    if isPublic { return value }
    return switch mask.kind {
    case .none: "<private>"
    case .hash: "<mask.hash: '\(String(UInt(bitPattern: value.hashValue), radix: 16))'>"
    }
  }
}
