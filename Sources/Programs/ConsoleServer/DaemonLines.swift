// The connections of one page to the daemon, each of which a thread waits on; all end with the page.
import Glibc
import Synchronization
import Varlink
import WireJSON

final class DaemonLines: Sendable {
  /// Calls of one page under way at the same time.
  static let mostCalls = 16

  private struct Open {
    /// Descriptors that a thread reads from. A number leaves the list before the connection is closed.
    var descriptors: Set<Int32> = []
    var calls = 0
    var isOver = false
  }

  private let socket: String
  private let room: CallRoom
  private let open = Mutex(Open())
  private let connectTimeout = Duration.seconds(10)

  /// - Parameter room: for the calls of all pages.
  init(socket: String, room: CallRoom) {
    self.socket = socket
    self.room = room
  }

  var isOver: Bool { open.withLock { $0.isOver } }

  /// Makes room for a call; false when as many are under way as may be.
  func begin() -> Bool {
    open.withLock { open in
      guard open.calls < Self.mostCalls else { return false }
      open.calls += 1
      return true
    }
  }

  func finish() { open.withLock { $0.calls -= 1 } }

  /// Asks the daemon, however long it takes, when there is room for the call.
  func ask(_ call: PageCall) -> JSON {
    guard room.enter() else {
      return call.failure(
        "busy",
        "unable to call \(call.method): the pages of this console have \(CallRoom.most) calls under way; close a page, or "
          + "try again when they are answered")
    }
    defer { room.leave() }
    do throws(ClientError) {
      return call.reply(
        try connected { (client: Client) throws(ClientError) -> JSON in
          try client.call(call.method, call.parameters)
        })
    } catch .failed(let reply) {
      return [
        "id": .integer(call.id), "error": .string(reply.name),
        "parameters": reply.parameters(as: JSON.self) ?? [:],
      ]
    } catch {
      return call.failure("noAnswer", "\(error)")
    }
  }

  /// Hands on every event until the daemon ends the watch; says when it has begun.
  func watch(begun: () -> Void, _ body: (JSON) -> Void) throws(ClientError) {
    try connected { (client: Client) throws(ClientError) in
      let replies = try client.stream("org.roost.Monitor.Watch", [:] as JSON, of: JSON.self)
      while let reply = try replies.next() {
        if let event = reply["event"], event != .null { body(event) } else { begun() }
      }
    }
  }

  /// Ends what threads wait for.
  func end() {
    open.withLock { open in
      open.isOver = true
      for descriptor in open.descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  private func connected<Value>(
    _ body: (Client) throws(ClientError) -> Value
  ) throws(ClientError) -> Value {
    let client = try Client(path: socket, timeout: connectTimeout)
    let isOpen = open.withLock { open in
      if !open.isOver { open.descriptors.insert(client.fileDescriptor) }
      return !open.isOver
    }
    guard isOpen else { throw .disconnected(path: socket) }
    defer { open.withLock { _ = $0.descriptors.remove(client.fileDescriptor) } }
    return try body(client)
  }
}
