// Durations as people write them in roostd.toml(5).

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
