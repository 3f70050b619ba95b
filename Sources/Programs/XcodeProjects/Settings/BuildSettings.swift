// The build settings of one target in one configuration, as Xcode settles them: level upon level, each inheriting.
import StreamSafeText

package struct BuildSettings {
  /// How long a value may be, in bytes: references can double it at each step.
  package static let longest = 65_536
  /// How deep a value names others.
  private static let deepest = 64
  /// How many references one value may lead to.
  private static let mostReferences = 4_096

  /// How long a reference may be, in bytes.
  private static let longestReference = 1_024

  /// From the lowest: Xcode's own defaults, the project's, the target's.
  private var levels: [[String: String]] = []

  package init() {}

  /// Adds a level above the others.
  ///
  /// - Parameter configuration: the name that `[config=…]` is compared with.
  package mutating func add(_ values: [String: String], configuration: String = "") {
    var (plain, conditional) = ([String: String](), [String: String]())
    // In order, so that the same project has the same values each time.
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let bracket = key.firstIndex(of: "[") else {
        plain[key] = value
        continue
      }
      if Self.holds(key[bracket...], configuration) { conditional[String(key[..<bracket])] = value }
    }
    levels.append(plain)
    if !conditional.isEmpty { levels.append(conditional) }
  }

  /// Of `[sdk=iphoneos*][arch=arm64]` and the like: whether it holds for an iPhone.
  private static func holds(_ conditions: Substring, _ configuration: String) -> Bool {
    conditions.split(whereSeparator: { $0 == "[" || $0 == "]" || $0 == "," }).allSatisfy { condition in
      let parts = condition.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return false }
      switch parts[0] {
      case "sdk": return matches("iphoneos", parts[1])
      case "arch": return matches("arm64", parts[1])
      case "config": return matches(configuration, parts[1])
      case "variant": return matches("normal", parts[1])
      default: return false
      }
    }
  }

  private static func matches(_ text: String, _ pattern: Substring) -> Bool {
    guard let star = pattern.firstIndex(of: "*") else {
      // A version may follow the platform's name: iphoneos17.0.
      return pattern == text || text == "iphoneos" && pattern.hasPrefix(text)
    }
    return text.hasPrefix(pattern[..<star])
  }

  /// The value with every reference filled in; nil where the setting is not set.
  package func value(_ name: String) throws(ProjectError) -> String? {
    guard levels.contains(where: { $0[name] != nil }) else { return nil }
    var budget = Budget(name: name)
    return try value(name, below: levels.count, depth: 0, &budget)
  }

  package func isSet(_ name: String) throws(ProjectError) -> Bool { try value(name)?.uppercased() == "YES" }

  /// The values' words.
  package func words(_ name: String) throws(ProjectError) -> [String] {
    try (value(name) ?? "").split(whereSeparator: \.isWhitespace).map { word in
      word.hasPrefix("\"") && word.hasSuffix("\"") && word.count > 1
        ? String(word.dropFirst().dropLast()) : String(word)
    }
  }

  /// The names of all that are set and begin so.
  package func names(beginning prefix: String) -> [String] {
    Set(levels.flatMap { $0.keys.filter { $0.hasPrefix(prefix) } }).sorted()
  }

  /// - Parameter unknown: is told the names that have no value; they are empty, as in Xcode.
  package func expand(_ text: String, unknown: (String) -> Void = { _ in }) throws(ProjectError) -> String {
    var budget = Budget(name: text)
    return try expand(text, of: "", below: levels.count, depth: 0, &budget, unknown)
  }

  private struct Budget {
    let name: String
    var references = BuildSettings.mostReferences

    mutating func spend(_ length: Int) throws(ProjectError) {
      references -= 1
      guard references > 0, length <= BuildSettings.longest else { throw .endlessSetting(String(name.prefix(128))) }
    }
  }

  private func value(
    _ name: String, below level: Int, depth: Int, _ budget: inout Budget
  ) throws(ProjectError) -> String? {
    guard depth < Self.deepest else { throw .endlessSetting(String(name.prefix(128))) }
    guard let found = levels[..<level].lastIndex(where: { $0[name] != nil }), let text = levels[found][name] else {
      return nil
    }
    return try expand(text, of: name, below: found, depth: depth, &budget) { _ in }
  }

  private func expand(
    _ text: String, of name: String, below level: Int, depth: Int, _ budget: inout Budget, _ unknown: (String) -> Void
  ) throws(ProjectError) -> String {
    try budget.spend(text.utf8.count)
    let bytes = Array(text.utf8)
    var expanded: [UInt8] = []
    var position = 0
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "$"), let end = Self.end(of: bytes, from: position + 1) else {
        expanded.append(bytes[position])
        position += 1
        continue
      }
      var reference = String(decoding: bytes[(position + 2)..<end], as: UTF8.self)
      // A name can be made of other settings: $(NAME_$(CONFIGURATION)).
      if reference.contains("$") {
        guard depth < Self.deepest else { throw .endlessSetting(String(name.prefix(128))) }
        reference = try expand(reference, of: name, below: level, depth: depth + 1, &budget, unknown)
      }
      let filled = try fill(reference, of: name, below: level, depth: depth + 1, &budget, unknown)
      try budget.spend(expanded.count + filled.utf8.count)
      expanded += filled.utf8
      position = end + 1
    }
    // The marks of one value may follow those of another.
    return String(decoding: expanded, as: UTF8.self).streamSafe
  }

  private func fill(
    _ reference: String, of setting: String, below level: Int, depth: Int, _ budget: inout Budget,
    _ unknown: (String) -> Void
  ) throws(ProjectError) -> String {
    let parts = reference.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let name = parts.first ?? ""
    // A setting that names itself means the level below, as `inherited` does.
    let inherits = !setting.isEmpty && (name == "inherited" || name == setting)
    var value = try value(
      inherits ? setting : name, below: inherits ? level : levels.count, depth: depth, &budget)
    if value == nil, !inherits, !parts.dropFirst().contains(where: { $0.hasPrefix("default=") }) { unknown(name) }
    for modifier in parts.dropFirst() { value = SettingModifier.apply(modifier, to: value ?? "") ?? value }
    return value ?? ""
  }

  /// Where the reference's last parenthesis or brace is, which may hold other references.
  private static func end(of bytes: [UInt8], from open: Int) -> Int? {
    guard open < bytes.count else { return nil }
    let pairs: [UInt8: UInt8] = [UInt8(ascii: "("): UInt8(ascii: ")"), UInt8(ascii: "{"): UInt8(ascii: "}")]
    guard let closing = pairs[bytes[open]] else { return nil }
    var depth = 0
    for index in open..<min(open + longestReference, bytes.count) {
      if bytes[index] == bytes[open] { depth += 1 }
      if bytes[index] == closing {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  private static let tooLong = String(repeating: " ", count: longest + 1)

  /// A value with `$(inherited)` filled in by another's text; too long a one stays so, and is refused where it is used.
  static func inherit(_ earlier: String, into value: String) -> String {
    let parts = value.split(separator: "$(inherited)", omittingEmptySubsequences: false)
    guard value.utf8.count + (parts.count - 1) * earlier.utf8.count <= longest else {
      return tooLong
    }
    return parts.joined(separator: earlier)
  }
}
