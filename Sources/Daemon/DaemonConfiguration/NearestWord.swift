// Finds the known word that is nearest to a mistyped one.

/// The one of `words` that `word` can be turned into with the fewest insertions, deletions and replacements
/// (Levenshtein), if it is near enough to be meant.
nonisolated func nearest(to word: String, among words: [String]) -> String? {
  let ranked = words.map { (word: $0, distance: distance(word, $0)) }
  guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
  return best.distance <= max(2, best.word.count / 3) ? best.word : nil
}

private nonisolated func distance(_ left: String, _ right: String) -> Int {
  let left = Array(left.utf8.prefix(64)), right = Array(right.utf8.prefix(64))
  var row = Array(0...right.count)
  for (index, byte) in left.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in right.indices {
      let replaced = diagonal + (byte == right[column] ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
    }
  }
  return row[right.count]
}
