// The mounts that a new process has to itself (mount_namespaces(7)).
import CLinux
import Glibc
import SystemPackage

/// The file system of a new process: all is read-only but some places, and nothing is seen of some folders but some places.
package nonisolated struct PrivateMounts: Sendable {
  /// A file or folder, with all that is mounted below.
  package struct Place: Hashable, Sendable {
    /// Without links.
    package let path: String
    /// A descriptor of it, where its file system is not to be asked again, and another that has its path meanwhile is not meant.
    package var held: CInt?
    package var isFolder: Bool
    package var isWritable = false
    /// Whether it is left out where there is nothing, or something else.
    package var mayBeMissing = true
    /// Nil for one that stays where it is.
    package var cover: Cover?

    package init(_ path: String, held: CInt? = nil, isFolder: Bool) {
      self.path = path
      self.held = held
      self.isFolder = isFolder
    }
  }

  /// The way to a place in a folder that is covered.
  package struct Cover: Hashable, Sendable {
    /// Among ``PrivateMounts/covers``.
    package let number: Int
    /// With a slash before it.
    package let way: String

    package init(number: Int, way: String) {
      self.number = number
      self.way = way
    }
  }

  private let namespace: UserNamespace
  /// Folders in which nothing is seen but the places that are in them.
  package let covers: [String]
  package let places: [Place]

  package init(in namespace: UserNamespace, covers: [String], places: [Place]) {
    self.namespace = namespace
    self.covers = covers
    self.places = places
  }

  /// As the child of clone3(2) takes them.
  func with<Result>(_ body: (UnsafePointer<roost_mounts>) -> Result) -> Result {
    let covers = covers.map { UnsafePointer(strdup($0)) }
    let paths = places.map { (strdup($0.path), $0.cover.map { strdup($0.way) } ?? nil) }
    defer {
      covers.forEach { free(UnsafeMutablePointer(mutating: $0)) }
      paths.forEach {
        free($0.0)
        free($0.1)
      }
    }
    let raw = zip(places, paths).map { place, path in
      roost_place(
        path: path.0, held: place.held ?? -1, cover: place.cover?.number ?? 0, way: path.1, is_folder: place.isFolder,
        is_writable: place.isWritable, is_optional: place.mayBeMissing)
    }
    var trees = [CInt](repeating: -1, count: places.count + 1)
    return raw.withUnsafeBufferPointer { raw in
      covers.withUnsafeBufferPointer { covers in
        trees.withUnsafeMutableBufferPointer { trees in
          var whole = roost_mounts(
            user_namespace: namespace.descriptor, user: namespace.user, group: namespace.group,
            covers: covers.baseAddress, cover_count: covers.count, places: raw.baseAddress, trees: trees.baseAddress,
            count: raw.count, limit: Spawn.longestExec)
          return body(&whole)
        }
      }
    }
  }
}
