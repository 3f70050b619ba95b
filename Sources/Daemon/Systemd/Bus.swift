// A connection to a D-Bus message bus on the loop, sd-bus(3). Nothing it does waits for the other side.
import CSystemd
import Glibc
import Linux
import SystemPackage

/// A client of a message bus. Signals and replies come as callbacks on the loop, until it goes away.
@MainActor public final class Bus {
  private let bus: OpaquePointer
  private let address: String
  private let loop: EventLoop
  /// Of the calls that other threads wait for, until they are answered.
  private var asides: [ObjectIdentifier: Mailbox] = [:]

  /// Connects to the system bus, or to the bus at `address` (D-Bus specification, "Server Addresses").
  ///
  /// Greeting the bus happens on the loop. `disconnected` is called when the bus goes away or does not let us in,
  /// after every call that waits for a reply has got an error for one; from then on the connection is of no use.
  ///
  /// A bus that accepts and then says nothing has gone away after 90 s, or 25 s when it has let us in.
  ///
  /// The bus passes nobody's descriptors on to us. Anybody may send some in a signal, and closing them here may take as
  /// long as the sender likes (``UntrustedSocket``).
  ///
  /// - Throws: `ENOENT` or `ECONNREFUSED` when there is no such bus, `EINVAL` for a malformed address.
  public init(
    address: String? = nil, on loop: EventLoop, priority: EventPriority = .request,
    disconnected: @escaping () -> Void
  ) throws(SystemCallError) {
    self.address = address ?? Self.systemAddress
    self.loop = loop
    bus = try Self.connect(self.address, takesDescriptors: false)
    // The loop's end must not wait for the bus to take what is still to be sent (sd_bus_set_close_on_exit(3)).
    sd_bus_set_close_on_exit(bus, 0)
    let attach = "attach the bus to the event loop"
    do {
      try check(sd_bus_attach_event(bus, loop.event, CInt(priority.rawValue)), attach)
      // Made by sd-bus itself when the connection ends, and never sent by a bus.
      try match("type='signal',interface='org.freedesktop.DBus.Local',member='Disconnected'") { message in
        if message.sender == "org.freedesktop.DBus.Local" { disconnected() }
      }
    } catch {
      sd_bus_close_unref(bus)
      throw error
    }
  }

  isolated deinit {
    sd_bus_detach_event(bus)
    // Frees the floating slots, and with them what callbacks hold.
    sd_bus_close_unref(bus)
  }

  /// Whether the bus is there, or may be: false once the connection has ended.
  public var isOpen: Bool { sd_bus_is_open(bus) > 0 }

  /// As in sd_bus_open_system(3).
  private static var systemAddress: String {
    getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? "unix:path=/run/dbus/system_bus_socket"
  }

  nonisolated static func connect(
    _ address: String, takesDescriptors: Bool
  ) throws(SystemCallError) -> OpaquePointer {
    let action = "connect to the bus at \(address)"
    var bus: OpaquePointer?
    try check(sd_bus_new(&bus), action)
    guard let bus else { throw SystemCallError(action: action, errno: .noMemory) }
    do {
      try check(sd_bus_set_address(bus, address), action)
      try check(sd_bus_set_bus_client(bus, 1), action)
      try check(sd_bus_negotiate_fds(bus, takesDescriptors ? 1 : 0), action)
      try check(sd_bus_start(bus), action)
    } catch {
      sd_bus_close_unref(bus)
      throw error
    }
    return bus
  }

  /// Calls `body` for every message that `rule` matches (sd_bus_add_match(3)). A bus that refuses the rule is
  /// disconnected from.
  ///
  /// - Important: A message that a peer addresses to us alone matches any well-known name as its sender;
  ///   compare `BusMessage.sender` with the name's owner.
  ///
  /// - Parameters:
  ///   - unreadable: called instead for one that is not accepted (``BusMessage``).
  ///   - isHeard: whether a message of this sender is read at all, which takes time for one of megabytes.
  public func match(
    _ rule: String, unreadable: @escaping (SystemCallError) -> Void = { _ in },
    from isHeard: @escaping (_ sender: String?) -> Bool = { _ in true }, _ body: @escaping (BusMessage) -> Void
  ) throws(SystemCallError) {
    let handler = Unmanaged.passRetained(SignalHandler(body, unreadable, isHeard))
    let callback: sd_bus_message_handler_t = { message, handler, _ in
      guard let message, let handler else { return 0 }
      let signals = Unmanaged<SignalHandler>.fromOpaque(handler).takeUnretainedValue()
      do throws(SystemCallError) {
        guard signals.isHeard(try BusMessage.sender(of: message)) else { return 0 }
        signals.body(try BusMessage(message))
      } catch {
        signals.unreadable(error)
      }
      return 0
    }
    var slot: OpaquePointer?
    do {
      try check(sd_bus_add_match_async(bus, &slot, rule, callback, nil, handler.toOpaque()), "match \(rule)")
    } catch {
      handler.release()
      throw error
    }
    sd_bus_slot_set_destroy_callback(slot) { handler in
      if let handler { Unmanaged<SignalHandler>.fromOpaque(handler).release() }
    }
    leave(slot)
  }

