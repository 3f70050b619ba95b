// When a file was written, from what fstat(2) says of it.
import Glibc

/// Nanoseconds since 1970. By itself: where SystemPackage is imported too, a static build finds `timespec` in a module that
/// cannot be named.
nonisolated func modificationTime(of status: stat) -> Int64 {
  Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
}
