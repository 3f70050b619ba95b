// Numbers as people read them.

/// Nanoseconds as seconds with so many digits after the point, rounded; 1 to 9 digits.
func seconds(_ nanoseconds: Int64, _ digits: Int) -> String {
  let unit = (digits..<9).reduce(UInt64(1)) { power, _ in power * 10 }
  let perSecond = 1_000_000_000 / unit
  let rounded = (nanoseconds.magnitude + unit / 2) / unit
  let sign = nanoseconds < 0 && rounded > 0 ? "-" : ""
  return "\(sign)\(rounded / perSecond).\(padded(Int(rounded % perSecond), digits))"
}

/// "5 s", "0.02 s", "41 min".
func duration(_ nanoseconds: Int64) -> String {
  guard nanoseconds.magnitude < 600_000_000_000 else { return "\(nanoseconds / 60_000_000_000) min" }
  var digits = Substring(seconds(nanoseconds, 2))
  while digits.last == "0" { digits = digits.dropLast() }
  if digits.last == "." { digits = digits.dropLast() }
  return digits == "0" && nanoseconds != 0 ? "less than 0.01 s" : "\(digits) s"
}

/// "120.5 MB", in powers of 1024.
package func bytes(_ count: Int64) -> String {
  switch count {
  case ..<1024: "\(count) B"
  case ..<(1 << 20): "\(tenths(count, 10)) KB"
  case ..<(1 << 30): "\(tenths(count, 20)) MB"
  default: "\(tenths(count, 30)) GB"
  }
}

private func tenths(_ count: Int64, _ shift: Int64) -> Double {
  (Double(count) / Double(Int64(1) << shift) * 10).rounded() / 10
}
