// The Info.plist that Xcode's build would make of a target: its file, its INFOPLIST_KEY_ settings, its build variables.

struct InfoPlistMaker {
  let settings: BuildSettings
  private(set) var findings: [Finding] = []
  /// How long all its texts may be together, in bytes: a short one may name a long setting.
  private static let longest = 4 << 20
  private var length = 0

  init(_ settings: BuildSettings) { self.settings = settings }

  /// - Parameters:
  ///   - file: the keys of INFOPLIST_FILE; empty where there is none.
  ///   - name: of that file, for what is found in it.
  mutating func make(
    of file: [String: PropertyListValue], name: String
  ) throws(ProjectError) -> [String: PropertyListValue] {
    var keys = file
    if try settings.isSet("GENERATE_INFOPLIST_FILE") {
      for (key, value) in try generated() { keys[key] = Self.merge(value, into: keys[key]) }
    }
    for (key, value) in Self.everyApp where keys[key] == nil { keys[key] = value }
    var unknown: Set<String> = []
    keys = try fill(keys, &unknown)
    for setting in unknown.sorted() {
      findings.append(Finding(.omission, name, "$(\(setting))", "the project gives it no value; it is left empty"))
    }
    // They are rights here, which the reader of a stranger's project did not mean to give by importing it.
    for key in keys.keys.sorted() where key.hasPrefix("Roost") {
      findings.append(
        Finding(
          .omission, name, key, "it asks for rights, so it is left out; add it to the package's Info.plist if it may"))
      keys[key] = nil
    }
    // On a telephone the value for telephones is the one that counts.
    for (key, value) in keys where key.hasSuffix("~iphone") { keys[String(key.dropLast("~iphone".count))] = value }
    return keys.filter { key, value in
      !key.hasSuffix("~iphone") && !key.hasSuffix("~ipad") && !(value.text == "" && Self.everyApp[key] != nil)
    }
  }

  private static let everyApp: [String: PropertyListValue] = [
    "CFBundleIdentifier": .string("$(PRODUCT_BUNDLE_IDENTIFIER)"), "CFBundleName": .string("$(PRODUCT_NAME)"),
    "CFBundleExecutable": .string("$(EXECUTABLE_NAME)"),
    "CFBundlePackageType": .string("$(PRODUCT_BUNDLE_PACKAGE_TYPE)"),
    "CFBundleDevelopmentRegion": .string("$(DEVELOPMENT_LANGUAGE)"),
    "CFBundleShortVersionString": .string("$(MARKETING_VERSION)"),
    "CFBundleVersion": .string("$(CURRENT_PROJECT_VERSION)"), "CFBundleInfoDictionaryVersion": .string("6.0"),
  ]

  /// As Xcode does: a setting's value replaces the file's, and adds to its lists and dictionaries.
  private static func merge(_ value: PropertyListValue, into earlier: PropertyListValue?) -> PropertyListValue {
    switch (earlier, value) {
    case (.array(let earlier), .array(let items)): .array(earlier + items.filter { !earlier.contains($0) })
    case (.dictionary(let earlier), .dictionary(let keys)): .dictionary(earlier.merging(keys) { $1 })
    default: value
    }
  }

  private mutating func generated() throws(ProjectError) -> [String: PropertyListValue] {
    let prefix = "INFOPLIST_KEY_"
    var keys: [String: PropertyListValue] = [:]
    for setting in settings.names(beginning: prefix) {
      let key = setting.dropFirst(prefix.count)
      let value = try settings.value(setting) ?? ""
      try count(value)
      switch key {
      case "UIApplicationSceneManifest_Generation":
        guard value == "YES" else { continue }
        keys["UIApplicationSceneManifest"] = .dictionary([
          "UIApplicationSupportsMultipleScenes": .bool(true), "UISceneConfigurations": .dictionary([:]),
        ])
      case "UILaunchScreen_Generation":
        if value == "YES" { keys["UILaunchScreen"] = .dictionary([:]) }
      default: keys[Self.name(key)] = Self.value(value, of: key)
      }
    }
    return keys
  }

  private static func name(_ key: Substring) -> String {
    for (ending, device) in [("_iPhone", "~iphone"), ("_iPad", "~ipad")] where key.hasSuffix(ending) {
      return key.dropLast(ending.count) + device
    }
    return String(key)
  }

  /// The keys whose values are lists of words.
  private static let lists = [
    "UISupportedInterfaceOrientations", "UIBackgroundModes", "UIRequiredDeviceCapabilities",
    "BGTaskSchedulerPermittedIdentifiers",
  ]

  private static func value(_ text: String, of key: Substring) -> PropertyListValue {
    if lists.contains(where: key.hasPrefix) {
      return .array(text.split(whereSeparator: \.isWhitespace).map { .string(String($0)) })
    }
    return switch text {
    case "YES": .bool(true)
    case "NO": .bool(false)
    default: .string(text)
    }
  }

  private mutating func fill(
    _ keys: [String: PropertyListValue], _ unknown: inout Set<String>
  ) throws(ProjectError) -> [String: PropertyListValue] {
    var filled: [String: PropertyListValue] = [:]
    for (key, value) in keys { filled[key] = try fill(value, &unknown) }
    return filled
  }

  private mutating func fill(
    _ value: PropertyListValue, _ unknown: inout Set<String>
  ) throws(ProjectError) -> PropertyListValue {
    switch value {
    case .string(let text):
      let text = try settings.expand(text) { unknown.insert($0) }
      try count(text)
      return .string(text)
    case .array(let values):
      var filled: [PropertyListValue] = []
      for value in values { filled.append(try fill(value, &unknown)) }
      return .array(filled)
    case .dictionary(let keys): return .dictionary(try fill(keys, &unknown))
    case .bool, .integer, .real, .date, .data: return value
    }
  }

  private mutating func count(_ text: String) throws(ProjectError) {
    length += text.utf8.count
    guard length <= Self.longest else {
      throw .notValid("Info.plist", line: 1, why: "its build settings make it longer than \(Self.longest) bytes")
    }
  }
}
