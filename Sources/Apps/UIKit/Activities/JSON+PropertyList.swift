// Property-list values on their way through the channel: a value that JSON has no word for is an object with one
// member.

import AgentProtocol
import WireJSON

extension JSON {
  /// Strings, numbers, booleans, dates, data, URLs, arrays and dictionaries; anything else is null.
  init(propertyListValue value: Any) {
    switch value {
    case let string as String: self = .string(string)
    case let number as NSNumber: self.init(number)
    case let number as CGFloat: self = .number(number)
    case let date as Date: self = ["$date": .number(date.timeIntervalSince1970)]
    case let data as Data: self = ["$data": .string(data.base64EncodedString())]
    case let url as URL: self = ["$url": .string(url.absoluteString)]
    case let array as [Any]: self = .array(array.map(JSON.init(propertyListValue:)))
    case let dictionary as [String: Any]: self = .object(dictionary.mapValues(JSON.init(propertyListValue:)))
    default: self = .null
    }
  }

  /// By how the number is kept: 1 and true are each other's equals.
  private init(_ number: NSNumber) {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "c"): self = .bool(number.boolValue)
    case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .number(number.doubleValue)
    default: self = .integer(number.intValue)
    }
  }

  /// Numbers are `NSNumber`s, as on iOS: one that was a Double may come back as 2 and is still one to `as? Double`.
  var propertyListValue: Any {
    switch self {
    case .null: NSNull()
    case .bool(let bool): bool
    case .integer(let integer): NSNumber(value: integer)
    case .number(let number): NSNumber(value: number)
    case .string(let string): string
    case .array(let elements): elements.map(\.propertyListValue)
    case .object(let members): Self.wrapped(members.dictionary) ?? members.dictionary.mapValues(\.propertyListValue)
    }
  }

  private static func wrapped(_ members: [String: JSON]) -> Any? {
    guard members.count == 1, let (key, value) = members.first else { return nil }
    switch (key, value) {
    case ("$date", .number(let seconds)): return Date(timeIntervalSince1970: seconds)
    case ("$date", .integer(let seconds)): return Date(timeIntervalSince1970: Double(seconds))
    case ("$data", .string(let text)): return Data(base64Encoded: text)
    case ("$url", .string(let text)): return URL(string: text)
    default: return nil
    }
  }
}
