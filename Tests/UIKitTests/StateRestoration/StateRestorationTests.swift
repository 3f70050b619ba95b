// The state of an app without scenes, from one process to the next (SC5).

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite struct StateRestorationTests {
  /// An app that keeps its state and leaves it behind.
  private func firstProcess(_ delegate: Keeper = Keeper()) -> Keeper {
    let app = App()
    app.application.delegate = delegate
    app.handle(.launch(Launch()), state: .inactive)
    app.handle(.didBecomeActive, state: .active)
    app.handle(.willResignActive, state: .active)
    app.handle(.didEnterBackground, state: .background)
    return delegate
  }

  /// The next, in the same container.
  private func nextProcess(
    _ delegate: Keeper = Keeper(), in state: ApplicationState = .inactive, exits: [JSON] = [], isSeen: Bool = false
  ) -> Keeper {
    let app = App(container: .kept)
    app.application.delegate = delegate
    app.handle(.launch(Launch(exits: exits)), state: state)
    if isSeen { app.handle(.didBecomeActive, state: .active) }
    return delegate
  }

  private static let crash: JSON = ["code": nil, "reason": "crash", "callback": "didBecomeActive"]

  @Test("SC5: state is encoded after B, and decoded between WF and DF")
  func order() {
    #expect(firstProcess().told == ["WF", "DF", "A", "B", "shouldSave", "willEncode", "encode root", "encode child"])
    #expect(
      nextProcess().told
        == ["WF", "shouldRestore", "decode root", "decode child", "didDecode", "finished root", "finished child", "DF"])
  }

  @Test("SC5: what the delegate and its view controllers encoded is what they decode")
  func values() {
    func first() -> Keeper {
      let delegate = Keeper()
      delegate.text = "Dear"
      delegate.root.text = "top"
      delegate.child.text = "below"
      return delegate
    }
    _ = firstProcess(first())
    let next = nextProcess()
    #expect(next.text == "Dear" && next.root.text == "top" && next.child.text == "below")
  }

  @Test("SC5: a view controller without a restoration identifier is left out, and so is what it contains")
  func withoutIdentifier() {
    let delegate = Keeper()
    delegate.root.restorationIdentifier = nil
    #expect(firstProcess(delegate).told.suffix(2) == ["shouldSave", "willEncode"])
  }

  @Test("SC5: an app that does not want its state kept has none at its next launch, not even an older one")
  func notSaved() {
    _ = firstProcess()
    let second = Keeper()
    second.saves = false
    let app = App(container: .kept)
    app.application.delegate = second
    app.handle(.didEnterBackground, state: .background)
    #expect(second.told == ["B", "shouldSave"])
    #expect(nextProcess().told == ["WF", "DF"])
  }

  @Test("SC5: an app that does not want its state restored decodes nothing")
  func notRestored() {
    _ = firstProcess()
    let next = Keeper()
    next.restores = false
    #expect(nextProcess(next).told == ["WF", "shouldRestore", "DF"])
  }

  @Test(
    "SC5: nothing is restored after a force-quit or a launch that crashed or hung, nor later on",
    arguments: [
      ["code": "0xdeadfa11", "reason": "force-quit"] as JSON,
      ["code": "0x8badf00d", "reason": "watchdog", "callback": "willTerminate", "isForceQuit": true],
      ["code": nil, "reason": "terminated", "isForceQuit": true],
      ["code": nil, "reason": "crash", "callback": "didFinishLaunching"],
      ["code": "0x8badf00d", "reason": "watchdog", "callback": "didFinishLaunching"],
    ])
  func discarded(exit: JSON) {
    _ = firstProcess()
    #expect(nextProcess(exits: [exit]).told == ["WF", "DF"])
    #expect(nextProcess().told == ["WF", "DF"])
  }

  @Test(
    "SC5: state is restored after any other end, such as a kill for memory or a crash later on",
    arguments: [
      ["code": nil, "reason": "vm-pageshortage"] as JSON,
      ["code": nil, "reason": "crash", "callback": "didEnterBackground"],
    ])
  func restored(exit: JSON) {
    _ = firstProcess()
    #expect(nextProcess(exits: [exit]).told.contains("didDecode"))
  }

  @Test("SC5: state with which the app ends before it is seen is not restored again, unless somebody else ended it")
  func unseen() {
    _ = firstProcess()
    #expect(nextProcess().told.contains("didDecode"))
    #expect(nextProcess(exits: [Self.crash]).told == ["WF", "DF"])
    _ = firstProcess()
    #expect(nextProcess().told.contains("didDecode"))
    #expect(nextProcess(exits: [["reason": "terminated"]]).told.contains("didDecode"))
    #expect(nextProcess(exits: [Self.crash]).told == ["WF", "DF"])
  }

  @Test("SC5: state that has been seen is restored again after any end, and so is that of a launch in the background")
  func seen() {
    _ = firstProcess()
    #expect(nextProcess(isSeen: true).told.contains("didDecode"))
    #expect(nextProcess(in: .background, exits: [Self.crash]).told.contains("didDecode"))
    #expect(nextProcess(in: .background, exits: [Self.crash]).told.contains("didDecode"))
  }

  @Test("SC5: a file that is damaged is thrown away, and the app launches without it")
  func damaged() throws {
    _ = firstProcess()
    let file = Container.path + "/Library/Saved Application State/com.example.test.savedState/data.data"
    try Data("bplist00 garbage".utf8).write(to: URL(fileURLWithPath: file))
    #expect(nextProcess().told == ["WF", "DF"])
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("SC5: a delegate of an older system is asked by the calls it has")
  func olderCalls() {
    let app = App()
    let delegate = OlderKeeper()
    app.application.delegate = delegate
    app.handle(.didEnterBackground, state: .background)
    app.handle(.launch(Launch()))
    #expect(delegate.told == ["save", "restore"])
  }
}

