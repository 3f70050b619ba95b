// The part of the file system that an app sees and may change whose user others have too (LA7).
package import Linux

/// Landlock does not judge who changes the mode, the times or the attributes of a file, nor who connects to a socket that has a
/// path (landlock(7)). For an app with a user of its own the kernel's rights of files do; for one whose user others have too,
/// its mounts: all is read-only but the places that it may write to, and folders with sockets in them are covered.
package nonisolated struct AppView: Sendable {
  /// A folder by both its names.
  package struct Directory: Hashable, Sendable {
    /// As `roostd.toml` or the environment has it.
    package let path: String
    /// Without links.
    package let real: String

    package init(_ path: String, real: String) {
      self.path = path
      self.real = real
    }

    /// The way to a place in it from there; nil where it is not in it.
    fileprivate func way(to place: String) -> String? {
      for folder in [real, path] where place != folder && Sandbox.isBeneath(place, folder) {
        return String(place.dropFirst(folder.count))
      }
      return nil
    }
  }

  /// A launch makes no more mounts than these: each takes the kernel some microseconds, and the loop waits.
  package static let mostPlaces = 128

  private let state: Directory
  private let covered: [Directory]
  private let kept: [PrivateMounts.Place]

  /// - Parameters:
  ///   - state: the folder of the containers, which is not covered, but may be reached by a link.
  ///   - covered: folders that there are. To cover the root would leave nothing, and it is not.
  ///   - kept: places in them that an app sees besides those that its sandbox has rules for.
  package init(state: Directory, covering covered: [Directory], keeping kept: [PrivateMounts.Place]) {
    self.state = state
    let folders = Set(covered.filter { $0.real != "/" })
    self.covered = folders.filter { one in
      !folders.contains { $0.real != one.real && Sandbox.isBeneath(one.real, $0.real) }
    }.sorted { $0.real < $1.real }
    self.kept = kept
  }

  /// - Parameter left: is told how many places are left out, where the bundle asks for too many.
  package func mounts(
    for sandbox: Sandbox, in namespace: UserNamespace, left: (Int) -> Void
  ) -> PrivateMounts {
    PrivateMounts(in: namespace, covers: covered.map(\.real), places: places(for: sandbox, left: left))
  }

  /// Those that are not as all the rest is. The daemon's own are there however many the bundle asks for.
  func places(for sandbox: Sandbox, left: (Int) -> Void = { _ in }) -> [PrivateMounts.Place] {
    let own = kept.compactMap { placed($0) } + sandbox.ownPlaces.compactMap { placed($0, looking: true) }
    let asked = sandbox.farPlaces.compactMap { placed($0) }.sorted { $0.path < $1.path }
    let room = max(0, Self.mostPlaces - own.count)
    if asked.count > room { left(asked.count - room) }
    return Self.withoutNested(own + asked.prefix(room))
  }

  /// Nil for one that is neither in a folder that is covered, nor to be written to.
  private func placed(_ place: PrivateMounts.Place, looking: Bool = false) -> PrivateMounts.Place? {
    for (number, covered) in covered.enumerated() {
      guard let way = covered.way(to: place.path) else { continue }
      var inside = PrivateMounts.Place(covered.real + way, held: place.held, isFolder: place.isFolder)
      (inside.isWritable, inside.mayBeMissing, inside.cover) = (
        place.isWritable, place.mayBeMissing, PrivateMounts.Cover(number: number, way: way)
      )
      if looking {
        guard let status = try? FileStatus(of: inside.path) else { return nil }
        inside.isFolder = status.kind == .folder
      }
      return inside
    }
    guard place.isWritable else { return nil }
    guard let way = state.way(to: place.path) else { return place }
    var real = PrivateMounts.Place(state.real + way, held: place.held, isFolder: place.isFolder)
    (real.isWritable, real.mayBeMissing) = (true, place.mayBeMissing)
    return real
  }

  /// A folder comes before those that are in it, so that it does not hide them, and those that have nothing more than it are
  /// left out: of a chain of them, each copied with what is below, the kernel would make thousands of mounts.
  private static func withoutNested(_ places: [PrivateMounts.Place]) -> [PrivateMounts.Place] {
    // A slash is less than every other byte, so that all in a folder come right after it.
    let sorted = places.map { (key: $0.path.utf8.map { $0 == UInt8(ascii: "/") ? 0 : $0 }, place: $0) }
      .sorted { $0.key == $1.key ? $0.place.isWritable : $0.key.lexicographicallyPrecedes($1.key) }
    var (found, around): ([PrivateMounts.Place], [PrivateMounts.Place]) = ([], [])
    for (_, place) in sorted {
      while let last = around.last, !Sandbox.isBeneath(place.path, last.path) { around.removeLast() }
      if let last = around.last, last.isWritable || !place.isWritable { continue }
      around.append(place)
      found.append(place)
    }
    return found
  }
}
