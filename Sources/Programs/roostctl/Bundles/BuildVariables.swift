// The build settings that Xcode leaves in an Info.plist for the build to fill in: $(NAME), ${NAME}, $(NAME:modifier).
import FoundationEssentials
import XcodeProjects

/// Fills in those that the program itself tells, and those that the caller gives.
struct BuildVariables {
  private let values: [String: String]
  /// Whether anything was filled in.
  private(set) var didChange = false

  /// - Parameters:
  ///   - program: the name of the executable's file, which is that of its product.
  ///   - given: value by name; they win.
  init(program: String, given: [String: String]) {
    let module = String(program.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    values = [
      "EXECUTABLE_NAME": program, "PRODUCT_NAME": program, "TARGET_NAME": program, "PRODUCT_MODULE_NAME": module,
      "DEVELOPMENT_LANGUAGE": "en", "PRODUCT_BUNDLE_PACKAGE_TYPE": "APPL", "MARKETING_VERSION": "1.0",
      "CURRENT_PROJECT_VERSION": "1",
    ].merging(given) { _, given in given }
  }

  mutating func fill(_ keys: [String: PropertyListValue]) throws(CommandFailure) -> [String: PropertyListValue] {
    var filled: [String: PropertyListValue] = [:]
    for (key, value) in keys { filled[key] = try fill(value, of: key) }
    return filled
  }

  private mutating func fill(_ value: PropertyListValue, of key: String) throws(CommandFailure) -> PropertyListValue {
    switch value {
    case .string(let text): return .string(try fill(text, of: key))
    case .array(let values):
      var filled: [PropertyListValue] = []
      for value in values { filled.append(try fill(value, of: key)) }
      return .array(filled)
    case .dictionary(let keys): return .dictionary(try fill(keys))
    case .bool, .integer, .real, .date, .data: return value
    }
  }

  private mutating func fill(_ text: String, of key: String) throws(CommandFailure) -> String {
    var (filled, rest) = ("", text[...])
    // The brackets that do not follow any more: to look for them at each of a text's beginnings takes the square of its length.
    var missing: Set<Character> = []
    while let dollar = rest.firstIndex(of: "$") {
      filled += rest[..<dollar]
      rest = rest[dollar...]
      let close: Character? =
        switch rest.dropFirst().first {
        case "(": ")"
        case "{": "}"
        default: nil
        }
      guard let close, !missing.contains(close), let end = rest.firstIndex(of: close) else {
        if let close { missing.insert(close) }
        filled.append("$")
        rest = rest.dropFirst()
        continue
      }
      filled += try value(of: String(rest[rest.index(dollar, offsetBy: 2)..<end]), in: key)
      rest = rest[rest.index(after: end)...]
      didChange = true
    }
    return filled + rest
  }

  private func value(of reference: String, in key: String) throws(CommandFailure) -> String {
    let parts = reference.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard let name = parts.first, var value = values[name] else {
      throw .refused(
        "\(key) of Info.plist has $(\(reference)), whose value only the Xcode project knows; "
          + "give it with --define \(parts.first ?? "")=VALUE, or write it into Info.plist")
    }
    for modifier in parts.dropFirst() {
      guard let changed = SettingModifier.apply(modifier, to: value) else {
        throw .refused("\(key) of Info.plist has $(\(reference)); write its value, since \(modifier) is not known here")
      }
      value = changed
    }
    return value
  }
}
