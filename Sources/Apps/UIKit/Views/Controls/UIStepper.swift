// UIStepper: two buttons that make a number smaller or larger.

/// Makes a number smaller or larger.
@preconcurrency @MainActor
open class UIStepper: UIControl {
  open var value: Double {
    get { number }
    set { number = min(max(newValue, minimumValue), maximumValue) }
  }
  private var number = 0.0 { didSet { contentChanged() } }
  open var minimumValue = 0.0 { didSet { value = number } }
  open var maximumValue = 100.0 { didSet { value = number } }
  open var stepValue = 1.0
  open var wraps = false
  open var autorepeat = true
  open var isContinuous = true

  open override var intrinsicContentSize: CGSize { CGSize(width: 94, height: 32) }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  override func isUsed(at point: CGPoint) {
    let old = number
    let new = old + (point.x < bounds.midX ? -stepValue : stepValue)
    if wraps, new > maximumValue {
      value = minimumValue
    } else if wraps, new < minimumValue {
      value = maximumValue
    } else {
      value = new
    }
    if number != old { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
  }

  /// With the labels that iOS gives them.
  var parts: [ScreenPart] {
    let half = bounds.width / 2
    func part(_ label: String, _ x: CGFloat, _ isOpen: Bool) -> ScreenPart {
      ScreenPart(
        kind: "button", label: label, traits: isEnabled && isOpen ? .button : [.button, .notEnabled],
        frame: CGRect(x: x, y: 0, width: half, height: bounds.height))
    }
    return [
      part("Decrement", 0, wraps || number > minimumValue), part("Increment", half, wraps || number < maximumValue),
    ]
  }

  override func drawContent(into picture: Picture) {
    let half = bounds.width / 2
    picture.rect(CGRect(origin: .zero, size: bounds.size), fill: .systemGray5, radius: 8)
    for (sign, x) in [("−", CGFloat(0)), ("+", half)] {
      picture.line(
        sign, in: CGRect(x: x, y: 0, width: half, height: bounds.height), font: .systemFont(ofSize: 20), color: .label,
        alignment: .center)
    }
  }
}
