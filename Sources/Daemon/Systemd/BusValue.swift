// The values of D-Bus messages, as far as the services that roostd follows send them.
import Glibc
import Linux
import SystemPackage

/// A value of the D-Bus type system (D-Bus specification, "Type System"). A variant is the value inside.
public nonisolated enum BusValue: Equatable, Sendable {
  case boolean(Bool)
  /// Of any width and sign; an unsigned one that is too large is the largest there is.
  case integer(Int64)
  case double(Double)
  /// An object path and a signature as well.
  case string(String)
  case descriptor(BusDescriptor)
  case array([BusValue])
  case structure([BusValue])
  /// One with keys that are strings; any other is an array of structures.
  case dictionary([String: BusValue])

  public var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  public var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  public var double: Double? {
    if case .double(let value) = self { value } else { nil }
  }

  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  public var descriptor: BusDescriptor? {
    if case .descriptor(let value) = self { value } else { nil }
  }

  public var array: [BusValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  public var dictionary: [String: BusValue]? {
    if case .dictionary(let values) = self { values } else { nil }
  }
}

/// A file descriptor that came in a message, open until its last reference goes.
public nonisolated final class BusDescriptor: Equatable, Sendable {
  private let descriptor: CInt

  /// A copy, since the message closes its own (sd_bus_message_read_basic(3)).
  init(borrowing original: CInt) throws(SystemCallError) {
    do {
      descriptor = try Sys.fcntl(original, F_DUPFD_CLOEXEC, 0)
    } catch {
      throw SystemCallError(action: "keep a file descriptor of a message", errno: error)
    }
  }

  deinit { try? Sys.close(descriptor) }

  public static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }
}
