// Values that no property list holds and that are no objects, as the state archive spells them out (SC5).

/// A value's type, and the lists, numbers and texts that the value is made of.
struct SpelledValue {
  /// By the names in an archive; those of an app's classes have a full stop.
  enum Kind: String {
    case url = "URL"
    case uuid = "UUID"
    case indexPath = "IndexPath"
    case point = "CGPoint"
    case size = "CGSize"
    case rect = "CGRect"
    case range = "NSRange"
    case set = "Set"
    case mutableSet = "MutableSet"
    case dictionary = "Dictionary"
  }
  let kind: Kind
  let parts: [String: Any]

  /// Nil for a value of any other type.
  init?(_ value: Any) {
    switch value {
    case let url as URL: self.init(.url, ["string": url.absoluteString])
    case let uuid as UUID: self.init(.uuid, ["string": uuid.uuidString])
    case let path as IndexPath: self.init(.indexPath, ["indexes": Array(path)])
    case let point as CGPoint: self.init(.point, [point.x, point.y])
    case let size as CGSize: self.init(.size, [size.width, size.height])
    case let rect as CGRect:
      self.init(.rect, [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height])
    case let range as NSRange: self.init(.range, ["location": range.location, "length": range.length])
    case let set as NSMutableSet: self.init(.mutableSet, ["members": set.allObjects])
    case let set as NSSet: self.init(.set, ["members": set.allObjects])
    case let dictionary as [AnyHashable: Any]:
      self.init(.dictionary, ["keys": dictionary.keys.map(\.base), "values": Array(dictionary.values)])
    default: return nil
    }
  }

  init(_ kind: Kind, _ parts: [String: Any]) {
    self.kind = kind
    self.parts = parts
  }

  private init(_ kind: Kind, _ numbers: [CGFloat]) { self.init(kind, ["numbers": numbers.map { Double($0) }]) }

  /// Nil for parts that no value is made of.
  var value: Any? {
    switch kind {
    case .url: (parts["string"] as? String).flatMap { URL(string: $0) }
    case .uuid: (parts["string"] as? String).flatMap { UUID(uuidString: $0) }
    case .indexPath: (parts["indexes"] as? [Int]).map { IndexPath(indexes: $0) }
    case .point: numbers(2).map { CGPoint(x: $0[0], y: $0[1]) }
    case .size: numbers(2).map { CGSize(width: $0[0], height: $0[1]) }
    case .rect: numbers(4).map { CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
    case .range: range
    case .set: (parts["members"] as? [Any]).map { Set($0.compactMap { $0 as? AnyHashable }) }
    case .mutableSet: (parts["members"] as? [Any]).map { NSMutableSet(array: $0) }
    case .dictionary: dictionary
    }
  }

  private func numbers(_ count: Int) -> [CGFloat]? {
    guard let numbers = parts["numbers"] as? [Double], numbers.count == count else { return nil }
    return numbers.map { CGFloat($0) }
  }

  private var range: NSRange? {
    guard let location = parts["location"] as? Int, let length = parts["length"] as? Int else { return nil }
    return NSRange(location: location, length: length)
  }

  private var dictionary: [AnyHashable: Any]? {
    guard let keys = parts["keys"] as? [Any], let values = parts["values"] as? [Any] else { return nil }
    let entries = zip(keys, values).compactMap { key, value in (key as? AnyHashable).map { ($0, value) } }
    return Dictionary(entries) { first, _ in first }
  }
}
