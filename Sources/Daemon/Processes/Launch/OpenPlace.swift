// A place in the file system that a sandbox has a rule for, found before the rule is made.
import Glibc
import Linux
package import SystemPackage

/// Closed with the value. All questions that its file system has to answer are asked by `init`: it may be one of the
/// network, which does not answer.
package nonisolated final class OpenPlace: Sendable {
  let descriptor: CInt
  /// Of what a bundle asks for, the place without links; that of the root where it cannot be told.
  let path: String
  let isFolder: Bool
  let isSocket: Bool
  /// The place without links, of one on whatever file system.
  let real: String?

  /// The reason why there is none.
  package struct Problem: Error {
    let errno: Errno
    /// The sentence about the link that a bundle's path must not have.
    var link: String?

    package init(errno: Errno, link: String? = nil) {
      self.errno = errno
      self.link = link
    }
  }

  /// - Parameter isFar: whether it is on whatever file system; its real path is asked for.
  package init(_ rule: Sandbox.Rule, isFar: Bool = false) throws(Problem) {
    do throws(Errno) {
      // A link may have been planted by an app that may write there.
      descriptor = try Sys.openPlace(rule.path, followingLinks: !rule.isAskedFor)
    } catch {
      let isLink = rule.isAskedFor && error == .tooManySymbolicLinkLevels
      throw Problem(errno: error, link: isLink ? LinkOnTheWay.sentence(rule.path) : nil)
    }
    real = isFar || rule.isAskedFor ? realPath("/proc/self/fd/\(descriptor)") : nil
    path = rule.isAskedFor ? real ?? "/" : rule.path
    do throws(Errno) {
      let kind = try FileStatus(of: descriptor).kind
      (isFolder, isSocket) = (kind == .folder, kind == .socket)
    } catch {
      try? Sys.close(descriptor)
      throw Problem(errno: error)
    }
  }

  deinit { try? Sys.close(descriptor) }
}
