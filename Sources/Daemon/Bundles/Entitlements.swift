// The parts of the machine that a bundle asks for besides its files: the network, devices, other programs, debuggers, the
// session's bus (LA7).
package import Settings

/// Of an Info.plist, beside ``FileAccess``, or of a desktop entry. docs/security.md has what each does.
package nonisolated struct Entitlements: Equatable, Sendable {
  /// `RoostNetwork`
  package enum Network: String, CaseIterable, Sendable {
    /// No socket of the Internet.
    case closed = "none"
    /// It connects to others, and binds no TCP port of its choice.
    case client
    case server
  }

  /// `RoostExec`
  package enum Programs: String, CaseIterable, Sendable {
    /// Those of the system as well.
    case any
    /// Those of its bundle, and the interpreter of its executable.
    case bundle
  }

  package var network: Network
  /// `RoostDevices`, of the nodes that `[background]` of the configuration names.
  package var devices: Set<DeviceKind> = [.gpu, .audio]
  package var programs = Programs.any
  /// `RoostDebuggable`: whether its processes may trace each other, as `get-task-allow` of iOS.
  package var isDebuggable = false
  /// `RoostSessionBus`: whether it reaches the bus, and the other sockets, of its user's session. An app with a user of its own
  /// has none.
  package var hasSessionBus: Bool

  package init(network: Network = .client, hasSessionBus: Bool = false) {
    self.network = network
    self.hasSessionBus = hasSessionBus
  }

  /// Of a program that knows nothing of us: it serves where it would serve anywhere else, and its desktop is on the bus.
  static let ofForeignProgram = Entitlements(network: .server, hasSessionBus: true)

  /// Of what is written; what is not stays as it is.
  mutating func set(
    _ network: Network?, _ devices: [DeviceKind]?, _ programs: Programs?, isDebuggable: Bool?, hasSessionBus: Bool?
  ) {
    if let network { self.network = network }
    if let devices { self.devices = Set(devices) }
    if let programs { self.programs = programs }
    if let isDebuggable { self.isDebuggable = isDebuggable }
    if let hasSessionBus { self.hasSessionBus = hasSessionBus }
  }
}

// MARK: As they are written

extension Entitlements {
  /// A word of a fixed list, in a string of Info.plist.
  package nonisolated struct Word<Value: RawRepresentable<String> & CaseIterable>: Decodable {
    let value: Value

    package init(from decoder: any Decoder) throws {
      guard let value = Value(rawValue: try decoder.singleValueContainer().decode(String.self)) else {
        throw mismatch(Self.self, decoder)
      }
      self.value = value
    }
  }
}

/// A type whose values are few words.
nonisolated protocol WordList {
  static var words: String { get }
}

extension Entitlements.Word: WordList {
  nonisolated static var words: String { Value.allCases.map(\.rawValue).joined(separator: ", ") }
}

extension DesktopEntry {
  /// The word of a fixed list that `text` is.
  nonisolated static func word<Value: RawRepresentable<String> & CaseIterable>(
    _ text: String, _ key: String
  ) throws(Mistake) -> Value {
    guard let value = Value(rawValue: text) else {
      throw Mistake(key: key, why: "must be one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return value
  }

  /// `X-Roost-Network`, `X-Roost-Devices`, `X-Roost-Exec`, `X-Roost-Debuggable` and `X-Roost-SessionBus`.
  nonisolated func entitlements() throws -> Entitlements {
    var entitlements = Entitlements.ofForeignProgram
    let devices: [DeviceKind]? =
      try string("X-Roost-Devices") == nil
      ? nil : try list("X-Roost-Devices").map { try Self.word($0, "X-Roost-Devices") }
    entitlements.set(
      try string("X-Roost-Network").map { try Self.word($0, "X-Roost-Network") }, devices,
      try string("X-Roost-Exec").map { try Self.word($0, "X-Roost-Exec") },
      isDebuggable: try boolean("X-Roost-Debuggable"),
      hasSessionBus: try string("X-Roost-SessionBus") == nil ? nil : try boolean("X-Roost-SessionBus"))
    return entitlements
  }
}
