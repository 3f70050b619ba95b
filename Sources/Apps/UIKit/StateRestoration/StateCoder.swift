// The coder that an app's state is written with and read from. Not Foundation's NSKeyedArchiver, whose archives come
// out empty, or cannot be read again, in a static build (Swift 6.3.1).

/// Values by key: what a property list can hold as it is, any other object by what it encodes itself as.
final class StateCoder: NSCoder {
  private(set) var values: [String: Any]
  /// Objects that the system gives to those that decode, beside what was written.
  var given: [String: Any] = [:]

  init(_ values: [String: Any] = [:]) { self.values = values }

  /// From what ``data`` gave; nil for anything else.
  convenience init?(data: Data) {
    guard let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let values = list as? [String: Any]
    else { return nil }
    self.init(values)
  }

  /// Nil when a value is none that a property list can hold.
  var data: Data? { try? PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0) }

  override var allowsKeyedCoding: Bool { true }
  override var requiresSecureCoding: Bool { false }
  override func containsValue(forKey key: String) -> Bool { values[key] != nil || given[key] != nil }

  // MARK: Writing

  override func encode(_ object: Any?, forKey key: String) { values[key] = object.map(Self.listed) }
  override func encode(_ value: Bool, forKey key: String) { values[key] = value }
  override func encode(_ value: Int32, forKey key: String) { values[key] = Int(value) }
  override func encode(_ value: Int64, forKey key: String) { values[key] = Int(value) }
  override func encode(_ value: Int, forKey key: String) { values[key] = value }
  override func encode(_ value: Float, forKey key: String) { values[key] = Double(value) }
  override func encode(_ value: Double, forKey key: String) { values[key] = value }

  private static let classKey = "$class"
  private static let valuesKey = "$values"

  private static func listed(_ value: Any) -> Any {
    switch value {
    case let array as [Any]: return array.map(listed)
    case let dictionary as [String: Any]: return dictionary.mapValues(listed)
    case is String, is NSNumber, is Bool, is Int, is Double, is Date, is Data: return value
    case let url as URL: return [classKey: "URL", valuesKey: ["string": url.absoluteString]]
    case let object as any NSObject & NSCoding:
      let coder = StateCoder()
      object.encode(with: coder)
      return [classKey: NSStringFromClass(type(of: object)), valuesKey: coder.values]
    default: return "\(value)"
    }
  }

  // MARK: Reading

  override func decodeObject(forKey key: String) -> Any? { given[key] ?? values[key].flatMap(Self.object) }
  override func decodeObject<DecodedObjectType>(
    of cls: DecodedObjectType.Type, forKey key: String
  ) -> DecodedObjectType? where DecodedObjectType: NSObject, DecodedObjectType: NSCoding {
    let object = decodeObject(forKey: key)
    return object as? DecodedObjectType ?? (object as? String).flatMap { NSString(string: $0) as? DecodedObjectType }
  }
  override func decodeBool(forKey key: String) -> Bool { number(key)?.boolValue ?? false }
  override func decodeInt32(forKey key: String) -> Int32 { number(key)?.int32Value ?? 0 }
  override func decodeInt64(forKey key: String) -> Int64 { number(key)?.int64Value ?? 0 }
  override func decodeInteger(forKey key: String) -> Int { number(key)?.intValue ?? 0 }
  override func decodeFloat(forKey key: String) -> Float { number(key)?.floatValue ?? 0 }
  override func decodeDouble(forKey key: String) -> Double { number(key)?.doubleValue ?? 0 }

  private func number(_ key: String) -> NSNumber? {
    switch values[key] {
    case let bool as Bool: NSNumber(value: bool)
    case let integer as Int: NSNumber(value: integer)
    case let double as Double: NSNumber(value: double)
    case let number as NSNumber: number
    default: nil
    }
  }

  private static func object(_ value: Any) -> Any? {
    if let array = value as? [Any] { return array.compactMap(object) }
    guard let dictionary = value as? [String: Any] else { return value }
    guard let name = dictionary[classKey] as? String, let values = dictionary[valuesKey] as? [String: Any] else {
      return dictionary.compactMapValues(object)
    }
    if name == "URL" { return (values["string"] as? String).flatMap(URL.init(string:)) }
    guard let type = NSClassFromString(name) as? any NSCoding.Type else { return nil }
    return type.init(coder: StateCoder(values))
  }
}
