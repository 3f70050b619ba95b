// Text of apps and clients as XML and HTML show it: it opens no element, and ends none.
import ControlAPI

extension String {
  /// For content and for attributes in double quotes. Characters that XML does not have are spelled out.
  var escaped: String {
    harmless.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      case "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Double {
  /// With two places at most: a picture needs no more.
  var short: String {
    let hundredths = Int((self * 100).rounded())
    let whole = abs(hundredths) / 100, rest = abs(hundredths) % 100
    let sign = hundredths < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    if rest % 10 == 0 { return "\(sign)\(whole).\(rest / 10)" }
    return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
