// Durations as people write them in roostd.toml(5), and read them in messages.
import LifecycleModel

extension Duration {
  /// A number and its unit, as in "500ms", "2.5s", "1min", "1h", "30d". Nil for anything else.
  package nonisolated init?(written text: String) {
    let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let units: [Substring: Double] = ["ms": 0.001, "s": 1, "min": 60, "h": 3600, "d": 86_400]
    guard number.first != ".", let value = Double(number), let unit = units[text.dropFirst(number.count)], value < 1e7
    else { return nil }
    self = .milliseconds(Int64((value * unit * 1000).rounded()))
  }
}

extension Duration {
  /// "5 s", "0.5 s".
  package var readable: String {
    let milliseconds = wholeNanoseconds / 1_000_000
    let fraction = milliseconds % 1000
    guard fraction != 0 else { return "\(milliseconds / 1000) s" }
    var digits = String(1000 + fraction).dropFirst()
    while digits.last == "0" { digits = digits.dropLast() }
    return "\(milliseconds / 1000).\(digits) s"
  }
}
