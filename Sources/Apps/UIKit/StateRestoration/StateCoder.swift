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
  /// Empty: this coder restricts no class.
  override var allowedClasses: [AnyClass]? { [] }
  override func containsValue(forKey key: String) -> Bool { values[key] != nil || given[key] != nil }

  // MARK: Writing

  override func encode(_ object: Any?, forKey key: String) {
    values[key] = object.flatMap { Self.listed($0, for: key) }
  }
  /// Such as an object's reference to its parent. An object is written wherever it is encoded, and is not known again
  /// when it is read: nothing is kept, as of one that nobody encodes for certain.
  override func encodeConditionalObject(_ object: Any?, forKey key: String) { values[key] = nil }
  override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
    values[key] = Data(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : length))
  }
  override func encode(_ value: Bool, forKey key: String) { values[key] = value }
  override func encode(_ value: Int32, forKey key: String) { values[key] = Int(value) }
  override func encode(_ value: Int64, forKey key: String) { values[key] = Int(value) }
  override func encode(_ value: Int, forKey key: String) { values[key] = value }
  override func encode(_ value: Float, forKey key: String) { values[key] = Double(value) }
  override func encode(_ value: Double, forKey key: String) { values[key] = value }

  private static let classKey = "$class"
  private static let valuesKey = "$values"

  /// Nil for a value that is not kept, of which the app's author is told. Of a dictionary the others are kept; a list
  /// without it would be another list.
  private static func listed(_ value: Any, for key: String) -> Any? {
    switch value {
    case let array as [Any]:
      let list = array.compactMap { listed($0, for: key) }
      return list.count == array.count ? list : nil
    case let dictionary as [String: Any] where dictionary[classKey] == nil:
      return Dictionary(
        uniqueKeysWithValues: dictionary.compactMap { name, value in listed(value, for: name).map { (name, $0) } })
    case is String, is NSNumber, is Bool, is Int, is Double, is Date, is Data: return value
    case let number as CGFloat: return Double(number)
    case let text as Substring: return String(text)
    default: break
    }
    if let spelled = SpelledValue(value) {
      let parts = spelled.parts.compactMapValues { listed($0, for: key) }
      return parts.count == spelled.parts.count ? [classKey: spelled.kind.rawValue, valuesKey: parts] : nil
    }
    // As an object: of DateComponents and the like there is a class that encodes itself.
    guard let object = value as AnyObject as? any NSObject & NSCoding else {
      complain(
        "unable to keep '\(key)' of the app's state: \(type(of: value)) does not conform to NSCoding; encode an object that does"
          + ", or a property list")
      return nil
    }
    let type: Any.Type = object.classForCoder
    guard let name = MainActor.assumeIsolated({ KnownClasses.name(of: type) }) else {
      complain(
        "unable to keep '\(key)' of the app's state: its class \(type) cannot be found again by its name; give it a name "
          + "that no other class of the module has")
      return nil
    }
    let coder = StateCoder()
    object.encode(with: coder)
    return [classKey: name, valuesKey: coder.values]
  }

  // MARK: Reading

  override func decodeObject(forKey key: String) -> Any? { given[key] ?? values[key].flatMap(Self.object) }
  override func decodeObject<DecodedObjectType>(
    of cls: DecodedObjectType.Type, forKey key: String
  ) -> DecodedObjectType? where DecodedObjectType: NSObject, DecodedObjectType: NSCoding {
    let object = decodeObject(forKey: key)
    return object as? DecodedObjectType ?? (object as? String).flatMap { NSString(string: $0) as? DecodedObjectType }
  }
  override func withDecodedUnsafeBytes<ResultType>(
    forKey key: String, body: (UnsafeRawBufferPointer?) throws -> ResultType
  ) rethrows -> ResultType {
    guard let data = values[key] as? Data else { return try body(nil) }
    return try data.withUnsafeBytes { try body($0) }
  }
  override func withDecodedUnsafeBufferPointer<ResultType>(
    forKey key: String, body: (UnsafeBufferPointer<UInt8>?) throws -> ResultType
  ) rethrows -> ResultType {
    guard let data = values[key] as? Data else { return try body(nil) }
    return try data.withUnsafeBytes { try body($0.bindMemory(to: UInt8.self)) }
  }
  override func decodeBool(forKey key: String) -> Bool { number(key)?.boolValue ?? false }
  override func decodeCInt(forKey key: String) -> CInt { number(key)?.int32Value ?? 0 }
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
    if let kind = SpelledValue.Kind(rawValue: name) {
      return SpelledValue(kind, values.compactMapValues(object)).value
    }
    guard let type = MainActor.assumeIsolated({ KnownClasses.named(name) }) as? any NSCoding.Type else { return nil }
    return type.init(coder: StateCoder(values))
  }
}

/// Each class is looked for once, by its name or for its name: a private one is found by a look through the program.
@MainActor private enum KnownClasses {
  private static var names: [ObjectIdentifier: String?] = [:]
  private static var classes: [String: AnyClass?] = [:]

  static func name(of type: Any.Type) -> String? {
    if let known = names[ObjectIdentifier(type)] { return known }
    let name = AppClass.name(of: type)
    names[ObjectIdentifier(type)] = .some(name)
    return name
  }

  static func named(_ name: String) -> AnyClass? {
    if let known = classes[name] { return known }
    let type: AnyClass? = AppClass.named(name)
    classes[name] = .some(type)
    return type
  }
}
