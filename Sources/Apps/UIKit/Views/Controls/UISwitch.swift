// Controls that show a value: switches, sliders, progress.

/// On or off.
@preconcurrency @MainActor
open class UISwitch: UIControl {
  open var isOn = false { didSet { contentChanged() } }
  open var onTintColor: UIColor?
  open func setOn(_ on: Bool, animated: Bool) { isOn = on }
  override func isUsed(at point: CGPoint) {
    isOn.toggle()
    sendActions(for: [.valueChanged, .primaryActionTriggered])
  }
  open override var intrinsicContentSize: CGSize { CGSize(width: 51, height: 31) }
  override func drawContent(into picture: Picture) {
    let area = CGRect(x: 0, y: 0, width: 51, height: 31)
    picture.rect(area, fill: isOn ? onTintColor ?? .systemGreen : .systemGray4, radius: 15.5)
    picture.circle(center: CGPoint(x: isOn ? 35.5 : 15.5, y: 15.5), radius: 13.5, fill: .white)
  }
}

/// A value between two others.
@preconcurrency @MainActor
open class UISlider: UIControl {
  open var value: Float = 0 { didSet { contentChanged() } }
  open var minimumValue: Float = 0
  open var maximumValue: Float = 1
  open var isContinuous = true
  open func setValue(_ value: Float, animated: Bool) { self.value = value }

  /// The finger has to be on the knob, as on iOS.
  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let part = maximumValue > minimumValue ? CGFloat((value - minimumValue) / (maximumValue - minimumValue)) : 0
    return abs(touch.location(in: self).x - bounds.width * part) <= 22
  }
  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    follow(touch)
    if isContinuous { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
    return true
  }
  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    let old = value
    if let touch { follow(touch) }
    if !isContinuous || value != old { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
  }
  private func follow(_ touch: UITouch) {
    guard bounds.width > 0 else { return }
    let part = min(max(touch.location(in: self).x / bounds.width, 0), 1)
    value = minimumValue + Float(part) * (maximumValue - minimumValue)
  }
  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 31) }
  override func drawContent(into picture: Picture) {
    let part = maximumValue > minimumValue ? CGFloat((value - minimumValue) / (maximumValue - minimumValue)) : 0
    let y = bounds.height / 2
    picture.rect(CGRect(x: 0, y: y - 2, width: bounds.width, height: 4), fill: .systemGray4, radius: 2)
    picture.rect(CGRect(x: 0, y: y - 2, width: bounds.width * part, height: 4), fill: tintColor, radius: 2)
    picture.circle(center: CGPoint(x: bounds.width * part, y: y), radius: 13, fill: .white)
  }
}

/// A view that shows how much is done.
@preconcurrency @MainActor
open class UIProgressView: UIView {
  open var progress: Float = 0 { didSet { contentChanged() } }
  open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }
  override func drawContent(into picture: Picture) {
    picture.rect(CGRect(x: 0, y: 0, width: bounds.width, height: 4), fill: .systemGray4, radius: 2)
    let done = bounds.width * CGFloat(min(max(progress, 0), 1))
    picture.rect(CGRect(x: 0, y: 0, width: done, height: 4), fill: tintColor, radius: 2)
  }
}

/// Something is going on.
@preconcurrency @MainActor
open class UIActivityIndicatorView: UIView {
  public enum Style: Int, Sendable { case medium = 100, large = 101 }
  open var style: Style
  open var color: UIColor! = .systemGray
  open var hidesWhenStopped = true { didSet { isHidden = hidesWhenStopped && !isAnimating } }
  open private(set) var isAnimating = false

  public init(style: Style) {
    self.style = style
    super.init(frame: CGRect(x: 0, y: 0, width: style == .large ? 37 : 20, height: style == .large ? 37 : 20))
    isHidden = true
  }
  public required init?(coder: NSCoder) {
    style = .medium
    super.init(coder: coder)
  }
  open func startAnimating() {
    isAnimating = true
    isHidden = false
  }
  open func stopAnimating() {
    isAnimating = false
    isHidden = hidesWhenStopped
  }
}
