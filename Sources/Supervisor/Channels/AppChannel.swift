// An app's channel: events go down one pipe, replies come up another (roost-agent(7)).
import AgentProtocol
import Glibc
import LifecycleModel
import Systemd
import SystemPackage

/// The supervisor's two ends. Writing never blocks: what the pipe does not take is kept, up to a bound, until it does.
final class AppChannel {
  /// What comes up the channel.
  enum Arrival {
    case message(AppMessage)
    /// The app broke the protocol; nothing more is read from it.
    case violation(String)
    /// It closed its end.
    case hangUp
  }

  /// What an app may leave unread before that counts as breaking the protocol.
  static let outgoingLimit = 4 << 20

  private let events: CInt
  private let replies: CInt
  private let loop: EventLoop
  private let arrival: (Arrival) -> Void
  private var framer = LineFramer()
  private var outgoing: [UInt8] = []
  private var readable: IOSource?
  private var writable: IOSource?
  private var isClosed = false

  /// Takes over both descriptors, which must be non-blocking.
  init(events: CInt, replies: CInt, loop: EventLoop, arrival: @escaping (Arrival) -> Void) throws(SystemCallError) {
    self.events = events
    self.replies = replies
    self.loop = loop
    self.arrival = arrival
    readable = try loop.watch(replies, for: .readable, priority: .reply) { [unowned self] _ in read() }
  }

  deinit {
    Glibc.close(events)
    Glibc.close(replies)
  }

  // MARK: Down

  func send(_ line: [UInt8]) {
    guard !isClosed else { return }
    let rest = outgoing.isEmpty ? write(line[...]) : line[...]
    guard !rest.isEmpty, !isClosed else { return }
    outgoing.append(contentsOf: rest)
    if outgoing.count > Self.outgoingLimit {
      fail("it left \(outgoing.count) bytes of events unread")
    } else if writable == nil {
      do {
        writable = try loop.watch(events, for: .writable, priority: .reply) { [unowned self] _ in flush() }
      } catch {
        fail("\(error)")
      }
    }
  }

  private func flush() {
    outgoing = Array(write(outgoing[...]))
    if outgoing.isEmpty { writable = nil }
  }

  /// What the pipe did not take.
  private func write(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(events, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        break
      } else if errno != EINTR {
        hangUp()
        return []
      }
    }
    return rest
  }

  // MARK: Up

  /// Reads what is there now: before a deadline is held against the app, since an answer that is already readable
  /// counts as in time; and before its exit is recorded. Bounded by what the pipe holds, so that an app that never
  /// stops writing cannot hold up the loop.
  func drain() {
    var waiting: CInt = 0
    guard ioctl(replies, UInt(FIONREAD), &waiting) == 0 else { return }
    var left = Int(waiting)
    while left > 0, !isClosed {
      let count = read()
      if count <= 0 { return }
      left -= count
    }
  }

  @discardableResult
  private func read() -> Int {
    guard !isClosed else { return 0 }
    let count = Self.buffer.withUnsafeMutableBytes { Glibc.read(replies, $0.baseAddress, $0.count) }
    if count == 0 {
      hangUp()
    } else if count > 0 {
      take(count)
    } else if errno != EAGAIN && errno != EINTR {
      hangUp()
    }
    return count
  }

  /// One for all channels: a daemon of a thousand apps does not keep a thousand buffers.
  private static var buffer = [UInt8](repeating: 0, count: 65_536)

  private func take(_ count: Int) {
    do {
      Self.buffer.withUnsafeBytes { framer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      while !isClosed, let line = try framer.next() {
        arrival(.message(try AppMessage(line: line)))
      }
    } catch {
      fail("it sent \(error)")
    }
  }

  private func fail(_ why: String) {
    close()
    arrival(.violation(why))
  }

  private func hangUp() {
    close()
    arrival(.hangUp)
  }

  /// Stops listening; the descriptors close with the last reference.
  func close() {
    isClosed = true
    readable?.close()
    writable?.close()
    outgoing = []
  }
}
