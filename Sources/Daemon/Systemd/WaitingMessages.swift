// The messages that the service manager does not take yet: their order, and which of them need no longer be sent.
import Glibc
import Linux
import SystemPackage

/// Words of sd_notify(3), and a descriptor with them.
nonisolated struct ManagerMessage: Sendable {
  enum Kind: Equatable, Sendable {
    case word
    /// A descriptor for the store, by its name there.
    case keep(String)
    /// The descriptors of that name leave the store.
    case drop(String)
  }

  let kind: Kind
  /// As `NOTIFY_SOCKET` names it.
  let address: String
  let bytes: [UInt8]
  /// Of a message that waits, a copy that is closed with it.
  var descriptor: CInt?
}

/// As many as the descriptors that wait and those that the service manager has, at the most, and some words.
nonisolated struct WaitingMessages: Sendable {
  /// Descriptors that may wait; one more is lost.
  private let most: Int
  private var messages: [ManagerMessage] = []
  private var keeps = 0
  private var words = 0
  /// The names of descriptors that the service manager does not get.
  private var lost: Set<String> = []
  private var loss = Loss.none

  private enum Loss { case none, untold(Errno), told }

  init(most: Int) { self.most = most }

  /// The loop may close its descriptor before a copy is sent.
  ///
  /// - Throws: `ENOBUFS` for a word, where as many wait as may.
  mutating func add(_ message: ManagerMessage) throws(Errno) {
    switch message.kind {
    case .word:
      guard words < most else { throw .noBufferSpace }
      words += 1
      messages.append(message)
    case .keep(let name):
      guard keeps < most else { return lose(name, .noBufferSpace) }
      var copied = message
      do throws(Errno) {
        if let own = message.descriptor { copied.descriptor = try Sys.fcntl(own, F_DUPFD_CLOEXEC, 0) }
      } catch {
        return lose(name, error)
      }
      keeps += 1
      lost.remove(name)
      messages.append(copied)
    case .drop(let name):
      if lost.remove(name) != nil { return }
      guard let place = messages.firstIndex(where: { $0.kind == .keep(name) }) else { return messages.append(message) }
      // The service manager does not know of it.
      keeps -= 1
      if let copy = messages.remove(at: place).descriptor { try? Sys.close(copy) }
    }
  }

  /// The one to send next, with its descriptor.
  mutating func takeFirst() -> ManagerMessage? {
    guard !messages.isEmpty else { return nil }
    let first = messages.removeFirst()
    switch first.kind {
    case .word: words -= 1
    case .keep: keeps -= 1
    case .drop: break
    }
    return first
  }

  /// The service manager does not get the descriptor of that name.
  mutating func lose(_ name: String, _ why: Errno) {
    lost.insert(name)
    if case .none = loss { loss = .untold(why) }
  }

  /// The reason why descriptors are lost; once, until nothing waits any more.
  mutating func takeLoss() -> Errno? {
    guard case .untold(let why) = loss else { return nil }
    loss = .told
    return why
  }

  /// Everything has been sent.
  mutating func hasEnded() { if case .told = loss { loss = .none } }
}
