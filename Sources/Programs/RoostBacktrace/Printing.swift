// Prints a process's backtrace as one JSON document.
import FoundationEssentials
import Glibc
import HelperRights
import Reports

func printBacktrace(of pid: pid_t, thread: pid_t) throws(Failure) {
  try find(thread, in: pid)
  // Stopped only while it is unwound: names are found when it runs again.
  let tracee = try Tracee(thread)
  // The thread is named by the app. It may have ended just before, and its number be another process's; from now on it
  // is kept by the kernel.
  try find(thread, in: pid)
  let subject = try Subject(pid, thread: thread)
  do { try HelperRights.ofReader(of: subject).keepOnly() } catch { throw Failure("\(error)") }
  let stack = try Stack(of: subject)
  var backtrace = try stack.unwind()
  _ = consume tracee
  stack.name(&backtrace, while: { TimeLimit.allowsExtras })
  try write(encoded(backtrace), to: STDOUT_FILENO)
}

private func find(_ thread: pid_t, in pid: pid_t) throws(Failure) {
  guard thread == pid || access("/proc/\(pid)/task/\(thread)", F_OK) == 0 else {
    throw Failure("process \(pid) has no thread \(thread)")
  }
}

/// At most `Backtrace.outputLimit` bytes: names can be so long that the outermost frames have to go.
private func encoded(_ backtrace: Backtrace) throws(Failure) -> Data {
  var backtrace = backtrace
  while true {
    let json: Data
    do { json = try JSONEncoder().encode(backtrace) } catch { throw Failure("unable to write JSON: \(error)") }
    if json.count < Backtrace.outputLimit { return json + [UInt8(ascii: "\n")] }
    backtrace.frames.removeLast(backtrace.frames.count / 2)
    backtrace.incomplete = "the names of all frames are longer than \(Backtrace.outputLimit >> 20) MiB"
  }
}

private func write(_ data: Data, to descriptor: CInt) throws(Failure) {
  var rest = data[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { throw Failure("unable to write the backtrace: \(String(cString: strerror(errno)))") }
    rest = rest.dropFirst(count)
  }
}

/// On standard error, after the program's name.
func complain(_ words: String) {
  "roost-backtrace: \(words)\n".withCString { _ = Glibc.write(STDERR_FILENO, $0, strlen($0)) }
}
