// UIImage: a picture from the app's bundle or from memory, kept as the bytes it was made of.

/// A picture.
@preconcurrency @MainActor
open class UIImage: NSObject {
  public enum RenderingMode: Int, Sendable { case automatic, alwaysOriginal, alwaysTemplate }

  /// The file's contents; none for a picture of the system's, of which only the name is known.
  let data: Data?
  /// The name of a picture of the system's (SF Symbols), for which there is nothing to draw.
  let symbolName: String?
  /// In points.
  public let size: CGSize
  public let scale: CGFloat
  public let renderingMode: RenderingMode

  private init(data: Data?, symbolName: String?, size: CGSize, scale: CGFloat, renderingMode: RenderingMode) {
    self.data = data
    self.symbolName = symbolName
    self.size = size
    self.scale = scale
    self.renderingMode = renderingMode
  }

  /// A PNG, JPEG or SVG file's contents.
  public convenience init?(data: Data, scale: CGFloat = 1) {
    guard let pixels = ImageHeader.size(of: data) else { return nil }
    let size = CGSize(width: pixels.width / scale, height: pixels.height / scale)
    self.init(data: data, symbolName: nil, size: size, scale: scale, renderingMode: .automatic)
  }

  public convenience init?(contentsOfFile path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    self.init(data: data, scale: path.contains("@3x") ? 3 : path.contains("@2x") ? 2 : 1)
  }

  /// An image that the app has drawn.
  convenience init(drawn data: Data, size: CGSize, scale: CGFloat) {
    self.init(data: data, symbolName: nil, size: size, scale: scale, renderingMode: .automatic)
  }

  /// A file of the app's bundle; Linux has no compiled asset catalogues.
  public convenience init?(named name: String) { self.init(named: name, in: nil) }

  public convenience init?(
    named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection? = nil
  ) {
    guard let known = ImageCache.image(name, in: bundle ?? .main) else { return nil }
    self.init(
      data: known.data, symbolName: nil, size: known.size, scale: known.scale, renderingMode: known.renderingMode)
  }

  public convenience init?(systemName name: String) {
    self.init(data: nil, symbolName: name, size: CGSize(width: 20, height: 20), scale: 1, renderingMode: .automatic)
  }

  public override convenience init() {
    self.init(data: nil, symbolName: nil, size: .zero, scale: 1, renderingMode: .automatic)
  }

  open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
    UIImage(data: data, symbolName: symbolName, size: size, scale: scale, renderingMode: renderingMode)
  }

  open func withTintColor(_ color: UIColor) -> UIImage { self }

  /// BG3: an image that was read from a file can be read again.
  static func dropCaches() { ImageCache.drop() }
}

/// The bundle's pictures by name, until the app leaves the screen.
@MainActor private enum ImageCache {
  private static var images: [String: UIImage] = [:]

  static func drop() { images = [:] }

  static func image(_ name: String, in bundle: Bundle) -> UIImage? {
    let key = bundle.bundlePath + "/" + name
    if let known = images[key] { return known }
    let names = name.contains(".") ? [name] : ["@3x.png", "@2x.png", ".png", ".jpg", ".jpeg", ".svg"].map { name + $0 }
    let folders = [bundle.bundlePath, bundle.resourcePath ?? bundle.bundlePath]
    for path in folders.flatMap({ folder in names.map { folder + "/" + $0 } }) {
      guard let image = UIImage(contentsOfFile: path) else { continue }
      images[key] = image
      return image
    }
    return nil
  }
}

/// The size that an image file says it has.
enum ImageHeader {
  /// In pixels; nil for what is neither PNG (RFC 2083), JPEG (ITU T.81) nor SVG.
  static func size(of data: Data) -> CGSize? {
    let bytes = [UInt8](data.prefix(512))
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]), bytes.count >= 24 {
      return CGSize(width: number(bytes[16..<20]), height: number(bytes[20..<24]))
    }
    if bytes.starts(with: [0xff, 0xd8]) { return jpeg(data) }
    return String(decoding: bytes, as: UTF8.self).contains("<svg") ? CGSize(width: 100, height: 100) : nil
  }

  /// The first frame header (SOF0 to SOF15, but for tables) has height and width. Segments of any length may come before
  /// it, such as a camera's preview and a colour profile.
  private static func jpeg(_ data: Data) -> CGSize? {
    var at = data.startIndex + 2
    while at + 9 < data.endIndex, data[at] == 0xff {
      let marker = data[at + 1]
      if (0xc0...0xcf).contains(marker), ![0xc4, 0xc8, 0xcc].contains(marker) {
        return CGSize(width: number(data[(at + 7)..<(at + 9)]), height: number(data[(at + 5)..<(at + 7)]))
      }
      at += 2 + number(data[(at + 2)..<(at + 4)])
    }
    return nil
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
