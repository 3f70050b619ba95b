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
  mutating func replace(_ range: NSRange, with new: String) {
    var text = string ?? ""
    // Held by two, the text would be copied.
    string = nil
    if range.location == length {
      text += new
      length += new.utf16.count
    } else {
      let start = String.Index(utf16Offset: range.location, in: text)
      let end = String.Index(utf16Offset: NSMaxRange(range), in: text)
      text.replaceSubrange(start..<end, with: new)
      length = text.utf16.count
    }
    string = text
  }
}
