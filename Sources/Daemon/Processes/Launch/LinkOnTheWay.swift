// Names the link in a path of RoostFileAccess, which such a path must not have since an app could plant one.
import Glibc
import Linux

nonisolated enum LinkOnTheWay {
  static func sentence(_ path: String) -> String {
    let place = first(in: path).map { "\($0) is a symbolic link" } ?? "there is a symbolic link on the way"
    let cure = realPath(path).map { "; if it is to be opened, name \($0)" } ?? ""
    return "\(path) of RoostFileAccess is not opened to it: \(place)\(cure)"
  }

  private static func first(in path: String) -> String? {
    var place = ""
    for part in path.split(separator: "/") {
      place += "/" + part
      var target = [CChar](repeating: 0, count: 1)
      let isLink = target.withUnsafeMutableBufferPointer { (try? Sys.readlink(place, into: $0)) != nil }
      if isLink { return place }
    }
    return nil
  }
}