  /// Calls a method that takes strings, and `reply` with its answer or why there is none (sd_bus_call_async(3)).
  ///
  /// A connection that goes away with its last reference calls no `reply` any more.
  ///
  /// - Throws: `EINVAL` for a name or path that is none, `ENOTCONN` when the bus has gone.
  public func call(
    _ member: String, of interface: String, at path: String, on service: String, _ arguments: [String] = [],
    reply: @escaping (Result<BusMessage, BusError>) -> Void
  ) throws(SystemCallError) {
    let action = "call \(interface).\(member)"
    let message = try Self.message(bus, member, of: interface, at: path, on: service, arguments)
    defer { sd_bus_message_unref(message) }
    let handler = Unmanaged.passRetained(ReplyHandler(reply))
    let callback: sd_bus_message_handler_t = { message, handler, _ in
      guard let message, let handler else { return 0 }
      Unmanaged<ReplyHandler>.fromOpaque(handler).takeUnretainedValue().body(Bus.result(message))
      return 0
    }
    var slot: OpaquePointer?
    do {
      try check(sd_bus_call_async(bus, &slot, message, callback, handler.toOpaque(), 0), action)
    } catch {
      handler.release()
      throw error
    }
    sd_bus_slot_set_destroy_callback(slot) { handler in
      if let handler { Unmanaged<ReplyHandler>.fromOpaque(handler).release() }
    }
    leave(slot)
  }

  /// The same of a method that answers with a descriptor.
  ///
  /// On a connection and a thread of its own, which are there until then. Anybody may send that connection descriptors
  /// whose close takes long, and keeps the thread waiting, and the answer, but nobody else. So `reply` may come after
  /// signals that the service has sent later.
  public func callForDescriptor(
    _ member: String, of interface: String, at path: String, on service: String, _ arguments: [String] = [],
    reply: @escaping @MainActor (Result<BusMessage, BusError>) -> Void
  ) throws(SystemCallError) {
    let mailbox = try Mailbox(loop)
    let id = ObjectIdentifier(mailbox)
    asides[id] = mailbox
    let (address, deliver) = (address, mailbox.deliver)
    let told = AnswerOnLoop { [weak self] (result: Result<BusMessage, BusError>) in
      reply(result)
      // Not while it calls us.
      try? self?.loop.post { self?.asides[id] = nil }
    }
    // A queue for each piece of work: one whose thread waits keeps no other.
    WorkQueue().async {
      let result = Self.answer(to: member, of: interface, at: path, on: service, arguments, fromBusAt: address)
      told.tell(result, by: deliver)
    }
  }

  /// Waits for the answer, on a connection that is passed descriptors (sd_bus_call(3)).
  private nonisolated static func answer(
    to member: String, of interface: String, at path: String, on service: String, _ arguments: [String],
    fromBusAt address: String
  ) -> Result<BusMessage, BusError> {
    do throws(SystemCallError) {
      let bus = try connect(address, takesDescriptors: true)
      defer { sd_bus_close_unref(bus) }
      let message = try message(bus, member, of: interface, at: path, on: service, arguments)
      defer { sd_bus_message_unref(message) }
      var error = sd_bus_error()
      defer { sd_bus_error_free(&error) }
      var reply: OpaquePointer?
      let called = sd_bus_call(bus, message, 0, &error, &reply)
      guard called >= 0, let reply else {
        guard error.name != nil else {
          throw SystemCallError(action: "call \(interface).\(member)", errno: Errno(rawValue: -called))
        }
        return .failure(BusError(error))
      }
      defer { sd_bus_message_unref(reply) }
      return .success(try BusMessage(reply))
    } catch {
      return .failure(.unreadable(error))
    }
  }

  /// A call of a method that takes strings; the caller lets it go.
  private nonisolated static func message(
    _ bus: OpaquePointer, _ member: String, of interface: String, at path: String, on service: String,
    _ arguments: [String]
  ) throws(SystemCallError) -> OpaquePointer? {
    let action = "call \(interface).\(member)"
    var message: OpaquePointer?
    try check(sd_bus_message_new_method_call(bus, &message, service, path, interface, member), action)
    do {
      for argument in arguments {
        try check(sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_STRING), argument), action)
      }
    } catch {
      sd_bus_message_unref(message)
      throw error
    }
    return message
  }

  /// Lets the bus own a slot: one with a reference of ours would keep the bus alive (sd_bus_slot_set_floating(3)).
  private func leave(_ slot: OpaquePointer?) {
    sd_bus_slot_set_floating(slot, 1)
    sd_bus_slot_unref(slot)
  }

  fileprivate static func result(_ message: OpaquePointer) -> Result<BusMessage, BusError> {
    if let error = sd_bus_message_get_error(message)?.pointee { return .failure(BusError(error)) }
    do {
      return .success(try BusMessage(message))
    } catch {
      return .failure(.unreadable(error))
    }
  }
}

private final class SignalHandler {
  let body: (BusMessage) -> Void
  let unreadable: (SystemCallError) -> Void
  let isHeard: (String?) -> Bool

  init(
    _ body: @escaping (BusMessage) -> Void, _ unreadable: @escaping (SystemCallError) -> Void,
    _ isHeard: @escaping (String?) -> Bool
  ) {
    (self.body, self.unreadable, self.isHeard) = (body, unreadable, isHeard)
  }
}

private final class ReplyHandler {
  let body: (Result<BusMessage, BusError>) -> Void
  init(_ body: @escaping (Result<BusMessage, BusError>) -> Void) { self.body = body }
}
