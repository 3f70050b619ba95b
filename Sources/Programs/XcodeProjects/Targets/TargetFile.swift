// A file of a target, and its place in the bundle.

/// A file or folder of the target's.
package struct TargetFile: Hashable, Comparable {
  /// Absolute.
  package let path: String
  /// Where a resource goes in the bundle: its name, or `en.lproj/NAME`.
  package var destination: String

  init(_ path: String) {
    self.path = path
    let parts = pathParts(path)
    let (folder, name) = (parts.dropLast().last ?? "", parts.last ?? "")
    destination = folder.hasSuffix(".lproj") ? folder + "/" + name : name
  }

  package static func < (left: TargetFile, right: TargetFile) -> Bool { left.path < right.path }
}
