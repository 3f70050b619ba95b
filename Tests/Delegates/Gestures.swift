// Recognisers of all kinds with a delegate, one of the app's own, a control that tracks a finger, and pages.

import UIKit

@main
final class AppDelegate: NSObject, UIApplicationDelegate {
  var window: UIWindow?

  func applicationDidFinishLaunching(_ application: UIApplication) {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = PhotoViewController()
    window?.makeKeyAndVisible()
  }
}

/// Ends at once, whatever the finger does.
final class AnyTouchRecognizer: UIGestureRecognizer {
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    if state == .possible { state = .recognized }
  }
  override func reset() { super.reset() }
}

/// A value that a finger turns.
final class Dial: UIControl {
  private(set) var angle: CGFloat = 0

  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    super.beginTracking(touch, with: event)
  }
  override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let (now, before) = (touch.location(in: self), touch.previousLocation(in: self))
    angle += (now.x - before.x) / max(bounds.width, 1)
    sendActions(for: .valueChanged)
    return true
  }
  override func endTracking(_ touch: UITouch?, with event: UIEvent?) { super.endTracking(touch, with: event) }
  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    bounds.insetBy(dx: -10, dy: -10).contains(point)
  }
}

final class PhotoViewController: UIViewController, UIGestureRecognizerDelegate, UIScrollViewDelegate {
  private let photo = UIImageView(image: nil)
  private let pages = UIScrollView()
  private let dial = Dial()
  private var initialCenter = CGPoint.zero

  override func viewDidLoad() {
    super.viewDidLoad()
    photo.isUserInteractionEnabled = true
    view.addSubview(photo)
    let tap = UITapGestureRecognizer(target: self, action: PhotoViewController.didTap)
    let doubleTap = UITapGestureRecognizer(target: self, action: PhotoViewController.didDoubleTap)
    doubleTap.numberOfTapsRequired = 2
    tap.require(toFail: doubleTap)
    let press = UILongPressGestureRecognizer(target: self, action: PhotoViewController.didPress)
    press.minimumPressDuration = 0.8
    let pan = UIPanGestureRecognizer(target: self, action: PhotoViewController.didPan)
    pan.delegate = self
    let pinch = UIPinchGestureRecognizer(target: self, action: PhotoViewController.didPinch)
    pinch.delegate = self
    for recognizer in [tap, doubleTap, press, pan, pinch] { photo.addGestureRecognizer(recognizer) }
    for direction in [UISwipeGestureRecognizer.Direction.left, .right] {
      let swipe = UISwipeGestureRecognizer(target: self, action: PhotoViewController.didSwipe)
      swipe.direction = direction
      view.addGestureRecognizer(swipe)
    }
    let touch = AnyTouchRecognizer(target: self, action: PhotoViewController.didTap)
    touch.cancelsTouchesInView = false
    view.addGestureRecognizer(touch)
    pages.isPagingEnabled = true
    pages.delegate = self
    view.addSubview(pages)
    dial.addAction(UIAction { [weak self] _ in self?.title = "\(self?.dial.angle ?? 0)" }, for: .valueChanged)
    view.addSubview(dial)
  }

  private func didTap() { view.endEditing(true) }
  private func didDoubleTap(_ sender: UITapGestureRecognizer) { print(sender.location(in: photo)) }
  private func didPress(_ sender: UILongPressGestureRecognizer) {
    guard sender.state == .began else { return }
    let menu = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
    menu.addAction(UIAlertAction(title: "Delete", style: .destructive) { _ in })
    present(menu, animated: true)
  }
  private func didPan(_ sender: UIPanGestureRecognizer) {
    guard let piece = sender.view else { return }
    let translation = sender.translation(in: piece.superview)
    switch sender.state {
    case .began: initialCenter = piece.center
    case .cancelled, .failed: piece.center = initialCenter
    case .ended where abs(sender.velocity(in: view).x) > 500: piece.removeFromSuperview()
    default: piece.center = CGPoint(x: initialCenter.x + translation.x, y: initialCenter.y + translation.y)
    }
  }
  private func didPinch(_ sender: UIPinchGestureRecognizer) {
    guard sender.state == .began || sender.state == .changed else { return }
    sender.view?.transform = CGAffineTransform(scaleX: sender.scale, y: sender.scale)
    sender.scale = 1
  }
  private func didSwipe(_ sender: UISwipeGestureRecognizer) { title = sender.direction == .left ? "next" : "previous" }

  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { gestureRecognizer.view === otherGestureRecognizer.view }
  func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
    !(touch.view is UIControl)
  }

  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    title = "\(Int(scrollView.contentOffset.x / max(scrollView.bounds.width, 1)))"
  }
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    if velocity.x > 1 { targetContentOffset.pointee.x += scrollView.bounds.width }
  }
}
