// The state of an app without scenes, kept from didEnterBackground to the next launch in a file of its container (SC5).

import AgentProtocol
import WireJSON

/// `Library/Saved Application State/<bundle id>.savedState/data.data`: an archive of archives, one for the app and one
/// for each view controller or object by its restoration identifier.
@MainActor enum StateArchive {
  /// Objects that asked to take part (`UIApplication.registerObject`).
  static var registered: [String: any UIStateRestoring] = [:]

  private static let appKey = "application"

  private static var file: URL {
    let folder = "Library/Saved Application State/\(AppInfo.identifier).savedState"
    return URL(fileURLWithPath: "\(NSHomeDirectory())/\(folder)/data.data")
  }

  // MARK: After didEnterBackground

  static func save(_ application: UIApplication) {
    guard let delegate = application.delegate else { return }
    var keeps = false
    var parts: [String: Data] = [:]
    parts[appKey] = archive { coder in
      keeps = delegate.application(application, shouldSaveSecureApplicationState: coder)
      if keeps { delegate.application(application, willEncodeRestorableStateWith: coder) }
    }
    guard keeps else { return forget() }
    for (path, controller) in controllers {
      parts[path] = archive { controller.encodeRestorableState(with: $0) }
    }
    for (name, object) in registered {
      parts["object/" + name] = archive { object.encodeRestorableState(with: $0) }
    }
    do {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try PropertyListSerialization.data(fromPropertyList: parts, format: .binary, options: 0)
        .write(to: file, options: .atomic)
    } catch {
      FileHandle.standardError.write(Data("unable to save the app's state in \(file.path): \(error)\n".utf8))
    }
  }

  private static func archive(_ body: (NSCoder) -> Void) -> Data? {
    let coder = StateCoder()
    body(coder)
    return coder.data
  }

  private static func forget() { try? FileManager.default.removeItem(at: file) }

  // MARK: Between willFinishLaunching and didFinishLaunching

  /// Not after the user force-quit the app, nor after a launch that crashed: the kept state may be the cause.
  static func restore(_ application: UIApplication, after exits: [JSON]) {
    guard let delegate = application.delegate, let data = try? Data(contentsOf: file) else { return }
    let parts = (try? PropertyListSerialization.propertyList(from: data, format: nil)) as? [String: Data]
    guard let state = parts?[appKey].flatMap(StateCoder.init(data:)), let parts, mayRestore(after: exits.first) else {
      return forget()
    }
    guard delegate.application(application, shouldRestoreSecureApplicationState: state) else { return }
    for (path, controller) in controllers {
      if let coder = parts[path].flatMap(StateCoder.init(data:)) { controller.decodeRestorableState(with: coder) }
    }
    for (name, object) in registered {
      if let coder = parts["object/" + name].flatMap(StateCoder.init(data:)) {
        object.decodeRestorableState(with: coder)
      }
    }
    delegate.application(application, didDecodeRestorableStateWith: state)
    for (_, controller) in controllers { controller.applicationFinishedRestoringState() }
  }

  private static func mayRestore(after exit: JSON?) -> Bool {
    guard let exit else { return true }
    if exit["code"] == "0xdeadfa11" { return false }
    let crashed = exit["reason"] == "crash" || exit["reason"] == "watchdog"
    return !(crashed && exit["callback"] == "didFinishLaunching")
  }

  // MARK: Content that is shown

  /// The view controllers with a restoration identifier, from the root down, by the path of identifiers that leads
  /// there.
  private static var controllers: [(path: String, controller: UIViewController)] {
    var found: [(String, UIViewController)] = []
    func visit(_ controller: UIViewController, below path: String) {
      guard let name = controller.restorationIdentifier else { return }
      let own = path + "/" + name
      found.append((own, controller))
      for child in controller.children { visit(child, below: own) }
      if let presented = controller.presentedViewController, presented.presentingViewController === controller {
        visit(presented, below: own)
      }
    }
    for (number, window) in UIWindow.all.enumerated() {
      if let root = window.rootViewController { visit(root, below: "window\(number)") }
    }
    return found
  }
}
