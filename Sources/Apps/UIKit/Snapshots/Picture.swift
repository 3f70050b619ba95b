// Picture: an SVG document in the making.

/// The drawing so far, from back to front, each thing where its view is.
@MainActor final class Picture {
  private(set) var svg = ""
  /// The traits that colours are resolved with.
  var traits: UITraitCollection
  /// The view that is being drawn, of which nothing comes into the picture that `occlusion` hides.
  var view: UIView?
  private let occlusion: Occlusion?
  private let prefix: String
  private var clips = 0

  /// - Parameters:
  ///   - occlusion: of the views that are drawn; nil to draw all.
  ///   - prefix: the beginning of its ids, unlike those of all else that comes into the document.
  init(_ traits: UITraitCollection, _ occlusion: Occlusion? = nil, prefix: String = "") {
    self.traits = traits
    self.occlusion = occlusion
    self.prefix = prefix
  }

  /// Draws `body`, moved by `origin` and through `opacity`; cut off at the edge of `clip` if there is one.
  func group(at origin: CGPoint, opacity: CGFloat, clip: (size: CGSize, radius: CGFloat)?, _ body: () -> Void) {
    group("translate(\(text(origin.x)) \(text(origin.y)))", opacity: opacity, clip: clip, body)
  }

  /// As ``group(at:opacity:clip:_:)``, for a view that is turned or scaled too.
  func group(
    _ matrix: CGAffineTransform, opacity: CGFloat, clip: (size: CGSize, radius: CGFloat)?, _ body: () -> Void
  ) {
    // Six digits: a turn is made of sines.
    let numbers = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty].map { number in
      number.isFinite ? String(Double((number * 1e6).rounded() / 1e6)) : "0"
    }
    group("matrix(\(numbers.joined(separator: " ")))", opacity: opacity, clip: clip, body)
  }

  private func group(
    _ transform: String, opacity: CGFloat, clip: (size: CGSize, radius: CGFloat)?, _ body: () -> Void
  ) {
    let before = svg
    svg = ""
    body()
    let content = svg
    svg = before
    if content.isEmpty { return }
    svg += "<g transform=\"\(transform)\""
    if opacity < 1 { svg += " opacity=\"\(text(opacity))\"" }
    if let clip {
      clips += 1
      svg +=
        " clip-path=\"url(#\(prefix)c\(clips))\"><clipPath id=\"\(prefix)c\(clips)\">"
        + "<rect width=\"\(text(clip.size.width))\" height=\"\(text(clip.size.height))\" "
        + "rx=\"\(text(clip.radius))\"/></clipPath>"
    } else {
      svg += ">"
    }
    svg += content + "</g>\n"
  }

  func rect(
    _ rect: CGRect, fill: UIColor?, radius: CGFloat = 0, stroke: UIColor? = nil, strokeWidth: CGFloat = 0
  ) {
    guard rect.width > 0, rect.height > 0, fill != nil || (stroke != nil && strokeWidth > 0), shows(rect) else {
      return
    }
    svg +=
      "<rect x=\"\(text(rect.minX))\" y=\"\(text(rect.minY))\" width=\"\(text(rect.width))\" "
      + "height=\"\(text(rect.height))\""
    if radius > 0 { svg += " rx=\"\(text(radius))\"" }
    svg += paint("fill", fill) + (strokeWidth > 0 ? paint("stroke", stroke) : "")
    if strokeWidth > 0, stroke != nil { svg += " stroke-width=\"\(text(strokeWidth))\"" }
    svg += "/>\n"
  }

  /// One line of text, its middle at the middle of `rect`.
  func line(_ text: String, in rect: CGRect, font: UIFont, color: UIColor, alignment: NSTextAlignment) {
    guard let seen = lettersSeen(of: text, in: rect, font, alignment) else { return }
    draw(seen, in: rect, font, color, alignment)
  }

  private func draw(
    _ string: String, in rect: CGRect, _ font: UIFont, _ color: UIColor, _ alignment: NSTextAlignment
  ) {
    let (x, anchor): (CGFloat, String) =
      switch alignment {
      case .center: (rect.midX, "middle")
      case .right: (rect.maxX, "end")
      default: (rect.minX, "start")
      }
    svg +=
      "<text x=\"\(text(x))\" y=\"\(text(rect.midY))\" dominant-baseline=\"central\" text-anchor=\"\(anchor)\" "
      + "font-family=\"\(font.design == .monospaced ? "monospace" : "sans-serif")\" "
      + "font-size=\"\(text(font.pointSize))\""
    if font.weight.rawValue >= UIFont.Weight.semibold.rawValue { svg += " font-weight=\"bold\"" }
    if font.isItalic { svg += " font-style=\"italic\"" }
    svg += paint("fill", color) + ">\(escaped(string))</text>\n"
  }

  /// The line with blanks for the letters that are hidden; nil when all are. The letters are where ``TextLines`` takes
  /// them to be.
  private func lettersSeen(of text: String, in rect: CGRect, _ font: UIFont, _ alignment: NSTextAlignment) -> String? {
    guard let view, let occlusion else { return text }
    let visible = occlusion.visible(rect, of: view)
    if visible.isEmpty { return nil }
    if occlusion.isWhole(visible, rect, of: view) { return text }
    let letter = TextLines.letterWidth(font)
    let length = letter * CGFloat(text.count)
    let start: CGFloat =
      switch alignment {
      case .center: rect.midX - length / 2
      case .right: rect.maxX - length
      case .left, .justified, .natural: rect.minX
      }
    let letters = text.enumerated().map { index, character -> Character in
      let x = min(max(start + letter * CGFloat(index), rect.minX), max(rect.maxX - letter, rect.minX))
      let place = CGRect(x: x, y: rect.minY, width: min(letter, rect.width), height: rect.height)
      return occlusion.isWhole(occlusion.visible(place, of: view), place, of: view) ? character : "\u{a0}"
    }
    return letters.contains { $0 != "\u{a0}" } ? String(letters) : nil
  }

  private func shows(_ rect: CGRect) -> Bool {
    guard let view, let occlusion else { return true }
    return occlusion.shows(rect, of: view)
  }

  func circle(center: CGPoint, radius: CGFloat, fill: UIColor) {
    let box = CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    guard shows(box) else { return }
    svg += "<circle cx=\"\(text(center.x))\" cy=\"\(text(center.y))\" r=\"\(text(radius))\"\(paint("fill", fill))/>\n"
  }

  func image(_ image: UIImage, in rect: CGRect, mode: UIView.ContentMode) {
    guard let data = image.data, rect.width > 0, rect.height > 0, shows(rect) else { return }
    let kind = data.starts(with: [0x89, 0x50]) ? "png" : data.starts(with: [0xff, 0xd8]) ? "jpeg" : "svg+xml"
    let fit =
      switch mode {
      case .scaleAspectFit: "xMidYMid meet"
      case .scaleAspectFill: "xMidYMid slice"
      default: "none"
      }
    svg +=
      "<image x=\"\(text(rect.minX))\" y=\"\(text(rect.minY))\" width=\"\(text(rect.width))\" "
      + "height=\"\(text(rect.height))\" preserveAspectRatio=\"\(fit)\" "
      + "href=\"data:image/\(kind);base64,\(data.base64EncodedString())\"/>\n"
  }

  /// SVG of another view's, drawn before.
  func insert(_ other: String, in rect: CGRect) { if shows(rect) { svg += other } }

  // MARK: As text

  private func paint(_ attribute: String, _ color: UIColor?) -> String {
    guard let color = color?.resolvedColor(with: traits).cgColor else { return " \(attribute)=\"none\"" }
    let hex = [color.red, color.green, color.blue].map { part in
      // Not finite, as a part of a broken colour may be, is nothing; there is no such integer, which would end the app.
      let digits = String(part.isFinite ? Int((min(max(part, 0), 1) * 255).rounded()) : 0, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
    return " \(attribute)=\"#\(hex)\"" + (color.alpha < 1 ? " \(attribute)-opacity=\"\(text(color.alpha))\"" : "")
  }

  /// Not finite, as a broken frame may be, is nothing.
  private func text(_ number: CGFloat) -> String {
    guard number.isFinite else { return "0" }
    let rounded = (number * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(Double(rounded))
  }

  private func escaped(_ string: String) -> String {
    var result = ""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      // XML 1.0, 2.2: control characters are not characters.
      case "\u{0}"..."\u{8}", "\u{b}", "\u{c}", "\u{e}"..."\u{1f}", "\u{fffe}", "\u{ffff}": result += "\u{fffd}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
