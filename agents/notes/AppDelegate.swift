// Notes keeps a document: read at launch, a line added to it at each step of the app's life, and saved whenever the app
// might not get another chance.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  private var document = Document()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    print("read \(document.lines.count) lines")
    document.append("launched by process \(getpid())")
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
    do {
      try document.save()
      print("saved \(document.lines.count) lines")
    } catch {
      print("unable to save the notes: \(error.localizedDescription)")
    }
  }
}
