// A picture of a screen that is kept in a file, and how the screen differs from it now.
import Foundation

struct KeptPicture {
  private let file: String
  private let tolerance: Double

  init(_ file: String, tolerance: Double) { (self.file, self.tolerance) = (file, tolerance) }

  func keep(_ svg: String) throws {
    do {
      try svg.write(toFile: file, atomically: true, encoding: .utf8)
    } catch {
      throw PictureError.notWritten(file, error.localizedDescription)
    }
  }

  /// The picture as it was kept.
  func mark() throws -> Mark {
    guard let svg = try? String(contentsOfFile: file, encoding: .utf8) else { throw PictureError.missing(file) }
    return Mark(svg: svg, shapes: SVGShape.all(in: svg), tolerance: tolerance)
  }

  struct Mark {
    let svg: String
    let shapes: [SVGShape]
    let tolerance: Double
    /// Shapes of both pictures, from the first that differs on: more than a picture of a screen has.
    private static let mostCompared = 4000

    /// A sentence for each shape that is not as it was. Apps draw in one way, so their shapes are compared one by one, and
    /// a number may be off by the tolerance: no program has to draw pixels, and no font has to be the same.
    func differences(from now: String) -> [String] {
      let (kept, shown) = (shapes, SVGShape.all(in: now))
      // The time of the comparison grows by the square of what differs, and an app draws what it likes.
      let alike = zip(kept, shown).prefix { $0.isLike($1, within: tolerance) }.count
      let (left, others) = (kept[alike...], shown[alike...])
      guard left.count + others.count <= Self.mostCompared else {
        return ["\(others.count) shapes where \(left.count) were, too many to compare them"]
      }
      // A shape too many must not make all shapes after it differ.
      let changes = others.difference(from: left) { $0.isLike($1, within: tolerance) }
      return changes.map { change in
        switch change {
        case .insert(_, let shape, _): "new: \(shape)"
        case .remove(_, let shape, _): "gone: \(shape)"
        }
      }
    }

    /// The kept picture, the new one, and both laid over each other so that only what differs is not black.
    func comparison(with now: String) -> String {
      let (kept, shown) = (Self.address(of: svg), Self.address(of: now))
      let size = shapes.first?.size ?? (390, 844)
      let panels = [("kept", [kept]), ("now", [shown]), ("difference", [kept, shown])]
      let drawn = panels.enumerated().map { place, panel in
        let x = Double(place) * (size.0 + 20)
        let images = panel.1.enumerated().map { layer, address in
          "<image href=\"\(address)\" width=\"\(size.0)\" height=\"\(size.1)\""
            + (layer > 0 ? " style=\"mix-blend-mode:difference\"/>" : "/>")
        }
        return "<g transform=\"translate(\(x) 30)\" style=\"isolation:isolate\"><text y=\"-10\">\(panel.0)</text>"
          + images.joined() + "</g>"
      }
      return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size.0 * 3 + 40) \(size.1 + 30)\" "
        + "font-family=\"sans-serif\">\(drawn.joined(separator: "\n"))</svg>\n"
    }

    private static func address(of svg: String) -> String {
      "data:image/svg+xml;base64," + Data(svg.utf8).base64EncodedString()
    }
  }
}

/// A file of pictures cannot be used.
enum PictureError: Error, CustomStringConvertible {
  case missing(String)
  case notWritten(String, String)

  var description: String {
    switch self {
    case .missing(let file): "no kept picture: \(file); take one with --update-pictures, and look at it"
    case .notWritten(let file, let why): "unable to keep the picture \(file): \(why)"
    }
  }
}
