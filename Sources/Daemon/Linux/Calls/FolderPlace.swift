// A place in the list of an open folder, from which the list goes on.
import Glibc

extension Sys {
  /// ``forEachEntry(ofOpen:bytes:_:)`` goes on at that place, as the file system counts them (lseek(2)). It does not fail for a
  /// folder that is open and a place that is not below 0.
  package static func seek(_ folder: CInt, to place: Int) { _ = lseek(folder, place, SEEK_SET) }
}
