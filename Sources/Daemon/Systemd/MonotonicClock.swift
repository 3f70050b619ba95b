// The clock that every deadline of the daemon is set on.
import Glibc
import Linux

/// Nanoseconds of CLOCK_MONOTONIC, read now (clock_gettime(2)).
///
/// sd_event_now(3) would answer with the time at which the loop woke up; a deadline must not inherit the time that
/// earlier callbacks of the same iteration took.
public nonisolated func monotonicNow() -> UInt64 { UInt64(nanoseconds(of: CLOCK_MONOTONIC)) }

/// Nanoseconds of one of the kernel's clocks (clock_gettime(2)).
public nonisolated func nanoseconds(of clock: CInt) -> Int64 { Sys.time(of: clock) }
