// Controllers that state restoration makes again, and the order in which they hear of it (SC5).

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct RestorationTests {
  /// A process that builds its interface, has something done to it, and is left.
  private func first(_ build: (Notebook) -> Void) {
    let app = App()
    let delegate = Notebook()
    app.application.delegate = delegate
    app.handle(.launch(Launch()), state: .inactive)
    app.handle(.didBecomeActive, state: .active)
    build(delegate)
    app.handle(.willResignActive, state: .active)
    app.handle(.didEnterBackground, state: .background)
  }

  /// The next one, in the same container.
  private func next(_ prepare: (Notebook) -> Void = { _ in }) -> (Notebook, App) {
    let app = App(container: .kept)
    let delegate = Notebook()
    prepare(delegate)
    app.application.delegate = delegate
    app.handle(.launch(Launch()), state: .inactive)
    return (delegate, app)
  }

  @Test("SC5 a pushed controller comes back by its restoration class, and decodes after its view is loaded")
  func pushed() {
    first { $0.navigation.pushViewController(RestoredPage("page", "Dear"), animated: false) }
    RestoredPage.told = []
    let (delegate, app) = next()
    let page = delegate.navigation.topViewController as? RestoredPage
    #expect(delegate.navigation.viewControllers.count == 2 && page?.text == "Dear")
    #expect(
      RestoredPage.told == ["make navigation/page", "didLoad page", "decode page", "finished page"])
    #expect(delegate.told == ["shouldRestore", "asked navigation", "asked navigation/list", "didDecode"])
    withExtendedLifetime(app) {}
  }

  @Test("SC5 the delegate makes what has no class; nil leaves it to what is there")
  func byDelegate() {
    first {
      let page = RestoredPage("plain", "text")
      page.restorationClass = nil
      $0.navigation.pushViewController(page, animated: false)
    }
    let (delegate, app) = next { delegate in
      delegate.makes = { $0.last == "plain" ? RestoredPage("plain", "") : nil }
    }
    #expect((delegate.navigation.topViewController as? RestoredPage)?.text == "text")
    #expect(delegate.told.contains("asked navigation/plain"))
    withExtendedLifetime(app) {}
  }

  @Test("SC5 a class that makes nothing refuses: neither the controller comes back nor what lies on it")
  func refused() {
    first {
      $0.navigation.pushViewController(RestoredPage("page", "one"), animated: false)
      $0.navigation.pushViewController(RestoredPage("page", "two"), animated: false)
    }
    RestoredPage.refuses = true
    defer { RestoredPage.refuses = false }
    let (delegate, app) = next()
    #expect(delegate.navigation.viewControllers.count == 1)
    withExtendedLifetime(app) {}
  }

  @Test("SC5 two controllers of one identifier on a stack come back each with its own state")
  func twins() {
    first {
      $0.navigation.pushViewController(RestoredPage("page", "one"), animated: false)
      $0.navigation.pushViewController(RestoredPage("page", "two"), animated: false)
    }
    let (delegate, app) = next()
    #expect(delegate.navigation.viewControllers.compactMap { ($0 as? RestoredPage)?.text } == ["one", "two"])
    withExtendedLifetime(app) {}
  }

  @Test("SC5 a presented controller is presented again, and appears with its presenter")
  func presented() {
    first { $0.navigation.present(RestoredPage("page", "over"), animated: false) }
    let (delegate, app) = next()
    let over = delegate.navigation.presentedViewController as? RestoredPage
    #expect(over?.text == "over" && over?.isOnScreen == false)
    app.handle(.didBecomeActive, state: .active)
    #expect(over?.isOnScreen == true)
  }

  @Test("SC5 the tab that was seen is seen again, with its own stack")
  func tabs() {
    first {
      $0.showTabs()
      $0.tabs.selectedIndex = 1
      ($0.tabs.viewControllers?[1] as? UINavigationController)?.pushViewController(
        RestoredPage("page", "in tab"), animated: false)
    }
    let (delegate, app) = next { $0.begins = { $0.showTabs() } }
    let navigation = delegate.tabs.selectedViewController as? UINavigationController
    #expect(delegate.tabs.selectedIndex == 1 && (navigation?.topViewController as? RestoredPage)?.text == "in tab")
    withExtendedLifetime(app) {}
  }

  @Test("SC5 children of a container of the app's own are found again by their path")
  func children() {
    func fill(_ delegate: Notebook) {
      let container = UIViewController()
      container.restorationIdentifier = "container"
      delegate.window.rootViewController = container
      let child = RestoredPage("child", "")
      child.restorationClass = nil
      container.addChild(child)
    }
    first {
      fill($0)
      ($0.window.rootViewController?.children.first as? RestoredPage)?.text = "kept"
    }
    let (delegate, app) = next { $0.begins = { fill($0) } }
    #expect((delegate.window.rootViewController?.children.first as? RestoredPage)?.text == "kept")
    withExtendedLifetime(app) {}
  }

  @Test("SC5 an object that was registered is made again by its class, decodes, and hears the end")
  func objects() {
    first { _ in
      UIApplication.registerObject(forStateRestoration: Model(), restorationIdentifier: "model")
    }
    StateArchive.registered = [:]
    Model.told = []
    let (_, app) = next()
    #expect(Model.told == ["make model", "decode", "finished"])
    StateArchive.registered = [:]
    withExtendedLifetime(app) {}
  }

  @Test("SC5 a process that ends during restoration leaves no state to the next")
  func crashed() throws {
    first { $0.navigation.pushViewController(RestoredPage("page", "bad"), animated: false) }
    let folder = URL(fileURLWithPath: StateArchive.folder)
    var during: [String] = []
    let (_, app) = next {
      $0.makes = { _ in
        during = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return nil
      }
    }
    // Where it stands while it is being restored, nobody looks for it.
    #expect(during == ["restoring.data"])
    app.handle(.didBecomeActive, state: .active)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["data.data"])
    withExtendedLifetime(app) {}
    try FileManager.default.moveItem(
      at: folder.appending(path: "data.data"), to: folder.appending(path: "restoring.data"))
    let (second, other) = next()
    #expect(!second.told.contains("shouldRestore"))
    withExtendedLifetime(other) {}
  }

  @Test("SC5 the coder of a storyboard's controller has the storyboard, and all coders what iOS adds")
  func keys() {
    first { $0.navigation.pushViewController(RestoredPage("page", ""), animated: false) }
    RestoredPage.idiom = nil
    let (_, app) = next()
    #expect(RestoredPage.idiom == UIDevice.current.userInterfaceIdiom.rawValue)
    withExtendedLifetime(app) {}
  }
}

