// A delegate that takes a picture of its window itself, and covers the window with it while the app is away.

import UIKit

@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private var cover: UIImageView?

  func applicationDidEnterBackground(_ application: UIApplication) {
    guard let window = window else { return }
    UIGraphicsBeginImageContextWithOptions(window.bounds.size, true, 0)
    window.drawHierarchy(in: window.bounds, afterScreenUpdates: false)
    if let context = UIGraphicsGetCurrentContext() {
      context.setFillColor(UIColor.black.cgColor)
      context.fill(CGRect(x: 0, y: 0, width: window.bounds.width, height: 100))
      window.layer.render(in: context)
    }
    let image = UIGraphicsGetImageFromCurrentImageContext()
    UIGraphicsEndImageContext()
    cover = UIImageView(image: image)
    cover?.frame = window.bounds
    cover.map { window.addSubview($0) }
  }

  func applicationWillEnterForeground(_ application: UIApplication) {
    cover?.removeFromSuperview()
    cover = nil
  }
}
