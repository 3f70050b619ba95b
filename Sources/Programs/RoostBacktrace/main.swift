// roost-backtrace: prints what a thread of a process, or else its main one, is doing, as JSON (roost-backtrace(8)).
import Glibc

let numbers = CommandLine.arguments.dropFirst().compactMap { pid_t($0) }
guard 1...2 ~= numbers.count, numbers.count == CommandLine.arguments.count - 1, numbers.allSatisfy({ $0 > 0 }) else {
  complain("usage: roost-backtrace PID [TID]")
  exit(EX_USAGE)
}
TimeLimit.begin()
// Files that were made to harm their reader may take seconds of a processor, which others need more; a quarter of one that a
// process uses without end is enough for all others. Once it has given up its rights it cannot make this call.
setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
do {
  try printBacktrace(of: numbers[0], thread: numbers[numbers.count - 1])
} catch {
  complain(error.description)
  exit(EXIT_FAILURE)
}
