// Faulty is a well-behaved app, but for what its launch arguments tell it to do wrong. For tests.

import UIKit

@MainActor private var misbehaviour = Misbehaviour(faults: [])

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  /// Takes the place of UIKit's main(), to go wrong before it.
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if let role = arguments.first.flatMap(ChildRole.init) { role.run() }
    let faults = arguments.map { argument in
      guard let fault = Fault(argument: argument) else {
        print("unable to do '\(argument)': no such fault; agents/faulty/Fault.swift lists them")
        exit(EX_USAGE)
      }
      return fault
    }
    misbehaviour = Misbehaviour(faults: faults)
    misbehaviour.begin()
    UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, NSStringFromClass(AppDelegate.self))
  }

  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    misbehaviour.reach("willFinishLaunching")
    return true
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    misbehaviour.reach("didFinishLaunching")
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) { misbehaviour.reach("didBecomeActive") }
  func applicationWillResignActive(_ application: UIApplication) { misbehaviour.reach("willResignActive") }
  func applicationDidEnterBackground(_ application: UIApplication) { misbehaviour.reach("didEnterBackground") }
  func applicationWillEnterForeground(_ application: UIApplication) { misbehaviour.reach("willEnterForeground") }
  func applicationWillTerminate(_ application: UIApplication) { misbehaviour.reach("willTerminate") }
  func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
    misbehaviour.reach("didReceiveMemoryWarning")
  }
}
