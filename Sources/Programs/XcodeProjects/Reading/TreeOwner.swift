// The owner of a folder that is copied, and the files of others that go along.

/// A folder's owner can put files of others there that he may not read, by a second name (link(2)) or out of another folder of his
/// (rename(2)), and have somebody copy them who may: root. All may read the copy. Where others may write to the folder, it may have
/// been one of them.
package struct TreeOwner: Sendable, Equatable {
  package let user: UInt32
  /// Whether others than the owner may have put files there.
  package let isShared: Bool

  /// - Parameter mode: of a folder or file of the user's.
  package init(user: UInt32, mode: UInt32) {
    self.user = user
    isShared = mode & 0o022 != 0
  }

  private init(user: UInt32, isShared: Bool) {
    self.user = user
    self.isShared = isShared
  }

  /// The same owner's, inside a folder that is below: another user's, and one that others may write to, is shared.
  package func inside(user: UInt32, mode: UInt32) -> TreeOwner {
    TreeOwner(user: self.user, isShared: isShared || user != self.user || mode & 0o022 != 0)
  }

  /// Whether a file or folder may be read by all who may have put it there.
  ///
  /// - Parameters:
  ///   - user: whose it is.
  ///   - mode: with its kind (inode(7)).
  package func mayGive(user: UInt32, mode: UInt32) -> Bool {
    // A folder is listed by one permission and passed by the other.
    let wanted: UInt32 = mode & 0o170000 == 0o040000 ? 0o005 : 0o004
    return user == self.user && !isShared || mode & wanted == wanted
  }
}
