// A folder with a project in it, which goes when its test is done.
import Foundation
import Testing

@testable import XcodeProjects

final class ProjectFolder {
  let path: String

  /// - Parameter files: text by path below the folder.
  init(_ files: [String: String] = [:]) throws {
    let path = NSTemporaryDirectory() + "xcode-projects-" + UUID().uuidString.prefix(8)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    self.path = URL(filePath: path).resolvingSymlinksInPath().path
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    let file = URL(filePath: path + "/" + name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func link(_ name: String, to place: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: place)
  }

  var root: SourceRoot { get throws { try #require(SourceRoot(path)) } }

  func project(_ name: String) throws -> XcodeProject {
    try XcodeProject.read("\(path)/\(name).xcodeproj", in: root)
  }

  func plan(_ name: String, target: String? = nil) throws -> ImportPlan {
    try ImportPlan(try project(name).target(target), in: root, roost: ("/opt/roost", "roost"))
  }
}

extension ImportPlan {
  /// The written Info.plist.
  var keys: [String: Any] {
    get throws {
      try #require(try PropertyListSerialization.propertyList(from: info, format: nil) as? [String: Any])
    }
  }

  func texts(_ weight: Finding.Weight) -> [String] { findings.filter { $0.weight == weight }.map(\.text) }
}
