// The pictures of an .xcassets folder, as files that UIImage(named:) finds in a bundle.
import FoundationEssentials
import PropertyLists

struct AssetCatalog {
  /// A picture, and the name of its file in the bundle.
  private(set) var pictures: [(path: String, name: String)] = []
  private(set) var findings: [Finding] = []

  private struct Contents: Decodable {
    struct Picture: Decodable {
      var filename: String?
      var idiom: String?
      var scale: String?
    }
    var images: [Picture]?
  }

  /// The kinds that UIImage reads.
  private static let kinds: Set = ["png", "jpg", "jpeg", "svg"]
  /// How many folders it may have.
  private static let mostFolders = 10_000
  /// How large each Contents.json is, in bytes.
  private static let largest = 1 << 20

  /// - Parameter name: of the catalogue, below the project's folder.
  init(_ path: String, name: String, in root: SourceRoot) {
    var folders = [path]
    var (seen, colors) = (0, 0)
    while let folder = folders.popLast(), seen < Self.mostFolders {
      seen += 1
      switch fileExtension(folder) {
      case "imageset": read(folder, name, root)
      case "colorset": colors += 1
      case "appiconset", "launchimage", "brandassets": break
      default:
        folders += root.names(in: folder).map { folder + "/" + $0 }
          .filter { root.isFolder($0) && (try? root.find($0)) == $0 }
      }
    }
    // Xcode's template has an accent colour, which no code names.
    if colors > 1 {
      findings.append(Finding(.omission, name, "\(colors) colours", "UIColor(named:) is nil here; make them in code"))
    }
  }

  private mutating func read(_ folder: String, _ catalog: String, _ root: SourceRoot) {
    let set = String(lastName(folder).dropLast(".imageset".count))
    guard let bytes = try? root.read(folder + "/Contents.json", atMost: Self.largest),
      !bytes.contains(0), PropertyListMarks.areFew(in: bytes),
      let contents = try? JSONDecoder().decode(Contents.self, from: Data(bytes))
    else {
      findings.append(Finding(.omission, catalog, set, "its Contents.json cannot be read"))
      return
    }
    let all = (contents.images ?? []).filter { ["universal", "iphone", nil].contains($0.idiom) }
    let before = pictures.count
    for picture in all {
      // By its bytes: a slash that a mark combines with is one to the kernel.
      guard let file = picture.filename, !file.utf8.contains(UInt8(ascii: "/")),
        Self.kinds.contains(fileExtension(file))
      else { continue }
      let scale = ["2x", "3x"].contains(picture.scale) ? "@" + (picture.scale ?? "") : ""
      pictures.append((folder + "/" + file, set + scale + "." + fileExtension(file)))
    }
    if pictures.count == before, all.contains(where: { $0.filename != nil }) {
      findings.append(Finding(.omission, catalog, set, "UIImage reads PNG, JPEG and SVG; it has none of these"))
    }
  }
}
