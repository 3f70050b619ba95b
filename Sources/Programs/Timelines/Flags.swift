// The rows in which labels stand above what they name, so that none covers another.

/// A label stands at a place, reads to the right of it, and has a line down to what it names. So of two that are close the
/// earlier one stands higher: its line is to the left of the other's text.
struct Flags {
  struct Flag {
    /// Pixels.
    var place: Double
    var width: Double
    /// The row, 0 the lowest; nil where there are too many.
    var row: Int?
  }

  private(set) var flags: [Flag]

  /// - Parameters:
  ///   - flags: by their places, ascending.
  ///   - rows: as many as there may be.
  init(_ flags: [(place: Double, width: Double)], rows: Int) {
    self.flags = flags.map { Flag(place: $0.place, width: $0.width, row: nil) }
    for index in self.flags.indices.reversed() {
      let end = self.flags[index].place + self.flags[index].width
      var row = 0
      for later in self.flags[(index + 1)...] {
        guard later.place < end else { break }
        if let taken = later.row { row = max(row, taken + 1) }
      }
      self.flags[index].row = row < rows ? row : nil
    }
  }

  /// As many rows as are used.
  var rows: Int { (flags.compactMap(\.row).max() ?? -1) + 1 }
}
