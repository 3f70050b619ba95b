// A Unix socket whose other end is not trusted: the daemon's loop never closes a descriptor that somebody sent over it.
package import SystemPackage

/// The kernel closes descriptors that nobody has asked for on the thread that reads their message, or closes the socket
/// with the message unread (unix(7), SCM_RIGHTS). The last close of a TCP socket whose sender has set SO_LINGER waits as
/// long as the sender likes (socket(7)).
///
/// So the kernel is to refuse them to the sender. One before Linux 6.16 cannot: then each message is looked at before it
/// is taken, and such a socket is closed on a thread of its own.
package nonisolated struct UntrustedSocket: Sendable {
  package let descriptor: CInt
  private let looksFirst: Bool

  /// Of a socket that nobody could write to before.
  package init(_ descriptor: CInt) { self.init(descriptor, mayHaveBeenWrittenTo: false) }

  /// - Parameter mayHaveBeenWrittenTo: before this, when nobody refused anything.
  package init(_ descriptor: CInt, mayHaveBeenWrittenTo: Bool) {
    self.descriptor = descriptor
    let isRefused = (try? Sys.refuseDescriptors(descriptor)) != nil
    looksFirst = mayHaveBeenWrittenTo || !isRefused
  }

  /// Bytes of a stream; 0 at its end.
  /// - Throws: `EPROTO` where descriptors come with them; the socket is of no more use then but to be closed.
  package func read(into bytes: inout [UInt8]) throws(Errno) -> Int {
    looksFirst ? try Sys.receivePlain(descriptor, into: &bytes) : try Sys.read(descriptor, into: &bytes)
  }

  /// One datagram of a socket with SO_PASSCRED, and the pid that the kernel vouches for; 0 where it names none.
  /// - Throws: as ``read(into:)``.
  package func receive(into bytes: inout [UInt8]) throws(Errno) -> (count: Int, sender: Int32) {
    try Sys.receive(descriptor, into: &bytes, looksFirst: looksFirst)
  }

  package func close() {
    guard looksFirst else { return _ = try? Sys.close(descriptor) }
    WorkQueue().async { [descriptor] in try? Sys.close(descriptor) }
  }
}
