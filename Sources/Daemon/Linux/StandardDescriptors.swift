// Standard input, output and error of a daemon that was started without: no other file may take their places.
import Glibc

package nonisolated enum StandardDescriptors {
  /// Opens /dev/null in each place that is free, before anything else is opened: a log line would be written into whatever
  /// comes to be there.
  package static func fill() {
    while let descriptor = try? Sys.open("/dev/null", O_RDWR | O_CLOEXEC) {
      guard descriptor <= STDERR_FILENO else { return (try? Sys.close(descriptor)) ?? () }
      // The program that this process becomes next has them as well.
      _ = try? Sys.fcntl(descriptor, F_SETFD, 0)
    }
  }
}
