// A directory beside a bundle-to-be, which takes its place in one step or leaves nothing behind.
import Glibc

struct StagingDirectory: ~Copyable {
  let path: String

  init(besides output: String) throws(CommandFailure) {
    var template = Array((output + ".XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw unable("make a directory beside \(output)", errno) }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  /// A bundle that is there goes: rename(2) does not replace a directory that has something in it, so the old bundle
  /// first moves aside, and comes back when the new one cannot take its place.
  func moveIntoPlace(_ output: String) throws(CommandFailure) {
    // mkdtemp(3) makes it private; an app's bundle is for everyone to read.
    guard chmod(path, 0o755) == 0 else { throw unable("open \(path)", errno) }
    if rename(path, output) == 0 { return }
    guard errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR else { throw unable("make \(output)", errno) }
    guard access("\(output)/Info.plist", F_OK) == 0 else {
      throw .refused("\(output) exists and is not a bundle; move it away or choose another name")
    }
    let old = path + ".old"
    guard rename(output, old) == 0 else { throw unable("replace \(output)", errno) }
    guard rename(path, output) == 0 else {
      let reason = errno
      rename(old, output)
      throw unable("replace \(output)", reason)
    }
    try? FolderRemoval.remove(old)
  }

  deinit { try? FolderRemoval.remove(path) }
}
