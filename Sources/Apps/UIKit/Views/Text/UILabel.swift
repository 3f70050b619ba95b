// UILabel: text that is only read.

/// The way in which lines end that are too long.
public enum NSLineBreakMode: Int, Sendable {
  case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle
}

/// On which side lines begin.
public enum NSTextAlignment: Int, Sendable { case left, center, right, justified, natural }

/// Shows text.
@preconcurrency @MainActor
open class UILabel: UIView {
  open var text: String? { didSet { contentChanged() } }
  open var attributedText: NSAttributedString? {
    get { styled ?? text.map { NSAttributedString(string: $0) } }
    set {
      styled = newValue
      text = newValue?.string
    }
  }
  private var styled: NSAttributedString?
  open var font: UIFont! = .systemFont(ofSize: 17) { didSet { contentChanged() } }
  open var textColor: UIColor! = .label { didSet { contentChanged() } }
  open var textAlignment = NSTextAlignment.natural { didSet { contentChanged() } }
  open var lineBreakMode = NSLineBreakMode.byTruncatingTail
  open var numberOfLines = 1 { didSet { contentChanged() } }
  open var adjustsFontSizeToFitWidth = false
  open var adjustsFontForContentSizeCategory = false
  open var minimumScaleFactor: CGFloat = 0
  open var highlightedTextColor: UIColor?
  open var isHighlighted = false
  open var isEnabled = true
  open var shadowColor: UIColor?
  open var shadowOffset = CGSize(width: 0, height: -1)
  open var preferredMaxLayoutWidth: CGFloat = 0

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open override var intrinsicContentSize: CGSize {
    TextLines(text ?? "", font, width: preferredMaxLayoutWidth > 0 ? preferredMaxLayoutWidth : .infinity, numberOfLines)
      .size
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    TextLines(text ?? "", font, width: size.width > 0 ? size.width : .infinity, numberOfLines).size
  }

  override func drawContent(into picture: Picture) {
    guard let text, !text.isEmpty else { return }
    TextLines(text, font, width: bounds.width, numberOfLines)
      .draw(into: picture, CGRect(origin: .zero, size: bounds.size), textColor, textAlignment, centred: true)
  }
}

/// A text broken into lines, by the widths of a typical sans-serif.
@MainActor struct TextLines {
  private let lines: [String]
  private let font: UIFont

  /// - Parameter limit: zero is as many lines as it takes.
  init(_ text: String, _ font: UIFont, width: CGFloat, _ limit: Int) {
    self.font = font
    let perLine = Self.letters(in: width, font)
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      // Counted on the way: each look at the count of a String is a walk through it.
      var count = 0
      for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
        let letters = limit == 1 ? 0 : word.count
        let isFull = limit != 1 && count + 1 + letters > perLine
        if line.isEmpty || isFull {
          if !line.isEmpty { lines.append(line) }
          line = String(word)
          count = letters
        } else {
          line.append(" ")
          line.append(contentsOf: word)
          count += 1 + letters
        }
      }
      lines.append(line)
    }
    if limit > 0, lines.count > limit { lines = Array(lines.prefix(limit - 1)) + [lines[limit - 1] + "…"] }
    self.lines = lines
  }

  static func letterWidth(_ font: UIFont) -> CGFloat { font.pointSize * 0.52 }

  /// As many as fit a line, one at least; of a width that nobody knows, or a font of no size, all that there are.
  private static func letters(in width: CGFloat, _ font: UIFont) -> Int {
    let letters = width / letterWidth(font)
    // A number beyond all integers would end the app.
    return letters.isFinite ? Int(min(max(letters, 1), 1e9)) : .max
  }

  var size: CGSize {
    let widest = lines.map(\.count).max() ?? 0
    return CGSize(
      width: (CGFloat(widest) * Self.letterWidth(font)).rounded(.up),
      height: (CGFloat(lines.count) * font.lineHeight).rounded(.up))
  }

  func draw(
    into picture: Picture, _ area: CGRect, _ color: UIColor, _ alignment: NSTextAlignment, centred: Bool
  ) {
    let height = CGFloat(lines.count) * font.lineHeight
    var top = centred ? area.midY - height / 2 : area.minY
    for line in lines {
      let place = CGRect(x: area.minX, y: top, width: area.width, height: font.lineHeight)
      picture.line(line, in: place, font: font, color: color, alignment: alignment)
      top += font.lineHeight
    }
  }
}
