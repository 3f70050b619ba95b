// A picture on disk: SVG as it is, or drawn as PNG by a program made for it.

struct PictureFile {
  private enum Format { case svg, png }

  private let path: String
  private let format: Format

  /// Nil when the name promises a format that we cannot write.
  init?(_ path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    guard !name.isEmpty, !path.hasSuffix("/") else { return nil }
    self.path = path
    switch name.lastIndex(of: ".").map({ name[$0...].lowercased() }) {
    case nil, ".svg": format = .svg
    case ".png": format = .png
    case .some: return nil
    }
  }

  /// A PNG that cannot be drawn leaves the file as it is.
  func write(_ svg: String) throws(CommandFailure) {
    switch format {
    case .svg: try OutputFile(path).write(svg)
    case .png: try OutputFile(path).write(try Painter.png(of: svg, for: path))
    }
  }
}
