// WrittenText: a text that a person writes, changed in its place: a long one is neither copied nor counted at each letter.

struct WrittenText {
  private(set) var string: String?
  /// In units of UTF-16. To count those of a String that is not ASCII is a walk through it.
  private(set) var length: Int

  init(_ string: String?) {
    self.string = string
    length = string?.utf16.count ?? 0
  }

  /// - Parameter range: one that the text has, in units of UTF-16.
  /// - Returns: the place after the new text.
  mutating func replace(_ range: NSRange, with new: String) -> Int {
    var text = string ?? ""
    // Held by two, the text would be copied.
    string = nil
    let added = new.utf16.count
    var place = range.location
    if place == length {
      text += new
      length += added
    } else {
      let start = String.Index(utf16Offset: place, in: text)
      let end = String.Index(utf16Offset: NSMaxRange(range), in: text)
      // A String is replaced from the beginning of a pair of surrogates, also where the range begins in its middle.
      if start.samePosition(in: text.unicodeScalars) == nil { place -= 1 }
      text.replaceSubrange(start..<end, with: new)
      length = text.utf16.count
    }
    string = text
    return place + added
  }
}
