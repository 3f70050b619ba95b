// A picture's elements one after the other, as far as a comparison needs them: apps draw SVG without scripts or entities of
// their own.

/// A tag with its attributes, or a text between two tags.
struct SVGShape: Equatable, CustomStringConvertible {
  /// Empty for a text.
  var tag: String
  var attributes: [String: String] = [:]
  var text = ""

  var description: String {
    if tag.isEmpty { return "“\(text)”" }
    return "<\(([tag] + attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }).joined(separator: " "))>"
  }

  /// Width and height of the picture whose tag this is, in points.
  var size: (Double, Double)? {
    let box = (attributes["viewBox"] ?? "").split(separator: " ").compactMap { Double($0) }
    return box.count == 4 ? (box[2], box[3]) : nil
  }

  static func all(in svg: String) -> [SVGShape] {
    var shapes: [SVGShape] = []
    for part in svg.split(separator: "<", omittingEmptySubsequences: true) {
      guard let end = part.firstIndex(of: ">") else { continue }
      let head = part[..<end]
      if !head.hasPrefix("!"), !head.hasPrefix("?") { shapes.append(element(head)) }
      let text = part[part.index(after: end)...].trimmed
      if !text.isEmpty { shapes.append(SVGShape(tag: "", text: text)) }
    }
    return shapes
  }

  private static func element(_ head: Substring) -> SVGShape {
    let name = head.prefix { !$0.isWhitespace }
    var shape = SVGShape(tag: String(name.hasSuffix("/") ? name.dropLast() : name))
    var rest = head.dropFirst(name.count)
    while let equals = rest.firstIndex(of: "=") {
      let key = rest[..<equals].trimmed
      let value = rest[rest.index(after: equals)...].drop { $0.isWhitespace }
      guard let quote = value.first, quote == "\"" || quote == "'",
        let end = value.dropFirst().firstIndex(of: quote)
      else { break }
      shape.attributes[key] = String(value[value.index(after: value.startIndex)..<end])
      rest = value[value.index(after: end)...]
    }
    return shape
  }

  func isLike(_ other: SVGShape, within tolerance: Double) -> Bool {
    tag == other.tag && text == other.text && attributes.count == other.attributes.count
      && attributes.allSatisfy { key, value in
        other.attributes[key].map { Self.isLike(value, $0, within: tolerance) } ?? false
      }
  }

  /// Numbers may differ a little wherever they stand, as in `translate(3 4)`; all else has to be the same.
  private static func isLike(_ one: String, _ other: String, within tolerance: Double) -> Bool {
    if one == other { return true }
    let (ones, others) = (words(one), words(other))
    guard ones.count == others.count else { return false }
    return zip(ones, others).allSatisfy { one, other in
      if let a = Double(one), let b = Double(other) { return abs(a - b) <= tolerance }
      return one == other
    }
  }

  /// Runs of what numbers are written with, and the runs between them. A colour is no number, whatever its digits.
  private static func words(_ text: String) -> [String] {
    guard !text.hasPrefix("#") else { return [text] }
    var words: [String] = []
    var wasNumber: Bool?
    for character in text {
      let isNumber = character.isNumber || character == "." || character == "-"
      if isNumber == wasNumber { words[words.count - 1].append(character) } else { words.append(String(character)) }
      wasNumber = isNumber
    }
    return words
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
