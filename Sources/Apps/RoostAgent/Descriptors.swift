// The system calls of the channel.

import CCrash
import Glibc

/// Writes all of `bytes`; the error number when it cannot. One thread at a time for each descriptor.
func writeAll(_ bytes: [UInt8], to descriptor: CInt) -> CInt? {
  // More than PIPE_BUF may be interleaved with the line of a crash (pipe(7)).
  roost_line_begins(descriptor)
  defer { roost_line_ended(descriptor) }
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest.removeFirst(count)
    } else if errno != EINTR {
      return errno
    }
  }
  return nil
}

/// A write to a pipe that nobody reads shall fail with EPIPE and not end the process (pipe(7)). A handler that does
/// nothing, where SIG_IGN would do: execve(2) resets handlers, but programs that the app starts would inherit SIG_IGN.
func catchBrokenPipes() {
  var current = sigaction()
  sigaction(SIGPIPE, nil, &current)
  if current.__sigaction_handler.sa_handler == nil { signal(SIGPIPE) { _ in } }
}

/// Runs `body` on a thread of its own; the error number when there can be none. A pthread and not Foundation's Thread:
/// an agent without UIKit links no Foundation.
func detachThread(_ body: @escaping @Sendable () -> Void) -> CInt? {
  let boxed = Unmanaged.passRetained(Body(body))
  var thread = pthread_t()
  let error = pthread_create(
    &thread, nil,
    { argument in
      if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
      return nil
    }, boxed.toOpaque())
  if error != 0 {
    boxed.release()
    return error
  }
  pthread_detach(thread)
  return nil
}

private final class Body: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
