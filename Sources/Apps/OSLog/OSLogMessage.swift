// OSLogMessage: a message with values in it, each of which knows who may read it.

/// `OSLogMessage`. Its values are asked for only when the message gets anywhere.
public struct OSLogMessage: ExpressibleByStringInterpolation {
  let parts: [OSLogInterpolation.Part]

  public init(stringLiteral value: String) { parts = [.text(value)] }

  public init(stringInterpolation: OSLogInterpolation) { parts = stringInterpolation.parts }

  func text(showsPrivate: Bool) -> String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .text(let words): text += words
      case .value(let privacy, let isNumber, let alignment, let value):
        text += alignment.aligned(privacy.shown(value(), isNumber: isNumber, showsPrivate: showsPrivate))
      }
    }
  }
}

/// `OSLogInterpolation`.
public struct OSLogInterpolation: StringInterpolationProtocol {
  enum Part {
    case text(String)
    case value(OSLogPrivacy, isNumber: Bool, OSLogStringAlignment, () -> String)
  }

  private(set) var parts: [Part] = []

  public init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(2 * interpolationCount + 1) }

  public mutating func appendLiteral(_ literal: String) {
    if !literal.isEmpty { parts.append(.text(literal)) }
  }

  // MARK: Text

  public mutating func appendInterpolation(
    _ text: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    append(privacy, align, text)
  }

  /// The numbers, which are such values too, have formats of their own.
  @_disfavoredOverload
  public mutating func appendInterpolation<Value: CustomStringConvertible>(
    _ value: @autoclosure @escaping () -> Value, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    append(privacy, align) { value().description }
  }

  public mutating func appendInterpolation(
    _ type: @autoclosure @escaping () -> Any.Type, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    append(privacy, align) { String(reflecting: type()) }
  }

  /// An object, as `%@` shows it.
  public mutating func appendInterpolation(
    _ object: @autoclosure @escaping () -> AnyObject, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    append(privacy, align) { String(describing: object()) }
  }

  public mutating func appendInterpolation(
    _ error: @autoclosure @escaping () -> any Error, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    append(privacy, align) { String(describing: error()) }
  }

  private mutating func append(
    _ privacy: OSLogPrivacy, _ alignment: OSLogStringAlignment, _ value: @escaping () -> String
  ) {
    parts.append(.value(privacy, isNumber: false, alignment, value))
  }

  // MARK: Numbers

  public mutating func appendInterpolation<Number: FixedWidthInteger>(
    _ number: @autoclosure @escaping () -> Number, format: OSLogIntegerFormatting = .decimal,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    parts.append(.value(privacy, isNumber: true, align) { format.text(number()) })
  }

  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> Double, format: OSLogFloatFormatting = .fixed,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    parts.append(.value(privacy, isNumber: true, align) { format.text(number()) })
  }

  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> Float, format: OSLogFloatFormatting = .fixed,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    parts.append(.value(privacy, isNumber: true, align) { format.text(Double(number())) })
  }

  public mutating func appendInterpolation(
    _ isTrue: @autoclosure @escaping () -> Bool, format: OSLogBoolFormat = .truth, privacy: OSLogPrivacy = .auto
  ) {
    parts.append(.value(privacy, isNumber: true, .none) { format.text(isTrue()) })
  }
}
