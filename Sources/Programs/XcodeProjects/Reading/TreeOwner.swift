// The owner of a folder that is copied, and the files of others that go along.

/// A folder's owner can put files of others there that he may not read, by a second name (link(2)) or out of another folder of his
/// (rename(2)), and have somebody copy them who may: root. All may read the copy.
package struct TreeOwner: Sendable {
  package let user: UInt32

  package init(user: UInt32) { self.user = user }

  /// Whether a file or folder is the owner's, or may be read by all.
  ///
  /// - Parameters:
  ///   - user: whose it is.
  ///   - mode: with its kind (inode(7)).
  package func mayGive(user: UInt32, mode: UInt32) -> Bool {
    // A folder is listed by one permission and passed by the other.
    let wanted: UInt32 = mode & 0o170000 == 0o040000 ? 0o005 : 0o004
    return user == self.user || mode & wanted == wanted
  }
}
