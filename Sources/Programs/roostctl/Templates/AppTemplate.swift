// The kinds of app that `roostctl new` makes, and the files of each.

/// One file of a new app.
struct TemplateFile: Equatable {
  /// Below the app's folder.
  var path: String
  var text: String
  var isExecutable = false
}

/// A name that can be a Swift module, a folder and a part of a bundle identifier.
struct AppName {
  let module: String

  /// Nil for one that cannot.
  init?(_ text: String) {
    let isName = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: false
      }
    }
    guard let first = text.first, first.isLetter, isName, text.utf8.count <= 64 else { return nil }
    module = text
  }

  var bundleIdentifier: String { "com.example." + module.lowercased() }
}

enum AppTemplate: Equatable {
  /// With a scene delegate, as Xcode makes it; the package that the app depends on.
  case scenes(RoostPackage)
  /// With an app delegate alone.
  case appBased(RoostPackage)
  case python
  case shell

  /// The folder that is made, beside others.
  func folder(_ name: AppName) -> String {
    switch self {
    case .scenes, .appBased: name.module
    case .python, .shell: name.module + ".app"
    }
  }

  func files(_ name: AppName, id: String) -> [TemplateFile] {
    switch self {
    case .scenes(let roost): SwiftTemplate(name: name.module, id: id, roost: roost).scenes
    case .appBased(let roost): SwiftTemplate(name: name.module, id: id, roost: roost).appBased
    case .python: ScriptTemplate(name: name.module, id: id).python
    case .shell: ScriptTemplate(name: name.module, id: id).shell
    }
  }

  /// The commands that a person types next.
  func nextCommands(_ name: AppName, id: String) -> [String] {
    let module = name.module
    return switch self {
    case .scenes, .appBased:
      [
        "cd \(module)", "swift build", "mkdir -p apps",
        "roostctl bundle .build/debug/\(module) --info Info.plist -o apps/\(module).app",
        "roostd --apps apps", "roostctl launch \(id)",
      ]
    case .python, .shell: ["roostd --apps .", "roostctl launch \(id)"]
    }
  }
}

/// An Info.plist with these keys besides the ones that every app has.
func infoPlist(_ name: String, id: String, _ more: String = "") -> TemplateFile {
  TemplateFile(
    path: "Info.plist",
    text: """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>CFBundleIdentifier</key>
        <string>\(id)</string>
        <key>CFBundleName</key>
        <string>\(name)</string>
        <key>CFBundleExecutable</key>
        <string>\(name)</string>
        <key>CFBundlePackageType</key>
        <string>APPL</string>
        <key>CFBundleShortVersionString</key>
        <string>1.0</string>
        <key>CFBundleVersion</key>
        <string>1</string>
      \(more)</dict>
      </plist>

      """)
}
