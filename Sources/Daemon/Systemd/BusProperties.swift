// The standard interface for properties, org.freedesktop.DBus.Properties.

extension Bus {
  /// All properties that an object's interface has.
  public func properties(
    of interface: String, at path: String, on service: String,
    reply: @escaping (Result<(owner: String?, values: [String: BusValue]), BusError>) -> Void
  ) throws(SystemCallError) {
    try call("GetAll", of: Self.propertiesInterface, at: path, on: service, [interface]) { result in
      reply(result.map { ($0.sender, $0.body.first?.dictionary ?? [:]) })
    }
  }

  /// One property; nil when the service answered with none.
  public func property(
    _ name: String, of interface: String, at path: String, on service: String,
    reply: @escaping (Result<BusValue?, BusError>) -> Void
  ) throws(SystemCallError) {
    try call("Get", of: Self.propertiesInterface, at: path, on: service, [interface, name]) { result in
      reply(result.map(\.body.first))
    }
  }

  nonisolated static var propertiesInterface: String { "org.freedesktop.DBus.Properties" }
}

/// The signal that says that properties have new values.
public nonisolated struct PropertiesChange: Sendable {
  public let interface: String
  public let values: [String: BusValue]
  /// Properties whose new values have to be asked for.
  public let invalidated: [String]

  /// Nil when `message` is another signal.
  public init?(_ message: BusMessage) {
    guard message.interface == Bus.propertiesInterface, message.member == "PropertiesChanged",
      message.body.count == 3, let interface = message.body[0].string, let values = message.body[1].dictionary,
      let invalidated = message.body[2].array
    else { return nil }
    self.interface = interface
    self.values = values
    self.invalidated = invalidated.compactMap(\.string)
  }
}
