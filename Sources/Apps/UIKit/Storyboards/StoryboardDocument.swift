// A storyboard file: its view controllers by their ids, names and the arrow.

struct StoryboardDocument {
  let name: String
  private let controllers: [InterfaceElement]
  private let initialID: String?

  init(_ name: String, _ bundle: Bundle) throws {
    self.name = name
    let folder = bundle.bundlePath
    let resources = bundle.resourcePath ?? folder
    let file = "\(name).storyboard"
    let places = [folder, resources].flatMap {
      ["\($0)/\(file)", "\($0)/Base.lproj/\(file)", "\($0)/en.lproj/\(file)"]
    }
    guard let data = places.lazy.compactMap({ FileManager.default.contents(atPath: $0) }).first else {
      let isCompiled = places.contains { FileManager.default.fileExists(atPath: $0 + "c") }
      throw StoryboardError(
        name,
        isCompiled
          ? "the bundle has it compiled for iOS; put the .storyboard file itself into the bundle"
          : "the bundle has no \(file); add it with `roostctl bundle --resources`")
    }
    do {
      let root = try InterfaceXML.parse(Array(data))
      initialID = root["initialViewController"]
      controllers = (root.first("scenes")?.children ?? []).flatMap { scene in
        (scene.first("objects")?.children ?? []).filter { $0.name.lowercased().hasSuffix("controller") }
      }
    } catch {
      throw StoryboardError(name, "\(file), \(error)")
    }
  }

  var initial: InterfaceElement? { initialID.flatMap(scene(_:)) }

  func scene(_ id: String) -> InterfaceElement? { controllers.first { $0["id"] == id } }

  func scene(restoring identifier: String) -> InterfaceElement? {
    controllers.first { restorationIdentifier(of: $0) == identifier }
  }

  func restorationIdentifier(of scene: InterfaceElement) -> String? {
    scene["restorationIdentifier"]
      ?? (scene["useStoryboardIdentifierAsRestorationIdentifier"] == "YES" ? scene["storyboardIdentifier"] : nil)
  }

  func scene(named identifier: String) -> InterfaceElement? {
    controllers.first { $0["storyboardIdentifier"] == identifier }
  }
}

/// A connection from one view controller to another that is followed by its identifier.
struct StoryboardSegue {
  let identifier: String?
  let kind: String
  let destination: String
}
