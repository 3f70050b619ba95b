// Notes keeps a document: read at launch, written in by its user, with a line added at each step of the app's life, and
// saved whenever the app might not get another chance.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private let page = NotesViewController()
  private var document = Document() {
    didSet { page.show(document.lines) }
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    print("read \(document.lines.count) lines")
    document.append("launched by process \(getpid())")
    page.text.text = document.text
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = UINavigationController(rootViewController: page)
    window?.makeKeyAndVisible()
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    document.append("became active")
  }

  func applicationWillResignActive(_ application: UIApplication) {
    document.append("resigned active")
    save()
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    document.append("entered the background")
    save()
  }

  func applicationWillTerminate(_ application: UIApplication) {
    document.append("terminated in order")
    save()
  }

  private func save() {
    document.text = page.text.text
    do {
      try document.save()
      print("saved \(document.lines.count) lines")
    } catch {
      print("unable to save the notes: \(error.localizedDescription)")
    }
  }
}
