// UISegmentedControl: several segments side by side, one of which is chosen.

/// Chooses one of several segments.
@preconcurrency @MainActor
open class UISegmentedControl: UIControl {
  public nonisolated static let noSegment = -1

  private struct Segment {
    var title: String?
    var image: UIImage?
    var isEnabled = true
    var action: UIAction?
  }
  private var segments: [Segment] = [] { didSet { contentChanged() } }

  /// Setting it sends no action, as on iOS.
  open var selectedSegmentIndex = UISegmentedControl.noSegment { didSet { contentChanged() } }
  open var isMomentary = false
  open var selectedSegmentTintColor: UIColor? { didSet { contentChanged() } }
  open var apportionsSegmentWidthsByContent = false
  open var numberOfSegments: Int { segments.count }

  public override init(frame: CGRect) { super.init(frame: frame) }
  /// Strings and images.
  public init(items: [Any]?) {
    super.init(frame: CGRect(x: 0, y: 0, width: 60 * CGFloat(items?.count ?? 0), height: 32))
    segments = (items ?? []).map { Segment(title: $0 as? String, image: $0 as? UIImage) }
  }
  public convenience init(frame: CGRect, actions: [UIAction]) {
    self.init(frame: frame)
    segments = actions.map { Segment(title: $0.title, image: $0.image, action: $0) }
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
    insert(Segment(title: title), at: segment)
  }
  open func insertSegment(with image: UIImage?, at segment: Int, animated: Bool) {
    insert(Segment(image: image), at: segment)
  }
  open func insertSegment(action: UIAction, at segment: Int, animated: Bool) {
    insert(Segment(title: action.title, image: action.image, action: action), at: segment)
  }
  open func removeSegment(at segment: Int, animated: Bool) {
    guard segments.indices.contains(segment) else { return }
    segments.remove(at: segment)
    if selectedSegmentIndex >= segments.count { selectedSegmentIndex = segments.count - 1 }
  }
  open func removeAllSegments() {
    segments = []
    selectedSegmentIndex = UISegmentedControl.noSegment
  }
  open func setTitle(_ title: String?, forSegmentAt segment: Int) { change(segment) { $0.title = title } }
  open func titleForSegment(at segment: Int) -> String? { at(segment)?.title }
  open func setImage(_ image: UIImage?, forSegmentAt segment: Int) { change(segment) { $0.image = image } }
  open func imageForSegment(at segment: Int) -> UIImage? { at(segment)?.image }
  open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) { change(segment) { $0.isEnabled = enabled } }
  open func isEnabledForSegment(at segment: Int) -> Bool { at(segment)?.isEnabled ?? false }
  open func actionForSegment(at segment: Int) -> UIAction? { at(segment)?.action }

  private func insert(_ segment: Segment, at index: Int) {
    segments.insert(segment, at: max(0, min(index, segments.count)))
  }
  private func at(_ index: Int) -> Segment? { segments.indices.contains(index) ? segments[index] : nil }
  private func change(_ index: Int, _ body: (inout Segment) -> Void) {
    if segments.indices.contains(index) { body(&segments[index]) }
  }

  open override var intrinsicContentSize: CGSize { CGSize(width: 60 * CGFloat(max(segments.count, 1)), height: 32) }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  override func isUsed(at point: CGPoint) {
    guard !segments.isEmpty, bounds.width > 0 else { return }
    let place = point.x / bounds.width * CGFloat(segments.count)
    // In a width of nearly nothing it is beyond all integers, which would end the app.
    guard place.isFinite else { return }
    let index = Int(min(max(place, 0), CGFloat(segments.count - 1)))
    guard segments[index].isEnabled, isMomentary || index != selectedSegmentIndex else { return }
    selectedSegmentIndex = index
    if let action = segments[index].action { sendAction(action) }
    sendActions(for: [.valueChanged, .primaryActionTriggered])
    if isMomentary { selectedSegmentIndex = UISegmentedControl.noSegment }
  }

  var parts: [ScreenPart] {
    segments.indices.map { index in
      var traits = UIAccessibilityTraits.button
      if index == selectedSegmentIndex { traits.insert(.selected) }
      if !isEnabled || !segments[index].isEnabled { traits.insert(.notEnabled) }
      return ScreenPart(kind: "button", label: segments[index].title, traits: traits, frame: area(of: index))
    }
  }

  private func area(of index: Int) -> CGRect {
    let width = bounds.width / CGFloat(max(segments.count, 1))
    return CGRect(x: CGFloat(index) * width, y: 0, width: width, height: bounds.height)
  }

  override func drawContent(into picture: Picture) {
    picture.rect(CGRect(origin: .zero, size: bounds.size), fill: .systemGray5, radius: 8)
    for (index, segment) in segments.enumerated() {
      let area = area(of: index)
      if index == selectedSegmentIndex {
        picture.rect(area.insetBy(dx: 2, dy: 2), fill: selectedSegmentTintColor ?? .systemBackground, radius: 7)
      }
      if let image = segment.image { picture.image(image, in: area, mode: .scaleAspectFit) }
      guard let title = segment.title else { continue }
      picture.line(
        title, in: area, font: .systemFont(ofSize: 13), color: segment.isEnabled ? .label : .systemGray,
        alignment: .center)
    }
  }
}
