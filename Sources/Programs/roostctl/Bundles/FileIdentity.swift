// The file that a name leads to, whatever the name is (inode(7)).
import Glibc

struct FileIdentity: Equatable {
  private let device: dev_t
  private let inode: ino_t

  /// Of what the name itself stands for, also when that is a link.
  init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }

  init?(of descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }
}
