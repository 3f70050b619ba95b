// roost-backtrace: prints what the main thread of a process is doing, as JSON (roost-backtrace(8)).
import Glibc

guard CommandLine.arguments.count == 2, let pid = pid_t(CommandLine.arguments[1]), pid > 0 else {
  complain("usage: roost-backtrace PID")
  exit(EX_USAGE)
}
TimeLimit.begin()
do {
  try printBacktrace(of: pid)
} catch {
  complain(error.description)
  exit(EXIT_FAILURE)
}
