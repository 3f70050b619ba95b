// A helper's share of a processor while a library keeps its thread: servers can have libcurl and OpenSSL read without end.
import Glibc
import HelperRights
import Linux
import Testing

// Each in a process of its own, whose processor time is its own too.
@Suite(.timeLimit(.minutes(40))) struct HelperProcessorShareTests {
  @Test("A helper takes a tenth of a processor also while one call does not return, with the few calls that it keeps")
  func kept() async {
    await #expect(processExitsWith: .success) {
      var ends: [CInt] = [-1, -1]
      guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0 else { _exit(EXIT_FAILURE) }
      try ProcessorShare.enforce(endingWith: ends[0], after: 600, lastWords: [])
      let rights = HelperRights(
        owner: nil, readable: ["/"], limits: [.core: 0], calls: HelperRights.basicCalls + HelperRights.networkCalls)
      try rights.keepOnly()
      let (used, end) = (nanoseconds(CLOCK_PROCESS_CPUTIME_ID), nanoseconds(CLOCK_MONOTONIC) + 4_000_000_000)
      while nanoseconds(CLOCK_MONOTONIC) < end {}
      // Four seconds or five have begun, and the kernel sees to each by ticks.
      _exit(nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - used < 1_000_000_000 ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test("A call that keeps the share spent for too long ends the helper, which says its last words")
  func tooLong() async {
    let end = await #expect(processExitsWith: .exitCode(EXIT_FAILURE), observing: [\.standardOutputContent]) {
      try ProcessorShare.enforce(endingWith: STDOUT_FILENO, after: 2, lastWords: Array("that was all\n".utf8))
      while nanoseconds(CLOCK_MONOTONIC) > 0 {}
    }
    let said = String(decoding: end?.standardOutputContent ?? [], as: UTF8.self)
    #expect(said.contains("that was all\n"))
  }

  @Test("A helper does not rest while useful work earns what it uses")
  func useful() async {
    await #expect(processExitsWith: .success) {
      // The first rest would end it, with a failure.
      try ProcessorShare.enforce(endingWith: STDOUT_FILENO, after: 1, lastWords: Array("a rest\n".utf8))
      let end = nanoseconds(CLOCK_PROCESS_CPUTIME_ID) + 500_000_000
      while nanoseconds(CLOCK_PROCESS_CPUTIME_ID) < end {
        ProcessorShare.hasReturned(earned: nanoseconds(CLOCK_PROCESS_CPUTIME_ID))
      }
    }
  }
}

/// clock_gettime(2)
private func nanoseconds(_ clock: clockid_t) -> Int64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
