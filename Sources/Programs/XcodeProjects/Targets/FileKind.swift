// The kinds of files that a target has, by their names.

/// The use of a file, by its name.
package enum FileKind {
  case swift
  /// A language that SwiftPM does not mix with Swift in a target, or that Linux lacks.
  case foreign
  /// What Xcode makes code of: Core Data, intents, Core ML.
  case model
  /// Pictures and colours.
  case catalog
  case nib
  case resource
  /// Headers, documentation, and what only Xcode reads.
  case ignored

  package init(_ path: String) {
    switch fileExtension(path) {
    case "swift": self = .swift
    case "m", "mm", "c", "cc", "cpp", "cxx", "metal", "s", "r": self = .foreign
    case "xcdatamodeld", "xcdatamodel", "intentdefinition", "mlmodel", "xcmappingmodel": self = .model
    case "xcassets": self = .catalog
    case "xib": self = .nib
    case "h", "hh", "hpp", "pch", "modulemap", "docc", "xcconfig", "entitlements", "playground", "md", "framework",
      "xcframework", "a", "dylib", "gitkeep":
      self = .ignored
    default: self = .resource
    }
  }
}
