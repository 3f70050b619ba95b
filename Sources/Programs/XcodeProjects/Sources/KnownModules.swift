// The modules that an app here can import.

package enum KnownModules {
  /// Roost's own that are a product each; `import UIKit` brings what it stands on.
  package static let products: Set = [
    "UIKit", "UserNotifications", "BackgroundTasks", "BackgroundTransfers", "AVFAudio", "AVFoundation", "CoreLocation",
    "CoreBluetooth", "CoreMotion", "Contacts", "Photos", "AppTrackingTransparency", "ExternalAccessory", "MetricKit",
    "FileProtection", "OSLog",
  ]
  /// Those of Swift on Linux.
  static let toolchain: Set = [
    "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
    "FoundationXML", "Dispatch", "Glibc", "Observation", "RegexBuilder", "Synchronization", "Distributed", "Builtin",
    "_Concurrency", "_StringProcessing", "Testing", "XCTest",
  ]

  /// What to write instead of a module that is not here.
  static func advice(_ module: String) -> String {
    switch module {
    case "os", "os.log": "write `import OSLog`, which has Logger, os_log and OSSignposter"
    case "Combine": "there is no Combine on Linux; write AsyncSequence or closures"
    case "CoreGraphics", "QuartzCore": "`import UIKit` brings CGRect, CGPoint and CGSize; there is no more of it here"
    case "Darwin": "write `import Glibc`, or Foundation for what both have"
    case "ObjectiveC": "there is no Objective-C on Linux"
    case "CryptoKit": "the package swift-crypto has the same types: add it to Package.swift, and `import Crypto`"
    default: "there is no such module here; put the code that needs it into `#if canImport(\(module))`"
    }
  }
}
