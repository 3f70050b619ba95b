// Covered things are not in the picture's file either (SN1), and a picture draws nothing (FG3).

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct CoveredTests {
  private func picture(_ fill: (UIWindow) -> Void) -> String {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    window.isHidden = false
    window.addSubview(label())
    fill(window)
    return Snapshot.svg(of: [window], size: CGSize(width: 200, height: 200))
  }

  private func label(_ text: String = "secret") -> UILabel {
    let label = UILabel(frame: CGRect(x: 10, y: 10, width: 100, height: 20))
    label.text = text
    return label
  }

  private static func cover(_ frame: CGRect, _ color: UIColor = .white) -> UIView {
    let view = UIView(frame: frame)
    view.backgroundColor = color
    return view
  }

  @Test("SN1 nothing of what an opaque view hides is in the file: one view, several together, a veil, another window")
  func covered() {
    #expect(picture { _ in }.contains("secret"))
    #expect(!picture { $0.addSubview(Self.cover($0.bounds)) }.contains("secret"))
    let halves = picture {
      $0.addSubview(Self.cover(CGRect(x: 0, y: 0, width: 60, height: 200)))
      $0.addSubview(Self.cover(CGRect(x: 60, y: 0, width: 140, height: 100), .black))
    }
    #expect(!halves.contains("secret"))
    let veil = UIVisualEffectView(effect: UIBlurEffect(style: .light))
    veil.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
    #expect(!picture { $0.addSubview(veil) }.contains("secret"))
    let back = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    back.isHidden = false
    back.addSubview(label())
    let front = UIWindow(frame: back.frame)
    front.isHidden = false
    front.backgroundColor = .systemBackground
    #expect(!Snapshot.svg(of: [back, front], size: back.frame.size).contains("secret"))
  }

  @Test(
    "SN1 what can be seen through or beside a view is in the file",
    arguments: [
      { $0.alpha = 0.9 }, { $0.backgroundColor = UIColor(white: 1, alpha: 0.9) }, { $0.isHidden = true },
      { $0.layer.cornerRadius = 100 }, { $0.frame.origin.y = 60 }, { $0.transform = .init(rotationAngle: 0.4) },
    ] as [@MainActor @Sendable (UIView) -> Void])
  func seenThrough(change: @MainActor @Sendable (UIView) -> Void) {
    let svg = picture {
      let cover = Self.cover($0.bounds)
      change(cover)
      $0.addSubview(cover)
    }
    #expect(svg.contains("secret"))
  }

  @Test("SN1 of a line that is half covered the hidden letters are not in the file")
  func halfCovered() {
    let svg = picture { $0.addSubview(Self.cover(CGRect(x: 34, y: 0, width: 166, height: 200))) }
    #expect(svg.contains("se") && !svg.contains("secret") && !svg.contains("ret"))
  }

  @Test("SN1 what lies off the screen, or is cut off by a view around it, is not in the file")
  func cutOff() {
    let svg = picture { window in
      let far = label("elsewhere")
      far.frame.origin.x = 500
      window.addSubview(far)
      let frame = UIView(frame: CGRect(x: 0, y: 100, width: 50, height: 50))
      frame.clipsToBounds = true
      let below = label("below")
      below.frame.origin.y = 60
      frame.addSubview(below)
      window.addSubview(frame)
      let scroll = UIScrollView(frame: CGRect(x: 0, y: 150, width: 200, height: 40))
      scroll.addSubview(label("scrolled"))
      scroll.contentOffset.y = 100
      window.addSubview(scroll)
    }
    #expect(!svg.contains("elsewhere") && !svg.contains("below") && !svg.contains("scrolled"))
    #expect(svg.contains("secret"))
  }

  @Test("SN1 a snapshot of a view has nothing that is covered in it")
  func frozen() {
    let svg = picture { window in
      let box = UIView(frame: window.bounds)
      box.addSubview(label("hidden word"))
      box.addSubview(Self.cover(box.bounds))
      if let frozen = box.snapshotView(afterScreenUpdates: true) { window.addSubview(frozen) }
    }
    #expect(!svg.contains("hidden word"))
  }

  @Test("FG3 SN1 a picture taken in the background draws no view; it is drawn once, on return; force draws at once")
  func drawn() {
    final class Canvas: UIView {
      var drawn = 0
      override func draw(_ rect: CGRect) { drawn += 1 }
    }
    let app = App()
    let window = UIWindow(frame: UIScreen.main.bounds)
    let canvas = Canvas(frame: window.bounds)
    window.addSubview(canvas)
    window.isHidden = false
    app.handle(.launch(Launch()), state: .inactive)
    app.handle(.didBecomeActive, state: .active)
    UpdateCycle.flush()
    app.handle(.willResignActive, state: .active)
    app.handle(.didEnterBackground, state: .background)
    canvas.drawn = 0
    canvas.setNeedsDisplay()
    app.handle(.snapshot)
    #expect(canvas.drawn == 0)
    canvas.layer.displayIfNeeded()
    #expect(canvas.drawn == 1)
    canvas.setNeedsDisplay()
    app.handle(.willEnterForeground, state: .background)
    #expect(canvas.drawn == 2)
  }

  @Test("LA3 SN1 a launch in the background leaves the picture of the time before where it is")
  func backgroundLaunch() throws {
    final class Maker: NSObject, UIApplicationDelegate {
      var window: UIWindow?
      func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
      ) -> Bool {
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = UIViewController()
        window?.rootViewController?.view.backgroundColor = .green
        window?.makeKeyAndVisible()
        return true
      }
    }
    let delegate = Maker()
    func process(_ container: Container.Content, _ state: ApplicationState) throws -> AckResult? {
      let app = App(container: container)
      app.application.delegate = delegate
      app.handle(.launch(Launch()), state: state)
      if state != .background {
        app.handle(.didBecomeActive, state: .active)
        app.handle(.willResignActive, state: .active)
      }
      app.handle(.didEnterBackground, state: .background)
      return try app.answer(to: .snapshot)
    }
    guard case .pictured(let file?) = try process(.new, .inactive) else {
      Issue.record("no picture")
      return
    }
    let good = try String(contentsOfFile: Container.path + "/" + file, encoding: .utf8)
    #expect(try process(.kept, .background) == .pictured(file: nil))
    #expect(try String(contentsOfFile: Container.path + "/" + file, encoding: .utf8) == good)
  }
}
