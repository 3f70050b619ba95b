// The dial, its three hands, and the time in digits.

import UIKit

class ClockViewController: UIViewController {
  private let hour = UIView()
  private let minute = UIView()
  private let second = UIView()
  private let digits = UILabel()
  private let note = UILabel()
  private let radius: CGFloat = 150

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    let dial = UIView(frame: CGRect(x: view.bounds.midX - radius, y: 180, width: 2 * radius, height: 2 * radius))
    dial.backgroundColor = UIColor(white: 0.12, alpha: 1)
    dial.layer.cornerRadius = radius
    view.addSubview(dial)
    for mark in 0..<12 {
      let length: CGFloat = mark % 3 == 0 ? 18 : 9
      turn(hand(in: dial, width: 3, from: radius - 12 - length, to: radius - 12, .lightGray), by: mark, of: 12)
    }
    for (view, width, length, color) in [
      (hour, 8, 80, UIColor.white), (minute, 6, 116, .white), (second, 2, 126, .orange),
    ] as [(UIView, CGFloat, CGFloat, UIColor)] {
      hand(view, in: dial, width: width, from: -18, to: length, color)
    }
    let hub = UIView(frame: CGRect(x: radius - 7, y: radius - 7, width: 14, height: 14))
    hub.backgroundColor = .orange
    hub.layer.cornerRadius = 7
    dial.addSubview(hub)
    digits.frame = CGRect(x: 0, y: 520, width: view.bounds.width, height: 60)
    digits.font = .monospacedDigitSystemFont(ofSize: 48, weight: .light)
    digits.textColor = .white
    digits.accessibilityIdentifier = "time"
    note.frame = CGRect(x: 0, y: 590, width: view.bounds.width, height: 24)
    note.textColor = .orange
    for label in [digits, note] {
      label.textAlignment = .center
      view.addSubview(label)
    }
  }

  func show(_ time: Date, isRunning: Bool) {
    loadViewIfNeeded()
    let parts = Calendar.current.dateComponents([.hour, .minute, .second], from: time)
    let (hours, minutes, seconds) = (parts.hour ?? 0, parts.minute ?? 0, parts.second ?? 0)
    turn(hour, by: hours * 60 + minutes, of: 720)
    turn(minute, by: minutes, of: 60)
    turn(second, by: seconds, of: 60)
    digits.text = [hours, minutes, seconds].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    note.text = isRunning ? "" : "stands still: nobody looks"
  }

  @discardableResult
  private func hand(
    _ hand: UIView = UIView(), in dial: UIView, width: CGFloat, from: CGFloat, to: CGFloat, _ color: UIColor
  ) -> UIView {
    // As high as the dial, so that it turns about the dial's middle.
    hand.frame = CGRect(x: radius - width / 2, y: 0, width: width, height: 2 * radius)
    let bar = UIView(frame: CGRect(x: 0, y: radius - to, width: width, height: to - from))
    bar.backgroundColor = color
    bar.layer.cornerRadius = width / 2
    hand.addSubview(bar)
    dial.addSubview(hand)
    return hand
  }

  private func turn(_ hand: UIView, by part: Int, of whole: Int) {
    hand.transform = CGAffineTransform(rotationAngle: 2 * .pi * CGFloat(part) / CGFloat(whole))
  }
}
