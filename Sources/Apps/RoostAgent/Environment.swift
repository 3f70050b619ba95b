// Finds the app's channel: roostd names the two descriptors in the environment.

import CCrash
import Glibc

/// The reason why there is no channel.
public enum StartError: Error, Hashable, CustomStringConvertible {
  /// The process was not started by roostd.
  case noChannel(variable: String)
  /// The variable names no open descriptor.
  case badDescriptor(variable: String, value: String)

  public var description: String {
    switch self {
    case .noChannel(let variable):
      "unable to reach roostd: \(variable) is not set; start this app with 'roostctl launch BUNDLE-ID'"
    case .badDescriptor(let variable, let value):
      "unable to reach roostd: \(variable)=\(value) is not an open file descriptor; "
        + "start this app with 'roostctl launch BUNDLE-ID'"
    }
  }
}

extension Channel {
  /// The channel that `ROOST_EVENTS_FD` and `ROOST_REPLIES_FD` name. Both are then removed from the environment: a
  /// program that this process starts has no channel. Call it before there are other threads (setenv(3)).
  public convenience init() throws(StartError) {
    let events = try descriptor(in: "ROOST_EVENTS_FD")
    let replies = try descriptor(in: "ROOST_REPLIES_FD")
    self.init(events: events, replies: replies)
    unsetenv("ROOST_EVENTS_FD")
    unsetenv("ROOST_REPLIES_FD")
    roost_tell_of_crashes(replies, crashPatience)
  }
}

/// The longest time that a crashed app waits for roostd to look at it, in milliseconds (TE4); roostd lets it go as soon
/// as it has.
private let crashPatience: UInt32 = 2000

private func descriptor(in variable: String) throws(StartError) -> CInt {
  guard let value = getenv(variable).map({ String(cString: $0) }) else { throw .noChannel(variable: variable) }
  guard let descriptor = CInt(value), fcntl(descriptor, F_GETFD) >= 0 else {
    throw .badDescriptor(variable: variable, value: value)
  }
  return descriptor
}
