// Scenarios in the machine's time: nobody moves that clock, so `advance` waits for as long as it says.

enum RealTime {
  private static let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400)]

  /// The time of an `advance`; nil for all other commands, and for one that roostctl(1) has to refuse.
  static func seconds(toPassIn words: [String]) -> Double? {
    guard words.first == "advance", words.count > 1,
      let (unit, size) = units.first(where: { words[1].hasSuffix($0.0) }),
      let number = Double(words[1].dropLast(unit.count)), number.isFinite, number >= 0
    else { return nil }
    return number * size
  }
}

extension Scenario {
  func isReal(_ tools: Tools) -> Bool { (time ?? (tools.isRealTime ? .real : .virtual)) == .real }
}
