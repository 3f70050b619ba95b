// The descriptors of a new process, when the daemon has so many that a copy of all takes longer than the launch.
import FailingCalls
import Glibc
import Linux
import SystemPackage
import TestFolders
import Testing

@testable import Processes

@MainActor @Suite(.serialized) struct LowDescriptorsTests {
  /// It writes the numbers of its descriptors, and the size of the table that the kernel has made for them, and ends.
  private static let teller = """
    import os
    size = [line.split()[1] for line in open('/proc/self/status') if line.startswith('FDSize:')]
    print([n for n in range(5000) if os.path.exists(f'/proc/self/fd/{n}')], size[0], file=os.fdopen(4, 'w'))
    """

  @Test("A launch of a daemon with thousands of descriptors gives the app its five, and a small table for them")
  func few() throws {
    LowDescriptors.keep()
    try withDescriptors(3000) {
      try withApp(ProcessesTestApp(python: Self.teller)) { app throws in
        let line = try #require(try app.lines(1).first)
        let words = try #require(line.wholeMatch(of: /\[0, 1, 2, 3, 4\] (\d+)/), "\(line)")
        #expect(try #require(Int(words.1)) < 3000)
        _ = try app.waitForEnd()
        #expect(isAtEnd(app.replies))
      }
    }
  }

  @Test(
    "A launch gives the app its five descriptors, or says why not, whichever system call fails; none stays open here")
  func failing() async throws {
    LowDescriptors.keep()
    let many = (0..<100).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    defer { for descriptor in many { close(descriptor) } }
    try await eachSystemCallFails(expecting: [.clone3, .dup3, .open], telling: .errno, everywhere: true) { _ in
      LowDescriptors.keep()
      return Launched()
    } act: { (launched: Launched) in
      do {
        launched.app = try ProcessesTestApp(shell: "echo ok >&4")
      } catch let error as LaunchError {
        throw error.errno
      }
    } check: { launched, _, _ in
      try withApp(launched.take() ?? ProcessesTestApp(shell: "echo ok >&4")) { app throws in
        #expect(try app.lines(1) == ["ok"])
        #expect(isAtEnd(app.replies))
      }
    }
  }
}

/// A launch that may have failed. It is tidied up when no call fails any more: one that is not reaped keeps the tests in
/// processes of their own from their end.
@MainActor private final class Launched {
  var app: ProcessesTestApp?

  func take() -> ProcessesTestApp? {
    defer { app = nil }
    return app
  }

  isolated deinit { app?.finish() }
}

/// Whether nobody has the other end open any more, in a minute: the app has ended, and nobody here has kept it.
private func isAtEnd(_ pipe: CInt) -> Bool {
  var ready = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
  var byte: UInt8 = 0
  return poll(&ready, 1, 60_000) == 1 && read(pipe, &byte, 1) == 0
}

/// Runs `body` while so many more descriptors are open, the lowest numbers among them.
private func withDescriptors(_ count: Int, _ body: () throws -> Void) throws {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  let before = limit
  limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, rlim_t(count) + 2000))
  try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
  let many = (0..<count).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
  defer {
    for descriptor in many { close(descriptor) }
    var before = before
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before)
  }
  try #require(!many.contains(-1))
  try body()
}
