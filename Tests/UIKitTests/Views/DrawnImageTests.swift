// Images that an app draws itself, and the sheet that shares them.

import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct DrawnImageTests {
  private func label(_ text: String) -> UILabel {
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 80, height: 20))
    label.text = text
    return label
  }

  private func text(_ image: UIImage?) -> String { String(decoding: image?.data ?? Data(), as: UTF8.self) }

  @Test("An image context gives the picture of what was drawn, of its size and scale; outside of one nothing is drawn")
  func contexts() {
    let view = label("word")
    #expect(!view.drawHierarchy(in: view.bounds, afterScreenUpdates: true))
    #expect(UIGraphicsGetCurrentContext() == nil && UIGraphicsGetImageFromCurrentImageContext() == nil)
    UIGraphicsBeginImageContextWithOptions(CGSize(width: 80, height: 20), false, 2)
    UIColor.red.setFill()
    UIRectFill(view.bounds)
    #expect(view.drawHierarchy(in: view.bounds, afterScreenUpdates: true))
    let image = UIGraphicsGetImageFromCurrentImageContext()
    UIGraphicsEndImageContext()
    #expect(image?.size == CGSize(width: 80, height: 20) && image?.scale == 2)
    #expect(text(image).contains("word") && text(image).hasPrefix("<svg"))
    #expect(UIGraphicsGetCurrentContext() == nil)
    UIGraphicsEndImageContext()
  }

  @Test("A renderer draws in a context of its own, also while another one draws")
  func renderer() {
    let renderer = UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10))
    var inner: UIImage?
    let outer = renderer.image { context in
      inner = UIGraphicsImageRenderer(bounds: CGRect(x: 0, y: 0, width: 5, height: 5)).image { _ in
        UIColor.blue.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: 5, height: 5))
      }
      UIColor.green.setFill()
      context.fill(CGRect(x: 1, y: 1, width: 3, height: 3))
      inner?.draw(in: CGRect(x: 0, y: 0, width: 5, height: 5))
    }
    #expect(inner?.size.width == 5 && !text(inner).contains("x=\"1\""))
    #expect(text(outer).contains("x=\"1\"") && text(outer).contains("image/svg+xml"))
  }

  @Test("An image of what is covered has nothing of it, and a size that is no number makes an empty image")
  func covered() {
    let box = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    box.addSubview(label("secret"))
    let cover = UIView(frame: box.bounds)
    cover.backgroundColor = .white
    box.addSubview(cover)
    let image = UIGraphicsImageRenderer(bounds: box.bounds).image { _ in
      box.drawHierarchy(in: box.bounds, afterScreenUpdates: true)
    }
    #expect(!text(image).contains("secret"))
    #expect(UIGraphicsImageRenderer(size: CGSize(width: CGFloat.nan, height: .infinity)).image { _ in }.size.width == 0)
  }

  @Test("The size of a JPEG is found behind long segments, and in a part of other data")
  func jpeg() {
    var bytes: [UInt8] = [0, 0xff, 0xd8]
    for _ in 0..<3 { bytes += [0xff, 0xe2, 0xff, 0xff] + [UInt8](repeating: 1, count: 0xfffd) }
    bytes += [0xff, 0xc0, 0, 17, 8, 1, 0x2c, 0x02, 0x58] + [UInt8](repeating: 0, count: 10)
    let data = Data(bytes).dropFirst()
    #expect(UIImage(data: data)?.size == CGSize(width: 600, height: 300))
    #expect(UIImage(data: data.prefix(100_000)) == nil)
  }

  @Test("The sheet offers the app's activities that can be performed; its handler runs when it is gone")
  func activities() {
    final class Keep: UIActivity {
      override var activityType: UIActivity.ActivityType? { UIActivity.ActivityType("keep") }
      override var activityTitle: String? { "Keep" }
      override func canPerform(withActivityItems activityItems: [Any]) -> Bool { activityItems.first is String }
      override func perform() { activityDidFinish(true) }
    }
    let window = UIWindow(frame: UIScreen.main.bounds)
    let root = UIViewController()
    window.rootViewController = root
    window.makeKeyAndVisible()
    window.contentAppears()
    func buttons(_ sheet: UIViewController) -> [UIButton] {
      sheet.view.subviews.flatMap(\.subviews).compactMap { $0 as? UIButton }
    }
    for (index, expected) in [("keep", true), (nil, false)].enumerated() {
      let sheet = UIActivityViewController(activityItems: ["text"], applicationActivities: [Keep()])
      var told: [String] = []
      sheet.completionWithItemsHandler = { type, completed, _, _ in
        told.append("\(type?.rawValue ?? "nothing") \(completed) \(root.presentedViewController == nil)")
      }
      root.present(sheet, animated: true)
      #expect(buttons(sheet).compactMap { $0.title(for: .normal) } == ["Keep", "Cancel"])
      buttons(sheet)[index].sendActions(for: .touchUpInside)
      #expect(told == ["\(expected.0 ?? "nothing") \(expected.1) true"])
    }
    let other = UIActivityViewController(activityItems: [1], applicationActivities: [Keep()])
    #expect(buttons(other).count == 1)
  }
}
