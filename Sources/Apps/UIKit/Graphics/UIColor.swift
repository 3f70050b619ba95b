// UIColor: a colour, or a rule that gives one for a light and one for a dark screen.

/// A colour with its opacity.
open class UIColor: NSObject, @unchecked Sendable {
  // Unchecked: immutable, as its subclasses have to be; that is Apple's promise.
  private enum Kind: Sendable {
    case fixed(CGColor)
    /// One of the system's: two of them are the same when they look the same.
    case adaptive(light: CGColor, dark: CGColor)
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
  init(light: CGColor, dark: CGColor) { kind = .adaptive(light: light, dark: dark) }
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
    case .adaptive(let light, let dark): UIColor(cgColor: traitCollection.userInterfaceStyle == .dark ? dark : light)
    case .dynamic(let provider): provider(traitCollection).resolvedColor(with: traitCollection)
    }
  }

  /// The colour for the current traits.
  open var cgColor: CGColor {
    switch kind {
    case .fixed(let color): color
    case .adaptive(let light, let dark): UITraitCollection.current.userInterfaceStyle == .dark ? dark : light
    case .dynamic(let provider): provider(.current).cgColor
    }
  }

  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    switch kind {
    case .fixed(let color):
      UIColor(red: color.red, green: color.green, blue: color.blue, alpha: alpha)
    case .adaptive(let light, let dark):
      UIColor(light: light.copy(alpha: alpha) ?? light, dark: dark.copy(alpha: alpha) ?? dark)
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
    switch (kind, other.kind) {
    case (.fixed(let color), .fixed(let otherColor)): return color == otherColor
    case (.adaptive(let light, let dark), .adaptive(let otherLight, let otherDark)):
      return light == otherLight && dark == otherDark
    case (.fixed, _), (.adaptive, _), (.dynamic, _): return false
    }
  }
  open override var hash: Int {
    switch kind {
    case .fixed(let color), .adaptive(let color, _): color.hashValue
    case .dynamic: ObjectIdentifier(self).hashValue
    }
  }
}
