// The app that writes down what it is told, with scenes and without, and what it has written.
import Foundation
import RoostTesting

/// Witness on a device of its own.
final class Witness {
  let test: TestDevice
  let app: AppUnderTest

  /// - Parameter keys: of its Info.plist, beside or instead of those it has; `UIApplicationSceneManifest` is taken away
  ///   from one that is to be app-based (LS1).
  init(
    scenes: Bool = true, deadlines: String = "", device settings: String = "", keys: [String: Any] = [:],
    resources: [String: String] = [:], apps: [String] = [], virtualTime: Bool = false
  ) throws {
    let bundle = try Self.bundle(scenes: scenes, keys: keys, resources: resources)
    test = try TestDevice(
      deadlines: deadlines, device: settings, apps: TestDevice.samples + [bundle] + apps, virtualTime: virtualTime)
    app = test.device.app("com.example.witness")
  }

  private static func bundle(
    scenes: Bool, keys: [String: Any], resources: [String: String]
  ) throws -> String {
    let bundle = try SampleApp.make("witness") { info in
      if !scenes { info["UIApplicationSceneManifest"] = nil }
      info.merge(keys) { _, given in given }
    }
    for (name, text) in resources { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(bundle)/\(name)")) }
    return bundle
  }

  var container: String { test.container(of: app) }

  /// All it has written since it was launched last; a line each: the call or notification, `app=` and `scene=` with the
  /// states it saw, and details.
  var testimony: [String] {
    let text = (try? String(contentsOfFile: container + "/testimony", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// The same from line `start` on, calls and notifications by their names alone.
  func calls(from start: Int = 0) -> [String] {
    testimony.dropFirst(start).compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  /// Delegate calls alone.
  func delegateCalls(from start: Int = 0) -> [String] { calls(from: start).filter { !$0.hasSuffix("Notification") } }

  /// The first line of `call` from line `start` on, without the call itself.
  func line(of call: String, from start: Int = 0) -> String? {
    testimony.dropFirst(start).first { $0.hasPrefix(call + " ") }.map { String($0.dropFirst(call.count + 1)) }
  }
}
