// The state of an app without scenes, kept from didEnterBackground to the next launch in a file of its container (SC5).

import AgentProtocol
import WireJSON

/// `Library/Saved Application State/<bundle id>.savedState/data.data`: an archive of archives, one for the app and one
/// for each view controller or object that has a restoration identifier.
@MainActor enum StateArchive {
  /// Objects that asked to take part (`UIApplication.registerObject`).
  static var registered: [String: any UIStateRestoring] = [:]

  private struct Archive: Codable {
    var application: Data?
    var controllers: [KeptController]
    var objects: [KeptObject]
  }
  private struct KeptObject: Codable {
    var identifier: String
    var restorationClass: String?
    var state: Data?
  }

  /// The folder of all that is kept of the app's state.
  static var folder: String {
    "\(NSHomeDirectory())/Library/Saved Application State/\(AppInfo.identifier).savedState"
  }
  private static var file: URL { URL(fileURLWithPath: folder + "/data.data") }
  /// The name of the file while it is being restored from, and until what was restored has been seen: a process that ends
  /// meanwhile leaves nothing to the next.
  private static var fileInUse: URL { URL(fileURLWithPath: folder + "/restoring.data") }

  // MARK: After didEnterBackground

  static func save(_ application: UIApplication) {
    guard let delegate = application.delegate else { return }
    var keeps = false
    let state = archive { coder in
      keeps = delegate.application(application, shouldSaveSecureApplicationState: coder)
      if keeps { delegate.application(application, willEncodeRestorableStateWith: coder) }
    }
    guard keeps else { return forget() }
    let controllers = KeptController.all()
    let objects = registered.sorted { $0.key < $1.key }.map { name, object in
      KeptObject(
        identifier: name,
        restorationClass: object.objectRestorationClass.flatMap { AppClass.name(of: $0) },
        state: archive { object.encodeRestorableState(with: $0) })
    }
    do {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .binary
      try encoder.encode(Archive(application: state, controllers: controllers, objects: objects))
        .write(to: file, options: .atomic)
    } catch {
      complain("unable to save the app's state in \(file.path): \(error)")
    }
  }

  static func archive(_ body: (StateCoder) -> Void) -> Data? {
    let coder = StateCoder()
    // As iOS adds to each archive of an app.
    coder.encode(Date() as NSDate, forKey: UIApplication.stateRestorationTimestampKey)
    coder.encode(
      UIDevice.current.userInterfaceIdiom.rawValue, forKey: UIApplication.stateRestorationUserInterfaceIdiomKey)
    if let version = Bundle.main.infoDictionary?["CFBundleVersion"] as? String {
      coder.encode(version as NSString, forKey: UIApplication.stateRestorationBundleVersionKey)
    }
    body(coder)
    return coder.data
  }

  private static func forget() {
    for file in [file, fileInUse] { try? FileManager.default.removeItem(at: file) }
  }

  // MARK: Between willFinishLaunching and didFinishLaunching

  /// Not after the user force-quit the app, nor after a launch or restoration that crashed: the kept state may be the
  /// cause.
  /// - Parameter isComingForward: whether what is restored is to be seen at once; ``hasBeenSeen()`` says that it was.
  static func restore(_ application: UIApplication, after exits: [JSON], isComingForward: Bool) {
    // An end that somebody else brought about says nothing of the state.
    if let exit = exits.first, !exit.isUnexpectedEnd { hasBeenSeen() }
    try? FileManager.default.removeItem(at: fileInUse)
    guard let delegate = application.delegate, let data = try? Data(contentsOf: file) else { return }
    guard let archive = try? PropertyListDecoder().decode(Archive.self, from: data),
      let state = archive.application.flatMap(StateCoder.init(data:)), mayRestore(after: exits.first)
    else { return forget() }
    try? FileManager.default.moveItem(at: file, to: fileInUse)
    defer { if !isComingForward { hasBeenSeen() } }
    guard delegate.application(application, shouldRestoreSecureApplicationState: state) else { return }
    var restoration = Restoration(archive.controllers, application, delegate)
    let controllers = restoration.run()
    let objects = archive.objects.compactMap { restore($0) }
    delegate.application(application, didDecodeRestorableStateWith: state)
    for controller in controllers { controller.applicationFinishedRestoringState() }
    for object in objects { object.applicationFinishedRestoringState() }
  }

  /// The state does no harm: the next process may have it too, unless this one has left another already.
  static func hasBeenSeen() {
    if !FileManager.default.fileExists(atPath: file.path) { try? FileManager.default.moveItem(at: fileInUse, to: file) }
  }

  /// The object that was registered under the name, or that its class makes again.
  private static func restore(_ kept: KeptObject) -> (any UIStateRestoring)? {
    guard let coder = kept.state.flatMap(StateCoder.init(data:)) else { return nil }
    let maker = kept.restorationClass.flatMap(AppClass.named) as? any UIObjectRestoration.Type
    let object =
      registered[kept.identifier] ?? maker?.object(withRestorationIdentifierPath: [kept.identifier], coder: coder)
    object?.decodeRestorableState(with: coder)
    return object
  }

  static func mayRestore(after exit: JSON?) -> Bool {
    guard let exit else { return true }
    // One that hung or crashed on its way out has the code of that.
    if exit["code"] == "0xdeadfa11" || exit["isForceQuit"] == true { return false }
    let crashed = exit["reason"] == "crash" || exit["reason"] == "watchdog"
    return !(crashed && exit["callback"] == "didFinishLaunching")
  }
}
