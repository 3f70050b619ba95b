// A file of a target, and its place in the bundle.

/// A file or folder of the target's.
package struct TargetFile: Hashable, Comparable {
  /// Absolute.
  package let path: String
  /// Where a resource goes in the bundle: its name, or `en.lproj/NAME`.
  package var destination: String

  init(_ path: String) {
    self.path = path
    let folder = lastName(String(path.dropLast(lastName(path).count + 1)))
    destination = folder.hasSuffix(".lproj") ? folder + "/" + lastName(path) : lastName(path)
  }

  package static func < (left: TargetFile, right: TargetFile) -> Bool { left.path < right.path }
}
