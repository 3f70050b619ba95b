// One heap for all threads of the daemon.
import CLinux

package nonisolated enum MallocArena {
  /// Each of the short-lived threads would take the next of 8 heaps for each processor, and what it frees stays there (mallopt(3),
  /// M_ARENA_MAX): with 3,900 apps 18 MB more than in one. Small pieces are each thread's own in any case (its tcache).
  ///
  /// To be called before there is a second thread.
  package static func useOne() { roost_use_one_arena() }
}
