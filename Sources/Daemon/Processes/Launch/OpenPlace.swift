// A place in the file system that a sandbox has a rule for, found before the rule is made.
import Glibc
import Linux
package import SystemPackage

/// Closed with the value. All questions that its file system has to answer are asked by `init`: it may be one of the
/// network, which does not answer.
package nonisolated final class OpenPlace: Sendable {
  let descriptor: CInt
  /// Of what a bundle asks for or names as a program, the place without links; that of the root where it cannot be told.
  let path: String
  let isFolder: Bool
  let isSocket: Bool
  /// Whether it is a file that somebody may execute.
  let isProgram: Bool
  /// The place without links; nil where that of one on whatever file system cannot be told.
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
      (descriptor, real) = try isFar || rule.isByBundle ? Self.looked(rule) : Self.opened(rule.path)
    } catch {
      let isLink = rule.isAskedFor && error == .tooManySymbolicLinkLevels
      throw Problem(errno: error, link: isLink ? LinkOnTheWay.sentence(rule.path) : nil)
    }
    path = rule.isByBundle ? real ?? "/" : rule.path
    do throws(Errno) {
      let status = try FileStatus(of: descriptor)
      (isFolder, isSocket) = (status.kind == .folder, status.kind == .socket)
      isProgram = status.kind == .regular && status.permissions & 0o111 != 0
    } catch {
      try? Sys.close(descriptor)
      throw Problem(errno: error)
    }
  }

  private static func looked(_ rule: Sandbox.Rule) throws(Errno) -> (CInt, String?) {
    // A link may have been planted by an app that may write there.
    let descriptor = try Sys.openPlace(rule.path, followingLinks: !rule.isAskedFor)
    return (descriptor, realPath("/proc/self/fd/\(descriptor)"))
  }

  /// Where no link is on the way, as usual, the path itself tells where it leads, and no further call is made.
  private static func opened(_ path: String) throws(Errno) -> (CInt, String?) {
    do throws(Errno) {
      return (try Sys.openPlace(path, followingLinks: false), Self.withoutDots(path))
    } catch {
      guard error == .tooManySymbolicLinkLevels else { throw error }
      let descriptor = try Sys.openPlace(path, followingLinks: true)
      // Where it cannot be told, it is judged as what holds everything.
      return (descriptor, realPath("/proc/self/fd/\(descriptor)") ?? "/")
    }
  }

  /// Each launch opens some twenty places, and hardly one needs to be written anew.
  private static func withoutDots(_ path: String) -> String {
    var (isNormal, isAtStart) = (true, false)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "/"):
        if isAtStart { isNormal = false }
        isAtStart = true
      case UInt8(ascii: "."):
        if isAtStart { isNormal = false }
        isAtStart = false
      case _: isAtStart = false
      }
    }
    return isNormal ? path : FilePath(path).lexicallyNormalized().string
  }

  deinit { try? Sys.close(descriptor) }
}