private final class Keeper: NSObject, UIApplicationDelegate {
  var told: [String] = []
  var text = ""
  var saves = true
  var restores = true
  let window = UIWindow()
  let root = KeptController("root"), child = KeptController("child")

  override init() {
    super.init()
    root.addChild(child)
    for controller in [root, child] { controller.note = { [unowned self] in told.append($0) } }
  }

  func application(
    _ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    told.append("WF")
    window.rootViewController = root
    window.makeKeyAndVisible()
    return true
  }
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    told.append("DF")
    return true
  }
  func applicationDidBecomeActive(_ application: UIApplication) { told.append("A") }
  func applicationDidEnterBackground(_ application: UIApplication) { told.append("B") }

  func application(_ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder) -> Bool {
    told.append("shouldSave")
    return saves
  }
  func application(_ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder) -> Bool {
    told.append("shouldRestore")
    return restores
  }
  func application(_ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder) {
    told.append("willEncode")
    coder.encode(text as NSString, forKey: "text")
  }
  func application(_ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder) {
    told.append("didDecode")
    text = coder.decodeObject(of: NSString.self, forKey: "text").map { "\($0)" } ?? ""
  }
}

private final class KeptController: UIViewController {
  var text = ""
  var note: ((String) -> Void)?

  init(_ name: String) {
    super.init(nibName: nil, bundle: nil)
    restorationIdentifier = name
    title = name
  }
  required init?(coder: NSCoder) { nil }

  private func told(_ what: String) { note?("\(what) \(title ?? "")") }

  override func encodeRestorableState(with coder: NSCoder) {
    super.encodeRestorableState(with: coder)
    told("encode")
    coder.encode(text as NSString, forKey: "text")
  }
  override func decodeRestorableState(with coder: NSCoder) {
    super.decodeRestorableState(with: coder)
    told("decode")
    text = coder.decodeObject(of: NSString.self, forKey: "text").map { "\($0)" } ?? ""
  }
  override func applicationFinishedRestoringState() { told("finished") }
}

private final class OlderKeeper: NSObject, UIApplicationDelegate {
  var told: [String] = []
  func application(_ application: UIApplication, shouldSaveApplicationState coder: NSCoder) -> Bool {
    told.append("save")
    return true
  }
  func application(_ application: UIApplication, shouldRestoreApplicationState coder: NSCoder) -> Bool {
    told.append("restore")
    return true
  }
}
