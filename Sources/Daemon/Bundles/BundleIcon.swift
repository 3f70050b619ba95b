// The icon of an app, read from its bundle. The bundle's maker is not trusted: the file is found without following links,
// has a bounded size, and is what its first bytes say.
import FoundationEssentials
import Linux

/// An icon as a client gets it.
package nonisolated enum BundleIcon: Equatable, Sendable {
  case svg(String)
  /// In Base64.
  case png(String)

  /// In bytes.
  static let longest = 128 << 10
  /// Pixels of a side: a small file may stand for a picture that fills a viewer's memory.
  static let widest: UInt32 = 1024

  /// The reason why there is no icon.
  package enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
    case none
    case unreadable(String)
    case unknownFormat(String)
    case tooWide(String)

    package var description: String {
      switch self {
      case .none: "its bundle has no file that CFBundleIcons of its Info.plist names; add one, a PNG or SVG"
      case .unreadable(let why): "\(why); check that roostd may read it, beneath the bundle and without links"
      case .unknownFormat(let file): "\(file) is neither a PNG nor an SVG document in UTF-8; put one in its place"
      case .tooWide(let file): "\(file) has no pixels, or more than \(BundleIcon.widest) on a side; scale it"
      }
    }
  }

  /// Reads the largest that is there.
  ///
  /// - Parameters:
  ///   - names: the largest last.
  ///   - bundle: the path of the `.app` folder.
  init(_ names: [String], in bundle: String) throws(Problem) {
    for name in names.reversed() {
      for ending in Self.endings {
        let file = name + ending
        do {
          self = try Self.icon(SmallFile.read(file, beneath: bundle, limit: Self.longest), file)
          return
        } catch let error as SmallFile.ReadError {
          if case .missing = error { continue }
          throw .unreadable("\(error)")
        } catch let error as Problem {
          throw error
        } catch {
          throw .unreadable("\(error)")
        }
      }
    }
    throw .none
  }

  /// Info.plist names a file mostly without its scale, its device and its extension.
  private static let endings = ["", ".svg", "@3x.png", "@2x.png", "@2x~ipad.png", ".png"]

  private static func icon(_ bytes: [UInt8], _ file: String) throws(Problem) -> Self {
    guard bytes.starts(with: pngSignature) else {
      guard let text = String(validating: bytes, as: UTF8.self), text.contains("<svg") else {
        throw .unknownFormat(file)
      }
      return .svg(text)
    }
    // The first chunk is IHDR, with the width and the height (PNG specification, 11.2.2).
    guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { throw .unknownFormat(file) }
    for side in [bytes[16..<20], bytes[20..<24]] {
      guard (1...widest).contains(side.reduce(0) { $0 << 8 | UInt32($1) }) else { throw .tooWide(file) }
    }
    return .png(Data(bytes).base64EncodedString())
  }

  private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
}

extension AppBundle {
  /// Reads its icon, which may take as long as the disk does.
  package nonisolated func icon() throws(BundleIcon.Problem) -> BundleIcon {
    try BundleIcon(homeScreen.icons, in: path)
  }
}
