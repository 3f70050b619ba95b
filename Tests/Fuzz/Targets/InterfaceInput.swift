// An app's own files, as its library reads them: storyboards and pictures; and the picture that is drawn of them.
@testable import UIKit

@MainActor enum InterfaceInput {
  private static let bundle: Bundle = {
    let path = WorkFolder.path + "/Interface.app"
    WorkFolder.make(path)
    guard let bundle = Bundle(path: path) else { fail("no bundle at \(path)") }
    return bundle
  }()

  static func readStoryboard(_ bytes: [UInt8]) {
    WorkFolder.write(bytes, to: bundle.bundlePath + "/Main.storyboard")
    guard let controller = try? MainInterface.load(storyboard: "Main", bundle: bundle) else { return }
    draw(controller)
    if let segue = controller.storyboardSegues.first { _ = try? controller.storyboard?.destination(segue) }
  }

  static func readPicture(_ bytes: [UInt8]) {
    guard let image = UIImage(data: Data(bytes)) else { return }
    let controller = UIViewController(nibName: nil, bundle: nil)
    let view = UIImageView(image: image)
    view.frame = CGRect(origin: .zero, size: image.size)
    controller.view.addSubview(view)
    draw(controller)
  }

  private static func draw(_ controller: UIViewController) {
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = controller
    window.addSubview(controller.view)
    window.layoutIfNeeded()
    let svg = Snapshot.svg(of: [window], size: window.bounds.size)
    require(svg.hasSuffix("</svg>\n"), "the picture has no end")
  }
}
