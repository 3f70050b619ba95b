// The folder an app lives in.
import Foundation
import Glibc
import SystemPackage
import TestFolders
import Testing

@testable import Bundles

@Suite struct StorageContainerTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  @Test("LA7 the first launch makes the container, and a later one leaves what is in it alone")
  func layout() throws {
    let container = try Container.prepare(for: "com.example.notes", in: folder.path)
    #expect(container == folder.path + "/containers/com.example.notes")
    for name in [
      "Documents", "Library/Application Support/com.example.notes", "Library/Caches", "Library/Preferences", "tmp",
    ] {
      var status = stat()
      #expect(stat("\(container)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR, "\(name)")
      #expect(status.st_mode & 0o777 == 0o700, "\(name) is the app's alone")
    }
    try folder.write("containers/com.example.notes/Documents/note", "kept")
    rmdir(container + "/tmp")
    #expect(try Container.prepare(for: "com.example.notes", in: folder.path) == container)
    #expect(try String(contentsOfFile: container + "/Documents/note", encoding: .utf8) == "kept")
    #expect(folder.exists("containers/com.example.notes/tmp"))
  }

  @Test("LA7 a link that the app put into its container leads the daemon nowhere")
  func link() throws {
    let container = try Container.prepare(for: "a.b", in: folder.path)
    try FileManager.default.removeItem(atPath: container + "/Library")
    try FileManager.default.createDirectory(atPath: folder.path + "/elsewhere", withIntermediateDirectories: false)
    symlink(folder.path + "/elsewhere", container + "/Library")
    _ = try Container.prepare(for: "a.b", in: folder.path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/elsewhere").isEmpty)
  }

  @Test("a state directory that cannot hold containers is an error with its path and reason")
  func unusable() throws {
    let file = try folder.write("file", "")
    #expect(throws: Container.ContainerError(path: file + "/containers", errno: .notDirectory)) {
      try Container.prepare(for: "a.b", in: file)
    }
  }
}
