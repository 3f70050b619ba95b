// The colours that have names, with the values of Apple's Human Interface Guidelines for light and dark screens.

extension UIColor {
  public class var black: UIColor { UIColor(red: 0, green: 0, blue: 0, alpha: 1) }
  public class var darkGray: UIColor { UIColor(red: 0.333, green: 0.333, blue: 0.333, alpha: 1) }
  public class var lightGray: UIColor { UIColor(red: 0.667, green: 0.667, blue: 0.667, alpha: 1) }
  public class var white: UIColor { UIColor(red: 1, green: 1, blue: 1, alpha: 1) }
  public class var gray: UIColor { UIColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1) }
  public class var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
  public class var green: UIColor { UIColor(red: 0, green: 1, blue: 0, alpha: 1) }
  public class var blue: UIColor { UIColor(red: 0, green: 0, blue: 1, alpha: 1) }
  public class var cyan: UIColor { UIColor(red: 0, green: 1, blue: 1, alpha: 1) }
  public class var yellow: UIColor { UIColor(red: 1, green: 1, blue: 0, alpha: 1) }
  public class var magenta: UIColor { UIColor(red: 1, green: 0, blue: 1, alpha: 1) }
  public class var orange: UIColor { UIColor(red: 1, green: 0.5, blue: 0, alpha: 1) }
  public class var purple: UIColor { UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1) }
  public class var brown: UIColor { UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1) }
  public class var clear: UIColor { UIColor(white: 0, alpha: 0) }

  public class var systemRed: UIColor { named(0xFF3B30, 0xFF453A) }
  public class var systemGreen: UIColor { named(0x34C759, 0x30D158) }
  public class var systemBlue: UIColor { named(0x007AFF, 0x0A84FF) }
  public class var systemOrange: UIColor { named(0xFF9500, 0xFF9F0A) }
  public class var systemYellow: UIColor { named(0xFFCC00, 0xFFD60A) }
  public class var systemPink: UIColor { named(0xFF2D55, 0xFF375F) }
  public class var systemPurple: UIColor { named(0xAF52DE, 0xBF5AF2) }
  public class var systemTeal: UIColor { named(0x30B0C7, 0x40C8E0) }
  public class var systemIndigo: UIColor { named(0x5856D6, 0x5E5CE6) }
  public class var systemBrown: UIColor { named(0xA2845E, 0xAC8E68) }
  public class var systemMint: UIColor { named(0x00C7BE, 0x63E6E2) }
  public class var systemCyan: UIColor { named(0x32ADE6, 0x64D2FF) }
  public class var systemGray: UIColor { named(0x8E8E93, 0x8E8E93) }
  public class var systemGray2: UIColor { named(0xAEAEB2, 0x636366) }
  public class var systemGray3: UIColor { named(0xC7C7CC, 0x48484A) }
  public class var systemGray4: UIColor { named(0xD1D1D6, 0x3A3A3C) }
  public class var systemGray5: UIColor { named(0xE5E5EA, 0x2C2C2E) }
  public class var systemGray6: UIColor { named(0xF2F2F7, 0x1C1C1E) }
  public class var label: UIColor { named(0x000000, 0xFFFFFF) }
  public class var link: UIColor { named(0x007AFF, 0x0984FF) }
  public class var systemBackground: UIColor { named(0xFFFFFF, 0x000000) }
  public class var secondarySystemBackground: UIColor { named(0xF2F2F7, 0x1C1C1E) }
  public class var tertiarySystemBackground: UIColor { named(0xFFFFFF, 0x2C2C2E) }
  public class var systemGroupedBackground: UIColor { named(0xF2F2F7, 0x000000) }
  public class var secondarySystemGroupedBackground: UIColor { named(0xFFFFFF, 0x1C1C1E) }
  public class var tertiarySystemGroupedBackground: UIColor { named(0xF2F2F7, 0x2C2C2E) }
  public class var opaqueSeparator: UIColor { named(0xC6C6C8, 0x38383A) }

  public class var secondaryLabel: UIColor { named(0x3C3C43, 0.6, 0xEBEBF5, 0.6) }
  public class var tertiaryLabel: UIColor { named(0x3C3C43, 0.3, 0xEBEBF5, 0.3) }
  public class var quaternaryLabel: UIColor { named(0x3C3C43, 0.18, 0xEBEBF5, 0.16) }
  public class var placeholderText: UIColor { named(0x3C3C43, 0.3, 0xEBEBF5, 0.3) }
  public class var separator: UIColor { named(0x3C3C43, 0.29, 0x545458, 0.6) }
  public class var systemFill: UIColor { named(0x787880, 0.2, 0x787880, 0.36) }
  public class var secondarySystemFill: UIColor { named(0x787880, 0.16, 0x787880, 0.32) }
  public class var tertiarySystemFill: UIColor { named(0x767680, 0.12, 0x767680, 0.24) }
  public class var quaternarySystemFill: UIColor { named(0x747480, 0.08, 0x767680, 0.18) }
  public class var tintColor: UIColor { systemBlue }
  public class var lightText: UIColor { UIColor(white: 1, alpha: 0.6) }
  public class var darkText: UIColor { black }

  private static func named(
    _ light: UInt32, _ lightAlpha: CGFloat, _ dark: UInt32, _ darkAlpha: CGFloat
  ) -> UIColor {
    UIColor(light: color(light, lightAlpha), dark: color(dark, darkAlpha))
  }
  private static func named(_ light: UInt32, _ dark: UInt32) -> UIColor { named(light, 1, dark, 1) }

  private static func color(_ hex: UInt32, _ alpha: CGFloat) -> CGColor {
    func part(_ shift: UInt32) -> CGFloat { CGFloat(hex >> shift & 0xFF) / 255 }
    return CGColor(red: part(16), green: part(8), blue: part(0), alpha: alpha)
  }
}
