// The defaults for members that the stored form of the model may lack when another version wrote it.

/// A type with stored properties that a later version may have more of: one that is missing from what an earlier
/// version has stored gets the value that it has in `blank`. Optional ones that are missing are nil.
public protocol Restorable: Codable {
  static var blank: Self { get }
  /// The members that have no default: without these it cannot be read.
  static var required: Set<String> { get }
}

extension Restorable {
  public static var required: Set<String> { [] }
}

extension Lifecycle {
  /// To be raised whenever the same inputs may be answered otherwise than before: the inputs of one model are only
  /// given again to one that answers alike. `RevisionTests` sees when that has been forgotten.
  public static let revision: UInt32 = 11
}
