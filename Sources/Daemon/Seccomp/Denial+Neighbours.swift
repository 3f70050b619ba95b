// The system calls by which an app would slow down or overhear others that have the same user.
import SystemPackage

extension Denial {
  /// For an app whose user is also the daemon's or another app's.
  package nonisolated static let neighbours = commands + objects

  /// The kernel lets a user command all of its threads, by number, group or user (sched_setscheduler(2), setpriority(2),
  /// ioprio_set(2), migrate_pages(2)): one that is given the lowest policy, on a processor that somebody keeps busy, hardly
  /// runs. A filter cannot tell an app's own threads from others, so each commands itself alone, by 0.
  private nonisolated static let commands =
    [
      "migrate_pages", "move_pages", "sched_setaffinity", "sched_setattr", "sched_setparam", "sched_setscheduler",
    ].map { Denial($0, .different(0, 0)) }
    // PRIO_USER and IOPRIO_WHO_USER mean the whole user by 0 as well.
    + [Denial("setpriority", .different(1, 0)), Denial("setpriority", .int(0, 2))]
    + [Denial("ioprio_set", .different(1, 0)), Denial("ioprio_set", .int(0, 3))]

  /// Shared memory, semaphores and queues of System V: everybody lists all of them (shmctl(2), `SHM_STAT`), their mode keeps out
  /// other users alone, and nobody removes them at the app's end. As a kernel answers that was built without.
  private nonisolated static let objects =
    [
      "msgctl", "msgget", "msgrcv", "msgsnd", "semctl", "semget", "semop", "semtimedop", "shmat", "shmctl", "shmdt",
      "shmget",
    ].map { Denial($0, answer: .noFunction) }
}
