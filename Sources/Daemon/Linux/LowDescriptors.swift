// Low numbers that are kept for the descriptors of a new process, so that the kernel copies few of the daemon's to it.
import Glibc
import Synchronization
import SystemPackage

/// A new process gets a copy of all descriptors below the highest that it needs (close_range(2), `CLOSE_RANGE_UNSHARE`),
/// and the daemon has five for each app: of twenty thousand the copy alone takes 4 ms. So those that a process gets are
/// moved to the beginning meanwhile.
package nonisolated enum LowDescriptors {
  /// A copy of as many costs less than to move five.
  private static let few: CInt = 64
  /// The first is open on /dev/null, and so is each of the others while none is moved there. Empty where nobody has kept
  /// any.
  private static let places = Mutex<[CInt]>([])

  /// Keeps five, before anything is opened that stays open; without, each process gets a larger copy.
  package static func keep() {
    places.withLock { places in
      while places.count < 6, let place = try? Sys.open("/dev/null", O_RDONLY | O_CLOEXEC) { places.append(place) }
    }
  }

  /// Makes way for them: a descriptor that this process was started with has a higher number from now on.
  ///
  /// - Returns: that number; its own where it is high enough, or cannot be moved.
  package static func yielded(by descriptor: CInt) -> CInt {
    guard descriptor < few, let higher = try? Sys.fcntl(descriptor, F_DUPFD_CLOEXEC, few) else { return descriptor }
    try? Sys.close(descriptor)
    return higher
  }

  /// Runs `body` with descriptors of the same files, at numbers that are as low as can be had; -1 stays -1.
  static func with<Result>(_ descriptors: [CInt], _ body: ([CInt]) -> Result) -> Result {
    places.withLock { places in
      guard let null = places.first, descriptors.contains(where: { $0 >= few }) else { return body(descriptors) }
      var moved = descriptors
      for (number, place) in zip(descriptors.indices, places.dropFirst()) where descriptors[number] >= few {
        if (try? Sys.duplicate(descriptors[number], as: place)) != nil { moved[number] = place }
      }
      defer {
        for place in moved where places.contains(place) && (try? Sys.duplicate(null, as: place)) == nil {
          // The app's end of a pipe must not stay open here, and the number is no longer ours.
          try? Sys.close(place)
          places.removeAll { $0 == place }
        }
      }
      return body(moved)
    }
  }
}
