// The testimony of Witness: a line each in the file `testimony` of its container.

import UIKit

@MainActor enum Testimony {
  private(set) static var count = 0
  private static let file: FileHandle? = {
    FileManager.default.createFile(atPath: "testimony", contents: nil)
    return FileHandle(forWritingAtPath: "testimony")
  }()

  /// `sceneWillResignActive app=active scene=foregroundActive details`.
  static func write(_ call: String, in scene: UIScene? = nil, _ details: String = "") {
    count += 1
    var words = [call, "app=\(name(UIApplication.shared.applicationState))"]
    if let scene { words.append("scene=\(name(scene.activationState))") }
    if !details.isEmpty { words.append(details) }
    file?.write(Data((words.joined(separator: " ") + "\n").utf8))
  }

  static func watchNotifications() {
    let names = [
      UIApplication.didBecomeActiveNotification, UIApplication.willResignActiveNotification,
      UIApplication.didEnterBackgroundNotification, UIApplication.willEnterForegroundNotification,
      UIScene.didActivateNotification, UIScene.willDeactivateNotification, UIScene.didEnterBackgroundNotification,
      UIScene.willEnterForegroundNotification, UIScene.didDisconnectNotification, UIScene.willConnectNotification,
    ]
    for name in names {
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
        MainActor.assumeIsolated { write(name.rawValue) }
      }
    }
  }

  static func text(_ options: [UIApplication.LaunchOptionsKey: Any]) -> String {
    options.map { "\($0.key.rawValue)=\($0.value)" }.sorted().joined(separator: ",")
  }

  private static func name(_ state: UIApplication.State) -> String {
    switch state {
    case .active: "active"
    case .inactive: "inactive"
    case .background: "background"
    @unknown default: "unknown"
    }
  }

  private static func name(_ state: UIScene.ActivationState) -> String {
    switch state {
    case .unattached: "unattached"
    case .foregroundActive: "foregroundActive"
    case .foregroundInactive: "foregroundInactive"
    case .background: "background"
    @unknown default: "unknown"
    }
  }
}
