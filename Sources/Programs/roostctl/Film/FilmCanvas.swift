// The canvas of a film: pictures of any size and format become those of one, which is all that an animated PNG has.
import FoundationEssentials

struct FilmCanvas {
  let width: Int
  let height: Int

  /// A picture of another size, as after the device was turned, is as large as fits in, in the middle.
  func holding(_ svg: String) -> String {
    let address = "data:image/svg+xml;base64,\(Data(svg.utf8).base64EncodedString())"
    return document("<image width=\"\(width)\" height=\"\(height)\" xlink:href=\"\(address)\"/>")
  }

  /// Where no app draws: grey words, in a size in which a line of 30 letters fits in.
  func saying(_ words: String) -> String {
    document(
      """
      <text x="50%" y="50%" text-anchor="middle" font-family="sans-serif" font-size="\(max(1, width / 20))" fill="#999">\
      \(words)</text>
      """)
  }

  /// Opaque: cairo writes a picture without transparent pixels in another format.
  private func document(_ content: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
    width="\(width)" height="\(height)"><rect width="100%" height="100%" fill="#000"/>\(content)</svg>
    """
  }
}
