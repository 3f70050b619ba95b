// A signal or a reply that came over D-Bus, read to its end while sd-bus still holds it.
import CSystemd
import SystemPackage

/// A received message (sd_bus_message_get_sender(3), sd_bus_message_read_basic(3)).
public nonisolated struct BusMessage: Sendable {
  /// The sender's unique name, such as `:1.7`, which the bus vouches for; `org.freedesktop.DBus` is the bus itself.
  public let sender: String?
  public let path: String?
  public let interface: String?
  public let member: String?
  public let body: [BusValue]

  /// - Throws: `EBADMSG` for a malformed body, `EMFILE` when there is no room for a file descriptor in it.
  init(_ message: OpaquePointer) throws(SystemCallError) {
    sender = sd_bus_message_get_sender(message).map { String(cString: $0) }
    path = sd_bus_message_get_path(message).map { String(cString: $0) }
    interface = sd_bus_message_get_interface(message).map { String(cString: $0) }
    member = sd_bus_message_get_member(message).map { String(cString: $0) }
    body = try Self.values(of: message)
  }

  /// Reads the rest of the container that `message` stands in. sd-bus has checked that containers nest at most 64 deep.
  private static func values(of message: OpaquePointer) throws(SystemCallError) -> [BusValue] {
    var values: [BusValue] = []
    var type: CChar = 0
    while try peek(message, &type) { values.append(try value(of: type, in: message)) }
    return values
  }

  private static func peek(_ message: OpaquePointer, _ type: inout CChar) throws(SystemCallError) -> Bool {
    try check(sd_bus_message_peek_type(message, &type, nil), "read a D-Bus message") > 0
  }

  private static func value(of type: CChar, in message: OpaquePointer) throws(SystemCallError) -> BusValue {
    switch Int(type) {
    case SD_BUS_TYPE_BOOLEAN: .boolean(try basic(type, message, CInt(0)) != 0)
    case SD_BUS_TYPE_BYTE: .integer(Int64(try basic(type, message, UInt8(0))))
    case SD_BUS_TYPE_INT16: .integer(Int64(try basic(type, message, Int16(0))))
    case SD_BUS_TYPE_UINT16: .integer(Int64(try basic(type, message, UInt16(0))))
    case SD_BUS_TYPE_INT32: .integer(Int64(try basic(type, message, Int32(0))))
    case SD_BUS_TYPE_UINT32: .integer(Int64(try basic(type, message, UInt32(0))))
    case SD_BUS_TYPE_INT64: .integer(try basic(type, message, Int64(0)))
    case SD_BUS_TYPE_UINT64: .integer(Int64(clamping: try basic(type, message, UInt64(0))))
    case SD_BUS_TYPE_DOUBLE: .double(try basic(type, message, Double(0)))
    case SD_BUS_TYPE_STRING, SD_BUS_TYPE_OBJECT_PATH, SD_BUS_TYPE_SIGNATURE:
      .string(try basic(type, message, UnsafePointer<CChar>?.none).map { String(cString: $0) } ?? "")
    case SD_BUS_TYPE_UNIX_FD: .descriptor(try BusDescriptor(borrowing: try basic(type, message, CInt(-1))))
    case SD_BUS_TYPE_VARIANT: try contents(of: type, in: message).first ?? .structure([])
    case SD_BUS_TYPE_ARRAY: try array(in: message)
    case SD_BUS_TYPE_STRUCT, SD_BUS_TYPE_DICT_ENTRY: .structure(try contents(of: type, in: message))
    default:
      throw SystemCallError(
        action: "read a D-Bus value of type \(Character(UnicodeScalar(UInt8(bitPattern: type))))",
        errno: .notSupported)
    }
  }

  private static func basic<Value: BitwiseCopyable>(
    _ type: CChar, _ message: OpaquePointer, _ initial: Value
  ) throws(SystemCallError) -> Value {
    var value = initial
    try check(sd_bus_message_read_basic(message, type, &value), "read a D-Bus message")
    return value
  }

  private static func contents(of type: CChar, in message: OpaquePointer) throws(SystemCallError) -> [BusValue] {
    try check(sd_bus_message_enter_container(message, type, nil), "read a D-Bus message")
    let values = try values(of: message)
    try check(sd_bus_message_exit_container(message), "read a D-Bus message")
    return values
  }

  private static func array(in message: OpaquePointer) throws(SystemCallError) -> BusValue {
    var contents: UnsafePointer<CChar>?
    try check(sd_bus_message_peek_type(message, nil, &contents), "read a D-Bus message")
    // "{sv}" and "{ss}" are entries with string keys.
    let isDictionary = contents.map { Int($0[0]) == SD_BUS_TYPE_DICT_ENTRY_BEGIN && Int($0[1]) == SD_BUS_TYPE_STRING }
    let values = try Self.contents(of: CChar(SD_BUS_TYPE_ARRAY), in: message)
    guard isDictionary == true else { return .array(values) }
    var dictionary: [String: BusValue] = [:]
    for case .structure(let entry) in values {
      if let key = entry.first?.string { dictionary[key] = entry.last }
    }
    return .dictionary(dictionary)
  }
}
