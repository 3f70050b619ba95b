// The two pipes of a channel, from their making until each end has its owner.
import Glibc
import Linux
package import SystemPackage
import Systemd

/// Four descriptors, closed unless taken. The supervisor's ends are non-blocking; the app's are not, since O_NONBLOCK
/// belongs to the open file description (fcntl(2)) and a shell script could not read from such a pipe.
@MainActor package struct ChannelPipes: ~Copyable {
  /// The app reads its events here.
  package let appEvents: FileDescriptor
  /// The app writes its replies here.
  package let appReplies: FileDescriptor
  private var events: FileDescriptor?
  private var replies: FileDescriptor?

  package init() throws {
    let down = try Self.pipe()
    do {
      let up = try Self.pipe()
      appEvents = down.read
      appReplies = up.write
      events = down.write
      replies = up.read
    } catch {
      try? down.read.close()
      try? down.write.close()
      throw error
    }
    for end in [events, replies] { _ = fcntl(end?.rawValue ?? -1, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    for end in [appEvents, appReplies, events, replies] { try? end?.close() }
  }

  /// The end events are written to; its owner closes it.
  package mutating func takeEvents() -> CInt { Self.take(&events) }

  /// The end replies are read from; its owner closes it.
  package mutating func takeReplies() -> CInt { Self.take(&replies) }

  private static func take(_ end: inout FileDescriptor?) -> CInt {
    defer { end = nil }
    return end?.rawValue ?? -1
  }

  private static func pipe() throws -> (read: FileDescriptor, write: FileDescriptor) {
    let ends: (read: CInt, write: CInt)
    do { ends = try Sys.pipe() } catch { throw SystemCallError(action: "make a channel", errno: error) }
    // Two calls where pipe2(2) is one, which Swift's Glibc does not have; only this thread ever forks.
    for end in [ends.read, ends.write] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (FileDescriptor(rawValue: ends.read), FileDescriptor(rawValue: ends.write))
  }
}
