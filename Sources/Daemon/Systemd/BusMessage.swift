// A signal or a reply that came over D-Bus, read to its end while sd-bus still holds it.
import CSystemd
import Glibc
import StreamSafeText
import SystemPackage

/// A received message (sd_bus_message_get_sender(3), sd_bus_message_read_basic(3)).
public nonisolated struct BusMessage: Sendable {
  /// The longest text that is accepted, in bytes. Anybody on the bus may send us signals; the longest text that the services
  /// have to say is a path of a file.
  public static let longestText = 4096
  /// The most values that a message may have, those in others as well; logind's properties are a hundred.
  public static let mostValues = 4096

  /// The sender's unique name, such as `:1.7`, which the bus vouches for; `org.freedesktop.DBus` is the bus itself.
  public let sender: String?
  public let path: String?
  public let interface: String?
  public let member: String?
  public let body: [BusValue]

  /// - Throws: `EBADMSG` for a malformed body, `EMFILE` when there is no room for a file descriptor in it, `EMSGSIZE` for a
  ///   longer text or more values than are accepted.
  init(_ message: OpaquePointer) throws(SystemCallError) {
    sender = try Self.sender(of: message)
    path = try Self.text(sd_bus_message_get_path(message))
    interface = try Self.text(sd_bus_message_get_interface(message))
    member = try Self.text(sd_bus_message_get_member(message))
    var reader = BodyReader(message: message)
    body = try reader.values()
  }

  static func sender(of message: OpaquePointer) throws(SystemCallError) -> String? {
    try text(sd_bus_message_get_sender(message))
  }

  /// The one place where texts of the bus come in.
  fileprivate static func text(_ bytes: UnsafePointer<CChar>?) throws(SystemCallError) -> String? {
    guard let bytes else { return nil }
    let length = strlen(bytes)
    guard length <= longestText else {
      throw SystemCallError(
        action: "take a D-Bus text of \(length) bytes, \(longestText) at most", errno: .messageTooLong)
    }
    return String(cString: bytes).streamSafe
  }
}

/// Reads the body of a message, value by value.
private nonisolated struct BodyReader {
  let message: OpaquePointer
  private var count = 0

  init(message: OpaquePointer) { self.message = message }

  /// The rest of the container that the message stands in. sd-bus has checked that containers nest at most 64 deep.
  mutating func values() throws(SystemCallError) -> [BusValue] {
    var values: [BusValue] = []
    var type: CChar = 0
    while try check(sd_bus_message_peek_type(message, &type, nil), "read a D-Bus message") > 0 {
      count += 1
      guard count <= BusMessage.mostValues else {
        throw SystemCallError(
          action: "take a D-Bus message of more than \(BusMessage.mostValues) values", errno: .messageTooLong)
      }
      values.append(try value(of: type))
    }
    return values
  }

  private mutating func value(of type: CChar) throws(SystemCallError) -> BusValue {
    switch Int(type) {
    case SD_BUS_TYPE_BOOLEAN: .boolean(try basic(type, CInt(0)) != 0)
    case SD_BUS_TYPE_BYTE: .integer(Int64(try basic(type, UInt8(0))))
    case SD_BUS_TYPE_INT16: .integer(Int64(try basic(type, Int16(0))))
    case SD_BUS_TYPE_UINT16: .integer(Int64(try basic(type, UInt16(0))))
    case SD_BUS_TYPE_INT32: .integer(Int64(try basic(type, Int32(0))))
    case SD_BUS_TYPE_UINT32: .integer(Int64(try basic(type, UInt32(0))))
    case SD_BUS_TYPE_INT64: .integer(try basic(type, Int64(0)))
    case SD_BUS_TYPE_UINT64: .integer(Int64(clamping: try basic(type, UInt64(0))))
    case SD_BUS_TYPE_DOUBLE: .double(try basic(type, Double(0)))
    case SD_BUS_TYPE_STRING, SD_BUS_TYPE_OBJECT_PATH, SD_BUS_TYPE_SIGNATURE:
      .string(try BusMessage.text(try basic(type, UnsafePointer<CChar>?.none)) ?? "")
    case SD_BUS_TYPE_UNIX_FD: .descriptor(try BusDescriptor(borrowing: try basic(type, CInt(-1))))
    case SD_BUS_TYPE_VARIANT: try contents(of: type).first ?? .structure([])
    case SD_BUS_TYPE_ARRAY: try array()
    case SD_BUS_TYPE_STRUCT, SD_BUS_TYPE_DICT_ENTRY: .structure(try contents(of: type))
    default:
      throw SystemCallError(
        action: "read a D-Bus value of type \(Character(UnicodeScalar(UInt8(bitPattern: type))))",
        errno: .notSupported)
    }
  }

  private func basic<Value: BitwiseCopyable>(
    _ type: CChar, _ initial: Value
  ) throws(SystemCallError) -> Value {
    var value = initial
    try check(sd_bus_message_read_basic(message, type, &value), "read a D-Bus message")
    return value
  }

  private mutating func contents(of type: CChar) throws(SystemCallError) -> [BusValue] {
    try check(sd_bus_message_enter_container(message, type, nil), "read a D-Bus message")
    let values = try values()
    try check(sd_bus_message_exit_container(message), "read a D-Bus message")
    return values
  }

  private mutating func array() throws(SystemCallError) -> BusValue {
    var contents: UnsafePointer<CChar>?
    try check(sd_bus_message_peek_type(message, nil, &contents), "read a D-Bus message")
    // "{sv}" and "{ss}" are entries with string keys.
    let isDictionary = contents.map { Int($0[0]) == SD_BUS_TYPE_DICT_ENTRY_BEGIN && Int($0[1]) == SD_BUS_TYPE_STRING }
    let values = try self.contents(of: CChar(SD_BUS_TYPE_ARRAY))
    guard isDictionary == true else { return .array(values) }
    var dictionary: [String: BusValue] = [:]
    for case .structure(let entry) in values {
      if let key = entry.first?.string { dictionary[key] = entry.last }
    }
    return .dictionary(dictionary)
  }
}
