// The name that a mistyped word was to be.

enum Nearest {
  /// The name that is like `word` but for a slip of the fingers, or whose last part is `word`; nil where none is.
  static func name(to word: String, among names: [String]) -> String? {
    let wanted = word.lowercased()
    if let whole = names.first(where: { $0.lowercased() == wanted || $0.lowercased().hasSuffix("." + wanted) }) {
      return whole
    }
    let allowed = max(1, min(3, wanted.count / 4))
    let near = names.map { (name: $0, slips: slips(from: Array(wanted), to: Array($0.lowercased()))) }
    return near.filter { $0.slips <= allowed }.min { $0.slips < $1.slips }?.name
  }

  /// How many letters were added, left out, mistaken, or swapped with the next: the optimal string alignment distance.
  static func slips(from word: [Character], to name: [Character]) -> Int {
    // Identifiers are short; a word that is not costs as much as it is long.
    guard word.count <= 200, name.count <= 200 else { return .max }
    var before: [Int] = []
    var last = Array(0...name.count)
    for (row, letter) in word.enumerated() {
      var line = [row + 1]
      for (column, other) in name.enumerated() {
        var best = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, line[column] + 1)
        if row > 0, column > 0, letter == name[column - 1], word[row - 1] == other {
          best = min(best, before[column - 1] + 1)
        }
        line.append(best)
      }
      (before, last) = (last, line)
    }
    return last[name.count]
  }
}
