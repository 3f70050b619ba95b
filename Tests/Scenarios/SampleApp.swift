// A sample app with other keys in its Info.plist than those it comes with.
import Foundation
import RoostTesting

enum SampleApp {
  /// A bundle of `name` in a directory that the system empties.
  /// - Parameter change: of its Info.plist.
  static func make(_ name: String, change: (inout [String: Any]) -> Void) throws -> String {
    let source = Programs.app(name)
    let bundle = MadeApps.newFolder() + "/\(name).app"
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    // A link would do, but for what an app learns of its bundle by its executable's real path.
    do {
      try FileManager.default.linkItem(atPath: "\(source)/\(name)", toPath: "\(bundle)/\(name)")
    } catch {
      // A checkout on another mount than /tmp (link(2), EXDEV). Copied by another process: one that this process starts
      // meanwhile would inherit the file open for writing, and nobody could execute it (execve(2), ETXTBSY).
      try Process.run(URL(fileURLWithPath: "/bin/cp"), arguments: ["\(source)/\(name)", bundle]).waitUntilExit()
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: source + "/Info.plist"))
    var info = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] ?? [:]
    change(&info)
    try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
      .write(to: URL(fileURLWithPath: bundle + "/Info.plist"))
    return bundle
  }
}

extension TestDevice {
  /// A file in the container of an app; nil when there is none.
  func file(_ path: String, of app: AppUnderTest) -> Data? {
    FileManager.default.contents(atPath: "\(container(of: app))/\(path)")
  }

  func container(of app: AppUnderTest) -> String { "\(daemon.stateDirectory)/containers/\(app.id)" }
}
