// An SVG document, drawn by librsvg at its own size.
import CRsvg

/// Numbers of cairo.h.
private enum Cairo {
  static let argb32: cairo_format_t = 0
  static let success: cairo_status_t = 0
  static let writeError: cairo_status_t = 11
}

struct Drawing {
  /// The longest side, in pixels.
  static let sideLimit = 8192
  /// All of it: 64 MiB of memory, of which filters and groups take several.
  static let pixelLimit = 16 << 20

  private let document: OpaquePointer
  private let width: Int32
  private let height: Int32

  /// The document has no base, so that librsvg loads nothing that it refers to (rsvg_handle_set_base_uri). Nothing is
  /// given back: the program ends with the picture.
  init(of svg: [UInt8]) throws(PictureProblem) {
    var problem: UnsafeMutablePointer<GError>?
    guard let document = rsvg_handle_new_from_data(svg, svg.count, &problem) else {
      throw PictureProblem("this is no picture in SVG: \(Self.words(problem))")
    }
    // A CSS pixel is a pixel (CSS Values and Units, 6.2).
    rsvg_handle_set_dpi(document, 96)
    let size = try Self.size(of: document)
    self.document = document
    width = size.width
    height = size.height
  }

  func png() throws(PictureProblem) -> [UInt8] {
    let surface = cairo_image_surface_create(Cairo.argb32, width, height)
    let canvas = cairo_create(surface)
    var whole = RsvgRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
    var problem: UnsafeMutablePointer<GError>?
    guard rsvg_handle_render_document(document, canvas, &whole, &problem) != 0 else {
      throw PictureProblem("librsvg is unable to draw it: \(Self.words(problem))")
    }
    var bytes: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &bytes) { bytes in
      cairo_surface_write_to_png_stream(
        surface,
        { place, piece, count in
          guard let place, let piece else { return Cairo.writeError }
          place.assumingMemoryBound(to: [UInt8].self).pointee += UnsafeBufferPointer(start: piece, count: Int(count))
          return Cairo.success
        }, bytes)
    }
    guard status == Cairo.success else {
      throw PictureProblem("cairo is unable to write it as PNG: \(String(cString: cairo_status_to_string(status)))")
    }
    return bytes
  }

  /// In whole pixels, from the document's width and height, or from its view box where it has none in pixels.
  private static func size(of document: OpaquePointer) throws(PictureProblem) -> (width: Int32, height: Int32) {
    var width = 0.0
    var height = 0.0
    if rsvg_handle_get_intrinsic_size_in_pixels(document, &width, &height) == 0 {
      var hasBox: gboolean = 0
      var box = RsvgRectangle()
      rsvg_handle_get_intrinsic_dimensions(document, nil, nil, nil, nil, &hasBox, &box)
      guard hasBox != 0 else { throw PictureProblem("the picture has neither a width and height nor a viewBox") }
      width = box.width
      height = box.height
    }
    guard width.isFinite, height.isFinite else {
      throw PictureProblem(
        "the picture's size is not a number of pixels: \(width) by \(height); give it a width and a height")
    }
    width.round(.up)
    height.round(.up)
    let sides = 1...Double(sideLimit)
    guard sides ~= width, sides ~= height, width * height <= Double(pixelLimit) else {
      throw PictureProblem(
        "the picture has \(whole(width)) by \(whole(height)) pixels; it may have 1 to \(sideLimit) a side, "
          + "and \(pixelLimit) in all")
    }
    return (Int32(width), Int32(height))
  }

  /// As it is said: a size may be beyond any integer.
  private static func whole(_ side: Double) -> Int { Int(min(max(side, -1e9), 1e9)) }

  private static func words(_ problem: UnsafeMutablePointer<GError>?) -> String {
    guard let message = problem?.pointee.message else { return "it gives no reason" }
    return String(cString: message).split(separator: "\n").joined(separator: " ")
  }
}