/// The delegate of an app that shows a list, and pages on it.
private final class Notebook: NSObject, UIApplicationDelegate {
  var told: [String] = []
  var makes: (([String]) -> UIViewController?)?
  var begins: ((Notebook) -> Void)?
  let window = UIWindow(frame: UIScreen.main.bounds)
  let navigation = UINavigationController()
  let tabs = UITabBarController()

  func showTabs() {
    tabs.restorationIdentifier = "tabs"
    tabs.viewControllers = ["first", "second"].map { name in
      let list = UIViewController()
      list.restorationIdentifier = "list"
      let navigation = UINavigationController(rootViewController: list)
      navigation.restorationIdentifier = name
      return navigation
    }
    window.rootViewController = tabs
  }

  func application(
    _ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let list = UIViewController()
    list.restorationIdentifier = "list"
    navigation.restorationIdentifier = "navigation"
    navigation.viewControllers = [list]
    window.rootViewController = navigation
    begins?(self)
    window.makeKeyAndVisible()
    return true
  }
  func application(_ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder) -> Bool { true }
  func application(_ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder) -> Bool {
    told.append("shouldRestore")
    return true
  }
  func application(_ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder) {
    told.append("didDecode")
  }
  func application(
    _ application: UIApplication, viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: NSCoder
  ) -> UIViewController? {
    told.append("asked " + identifierComponents.joined(separator: "/"))
    return makes?(identifierComponents)
  }
}

private final class RestoredPage: UIViewController, UIViewControllerRestoration {
  static var told: [String] = []
  static var refuses = false
  static var idiom: Int?
  var text: String

  init(_ name: String, _ text: String) {
    self.text = text
    super.init(nibName: nil, bundle: nil)
    restorationIdentifier = name
    restorationClass = RestoredPage.self
  }
  required init?(coder: NSCoder) { nil }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
  ) -> UIViewController? {
    told.append("make " + identifierComponents.joined(separator: "/"))
    return refuses ? nil : RestoredPage(identifierComponents.last ?? "", "")
  }
  override func viewDidLoad() {
    super.viewDidLoad()
    Self.told.append("didLoad \(restorationIdentifier ?? "")")
  }
  override func encodeRestorableState(with coder: NSCoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(text as NSString, forKey: "text")
  }
  override func decodeRestorableState(with coder: NSCoder) {
    super.decodeRestorableState(with: coder)
    Self.told.append("decode \(restorationIdentifier ?? "")")
    Self.idiom = coder.decodeInteger(forKey: UIApplication.stateRestorationUserInterfaceIdiomKey)
    text = coder.decodeObject(forKey: "text") as? String ?? ""
  }
  override func applicationFinishedRestoringState() {
    super.applicationFinishedRestoringState()
    Self.told.append("finished \(restorationIdentifier ?? "")")
  }
}

private final class Model: NSObject, UIStateRestoring, UIObjectRestoration {
  static var told: [String] = []
  var objectRestorationClass: (any UIObjectRestoration.Type)? { Model.self }

  static func object(
    withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
  ) -> (any UIStateRestoring)? {
    told.append("make " + identifierComponents.joined(separator: "/"))
    return Model()
  }
  func encodeRestorableState(with coder: NSCoder) { coder.encode(1, forKey: "number") }
  func decodeRestorableState(with coder: NSCoder) { Self.told.append("decode") }
  func applicationFinishedRestoringState() { Self.told.append("finished") }
}
