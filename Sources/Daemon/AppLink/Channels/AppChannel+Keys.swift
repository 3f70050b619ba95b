// Gives an app its keys past the log, which would have them after a lock and after the daemon (DP2).
import AgentProtocol
import SystemPackage

extension AppChannel {
  /// Straight into the pipe: the daemon keeps no key for an app that does not read, but its question, so that a lock meanwhile is held
  /// against it. The answer is owed until the log says that it was given: a daemon that is killed between the two leaves it to
  /// the next, which gives it again.
  package func giveKey(_ key: String, to request: UInt64, again: @escaping () -> Void) -> Bool {
    guard !isClosed, !isReadOnly else { return true }
    let line = Reply(to: request, .result(.key(key))).line
    guard spend(line.count / ChannelBudget.answeredForOne), !isTooSlow() else { return true }
    // A pipe takes a line of this length, less than PIPE_BUF, whole or not at all (pipe(7)); it is not to come into the middle of
    // another.
    let error = outgoing.isEmpty ? write(line) : Errno.resourceTemporarilyUnavailable
    guard !isTooSlow() else { return true }
    guard let error else {
      survival.gave(request, to: serial)
      return true
    }
    guard error == .resourceTemporarilyUnavailable else {
      hearOut()
      return true
    }
    putOff.append(again)
    flushWhenWritable()
    return false
  }

  private func write(_ line: [UInt8]) -> Errno? {
    guarded { writing.measure { OutgoingLine(line).write(to: events) } }
  }

  /// The pipe takes more.
  func hasRoom() {
    flush()
    guard !isClosed, outgoing.isEmpty else { return }
    // Not from ``flush()``, which effects of the model call: in the log an answer would stand for another effect of the same turn.
    askAgain()
    if putOff.isEmpty, outgoing.isEmpty { writable = nil }
  }

  func askAgain() {
    let all = putOff
    putOff = []
    for again in all { again() }
  }
}
