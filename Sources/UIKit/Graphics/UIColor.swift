// UIColor: a colour, or a rule that gives one for a light and one for a dark screen.

/// A colour with its opacity.
open class UIColor: NSObject, @unchecked Sendable {  // Immutable, as its subclasses have to be; that is Apple's promise.
  private enum Kind: Sendable {
    case fixed(CGColor)
    case dynamic(@Sendable (UITraitCollection) -> UIColor)
  }
  private let kind: Kind

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    kind = .fixed(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }
  public init(white: CGFloat, alpha: CGFloat) {
    kind = .fixed(CGColor(gray: white, alpha: alpha))
  }
  public init(cgColor: CGColor) { kind = .fixed(cgColor) }
  /// A colour that is asked for whenever it is used.
  public init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) { kind = .dynamic(dynamicProvider) }

  public init(displayP3Red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    kind = .fixed(CGColor(red: displayP3Red, green: green, blue: blue, alpha: alpha))
  }
  public init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    let sector = (hue - hue.rounded(.down)) * 6
    func part(_ n: CGFloat) -> CGFloat {
      let k = (n + sector).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(k, 4 - k, 1)))
    }
    kind = .fixed(CGColor(red: part(5), green: part(3), blue: part(1), alpha: alpha))
  }

  /// A colour of the bundle's asset catalogue; Linux has no compiled catalogues, so there is none.
  public convenience init?(named name: String) { return nil }
  public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?) {
    return nil
  }

  /// The colour for these traits.
  open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    switch kind {
    case .fixed: self
    case .dynamic(let provider): provider(traitCollection).resolvedColor(with: traitCollection)
    }
  }

  /// The colour for the current traits.
  open var cgColor: CGColor {
    switch kind {
    case .fixed(let color): color
    case .dynamic(let provider): provider(.current).cgColor
    }
  }

  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    switch kind {
    case .fixed(let color):
      UIColor(red: color.red, green: color.green, blue: color.blue, alpha: alpha)
    case .dynamic(let provider):
      UIColor { provider($0).withAlphaComponent(alpha) }
    }
  }

  @discardableResult
  open func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let color = cgColor
    red?.pointee = color.red
    green?.pointee = color.green
    blue?.pointee = color.blue
    alpha?.pointee = color.alpha
    return true
  }

  /// False for colours that are no greys.
  @discardableResult
  open func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
    let color = cgColor
    guard color.red == color.green, color.green == color.blue else { return false }
    white?.pointee = color.red
    alpha?.pointee = color.alpha
    return true
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIColor else { return false }
    if self === other { return true }
    guard case .fixed(let color) = kind, case .fixed(let otherColor) = other.kind else { return false }
    return color == otherColor
  }
  open override var hash: Int {
    switch kind {
    case .fixed(let color): color.hashValue
    case .dynamic: ObjectIdentifier(self).hashValue
    }
  }
}
