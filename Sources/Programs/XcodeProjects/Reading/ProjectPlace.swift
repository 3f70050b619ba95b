// The .xcodeproj that an import is of, where it lies: the author of a link to one would choose the folder that is read.
import Glibc

package struct ProjectPlace: Sendable {
  /// Without links.
  package let path: String
  /// Of the folder and of the list of files in it.
  package let owner: TreeOwner

  static let ending = ".xcodeproj"

  /// - Parameter name: a path as a person types it.
  package init(_ name: String) throws(ProjectError) {
    // A slash behind a link would lead through it (path_resolution(7)).
    let end = name.utf8.lastIndex { $0 != UInt8(ascii: "/") }
    let shown = end.map { String(Substring(name.utf8[...$0])) } ?? name
    // O_PATH: of a link it opens the link itself (open(2)).
    let place = open(shown, 0o10000000 | O_NOFOLLOW | O_CLOEXEC)
    guard place >= 0 else { throw .unreadable(shown, why: String(cString: strerror(errno))) }
    defer { close(place) }
    var folder = stat()
    guard fstat(place, &folder) == 0 else { throw .unreadable(shown, why: String(cString: strerror(errno))) }
    guard folder.st_mode & S_IFMT != S_IFLNK else {
      throw .refused(shown, why: "it is a link, which may lead to any folder; name the project where it is")
    }
    guard folder.st_mode & S_IFMT == S_IFDIR, let real = SourceRoot.path(of: place),
      real.utf8.suffix(Self.ending.utf8.count).elementsEqual(Self.ending.utf8)
    else { throw .notAProject(shown, cure: "name the folder NAME.xcodeproj that Xcode has made") }
    path = real
    owner = try Self.owner(of: place, folder, shown)
  }

  /// The folder that it is in, without links.
  package var folder: String { "/" + pathParts(path).dropLast().joined(separator: "/") }

  private static func owner(of place: CInt, _ folder: stat, _ shown: String) throws(ProjectError) -> TreeOwner {
    let list = "project.pbxproj"
    var status = stat()
    guard fstatat(place, list, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw .unreadable("\(shown)/\(list)", why: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .refused(shown, why: "its \(list) is no file; put the file itself there")
    }
    guard status.st_uid == folder.st_uid else {
      throw .refused(
        shown,
        why: "it and its \(list) belong to different users, so that nobody knows whose files it may name; give both to "
          + "one user with `chown`, or import a copy of yours")
    }
    return TreeOwner(user: folder.st_uid, mode: folder.st_mode).inside(user: status.st_uid, mode: status.st_mode)
  }
}
