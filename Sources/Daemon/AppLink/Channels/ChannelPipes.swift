// The two pipes of a channel, from their making until each end has its owner.
import Glibc
import Linux
import SystemPackage
package import Systemd

/// Four descriptors, closed unless taken. The supervisor's ends are non-blocking; the app's are not, since O_NONBLOCK
/// belongs to the open file description (fcntl(2)) and a shell script could not read from such a pipe.
@MainActor package struct ChannelPipes: ~Copyable {
  /// The app reads its events here.
  package let appEvents: CInt
  /// The app writes its replies here.
  package let appReplies: CInt
  private var events: CInt?
  private var replies: CInt?

  package init() throws(SystemCallError) {
    do {
      let (down, up) = try Self.pipes()
      appEvents = down.read
      appReplies = up.write
      events = down.write
      replies = up.read
    } catch {
      throw SystemCallError(
        action: "make a channel", errno: error,
        cure: "end apps that are not needed, or raise LimitNOFILE= of the daemon's unit")
    }
  }

  deinit {
    for end in [appEvents, appReplies, events, replies] { if let end { try? Sys.close(end) } }
  }

  /// The end events are written to; its owner closes it.
  package mutating func takeEvents() -> CInt { Self.take(&events) }

  /// The end replies are read from; its owner closes it.
  package mutating func takeReplies() -> CInt { Self.take(&replies) }

  private static func take(_ end: inout CInt?) -> CInt {
    defer { end = nil }
    return end ?? -1
  }

  private typealias Ends = (read: CInt, write: CInt)

  private static func pipes() throws(Errno) -> (down: Ends, up: Ends) {
    let down = try Sys.pipe()
    var all = [down.read, down.write]
    do throws(Errno) {
      let up = try Sys.pipe()
      all += [up.read, up.write]
      for end in [down.write, up.read] { try Sys.fcntl(end, F_SETFL, O_NONBLOCK) }
      return (down, up)
    } catch {
      for end in all { try? Sys.close(end) }
      throw error
    }
  }
}
