// The system calls by which an app would slow down threads of others that have the same user.

extension Denial {
  /// For an app whose user is also the daemon's or another app's. The kernel lets a user command all of its threads, by number,
  /// group or user (sched_setscheduler(2), setpriority(2), ioprio_set(2), migrate_pages(2)): one that is given the lowest policy,
  /// on a processor that somebody keeps busy, hardly runs. A filter cannot tell an app's own threads from others, so each
  /// commands itself alone, by 0.
  package nonisolated static let neighbours =
    [
      "migrate_pages", "move_pages", "sched_setaffinity", "sched_setattr", "sched_setparam", "sched_setscheduler",
    ].map { Denial($0, .different(0, 0)) }
    // PRIO_USER and IOPRIO_WHO_USER mean the whole user by 0 as well.
    + [Denial("setpriority", .different(1, 0)), Denial("setpriority", .int(0, 2))]
    + [Denial("ioprio_set", .different(1, 0)), Denial("ioprio_set", .int(0, 3))]
}
