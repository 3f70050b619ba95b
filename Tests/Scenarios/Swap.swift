// Real swap for a test: a file that the kernel swaps to as long as this is there.
import Foundation
import RoostTesting

final class Swap {
  private let file = "/var/tmp/roost-swap-\(getpid())"

  /// Nil where nobody may switch swap on, or not to such a file.
  init?() {
    guard geteuid() == 0,
      (try? Self.run("/bin/dd", "if=/dev/zero", "of=\(file)", "bs=1M", "count=128", "status=none")) == 0,
      chmod(file, 0o600) == 0, (try? Self.run("/sbin/mkswap", file)) == 0, (try? Self.run("/sbin/swapon", file)) == 0
    else {
      unlink(file)
      return nil
    }
  }

  deinit {
    _ = try? Self.run("/sbin/swapoff", file)
    unlink(file)
  }

  private static func run(_ program: String, _ arguments: String...) throws -> Int32 {
    try Program(program, arguments, output: "/dev/null", errors: "/dev/null").wait()
  }
}
