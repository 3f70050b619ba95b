// The parameters of a call, which a method reads by their names.
import WireJSON

/// Each is read without Swift's `Decoder`, whose containers cost some thousand instructions for every call.
///
/// Everything here throws ``ServiceError/invalidParameter(_:)`` with the name of a parameter that is missing or of another type.
public struct CallParameters: Sendable {
  private let whole: WireText
  /// Nil for another value than an object.
  private let members: WireText.Object?

  init(_ whole: WireText) {
    self.whole = whole
    members = whole.object
  }

  public func read(_ name: String) throws(ServiceError) -> String { try read(name, required(name)) }
  public func read(_ name: String) throws(ServiceError) -> Bool { try read(name, required(name)) }
  public func read(_ name: String) throws(ServiceError) -> Int64 { try read(name, required(name)) }
  public func read(_ name: String) throws(ServiceError) -> [String] { try read(name, required(name)) }

  // Nil where there is none, or it is null.

  public func read(ifPresent name: String) throws(ServiceError) -> String? {
    guard let value = try member(name) else { return nil }
    return try read(name, value)
  }

  public func read(ifPresent name: String) throws(ServiceError) -> Bool? {
    guard let value = try member(name) else { return nil }
    return try read(name, value)
  }

  public func read(ifPresent name: String) throws(ServiceError) -> Int64? {
    guard let value = try member(name) else { return nil }
    return try read(name, value)
  }

  public func read(ifPresent name: String) throws(ServiceError) -> [String]? {
    guard let value = try member(name) else { return nil }
    return try read(name, value)
  }

  /// All of them, as `type` takes them from a decoder.
  /// - Throws: also with the path of a value inside a parameter, such as `options.url`.
  public func decode<Parameters: Decodable>(as type: Parameters.Type = Parameters.self) throws(ServiceError)
    -> Parameters
  {
    do {
      return try whole.decode(type)
    } catch let error as DecodingError {
      throw .invalidParameter(error.path)
    } catch {
      throw .invalidParameter("parameters")
    }
  }

  /// The first of these that is a string of more than so many bytes.
  func firstLong(of names: [String], longest: Int) -> String? {
    names.first { (members?.member($0)?.string?.utf8.count ?? 0) > longest }
  }

  private func member(_ name: String) throws(ServiceError) -> WireText? {
    guard let members else { throw .invalidParameter("parameters") }
    return members.member(name)
  }

  private func required(_ name: String) throws(ServiceError) -> WireText {
    guard let value = try member(name) else { throw .invalidParameter(name) }
    return value
  }

  private func read(_ name: String, _ value: WireText) throws(ServiceError) -> String {
    guard let string = value.string else { throw .invalidParameter(name) }
    return string
  }

  private func read(_ name: String, _ value: WireText) throws(ServiceError) -> Bool {
    guard let bool = value.bool else { throw .invalidParameter(name) }
    return bool
  }

  private func read(_ name: String, _ value: WireText) throws(ServiceError) -> Int64 {
    guard let integer = value.integer else { throw .invalidParameter(name) }
    return integer
  }

  private func read(_ name: String, _ value: WireText) throws(ServiceError) -> [String] {
    guard let elements = value.elements else { throw .invalidParameter(name) }
    var strings: [String] = []
    strings.reserveCapacity(elements.count)
    for (place, element) in elements.enumerated() { strings.append(try read("\(name).\(place)", element)) }
    return strings
  }
}

extension DecodingError {
  /// The path of the value that could not be read, such as `options.url`.
  fileprivate var path: String {
    let keys: [any CodingKey]
    switch self {
    case .keyNotFound(let key, let context): keys = context.codingPath + [key]
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      keys = context.codingPath
    @unknown default: keys = []
    }
    let names = keys.map(\.stringValue)
    let inside = names.first == "parameters" ? Array(names.dropFirst()) : names
    return inside.isEmpty ? "parameters" : inside.joined(separator: ".")
  }
}
