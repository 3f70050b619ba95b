// The folder that an import may read: its paths are the kernel's bytes, and not texts that read alike.
import Foundation
import Glibc
import Testing

@testable import XcodeProjects

struct SourceRootTests {
  @Test("A folder whose name reads like the root's is outside of it: K and the Kelvin sign are two names to the kernel")
  func namesThatReadAlike() throws {
    let folder = try ProjectFolder(["Kunden/list.txt": "secret"])
    let kelvin = folder.path + "/\u{212A}unden"
    try #require(mkdir(kelvin, 0o755) == 0)
    let root = try #require(SourceRoot(kelvin))
    for name in ["/Kunden", "/Kunden/list.txt"] {
      #expect(throws: SourceRoot.Refusal.outside) { try root.find(folder.path + name) }
      #expect(root.place(of: folder.path + name) == nil)
    }
    #expect(try root.find(kelvin).utf8.elementsEqual(kelvin.utf8))
    #expect(root.place(of: kelvin + "/list.txt") == "list.txt")
    withExtendedLifetime(folder) {}
  }

  @Test("A folder whose name is no text is no root: another one may be called as it would be repaired")
  func namesThatAreNoText() throws {
    let folder = try ProjectFolder()
    let name = Array((folder.path + "/").utf8) + [0xff, 0]
    try #require(name.withUnsafeBytes { mkdir($0.bindMemory(to: CChar.self).baseAddress!, 0o755) } == 0)
    let link = folder.path + "/way"
    let isMade = name.withUnsafeBytes { symlink($0.bindMemory(to: CChar.self).baseAddress!, link) } == 0
    try #require(isMade)
    #expect(SourceRoot(link) == nil)
    withExtendedLifetime(folder) {}
  }

  @Test("A project keeps its whole name where a letter makes one character with the dot behind it")
  func namesThatCombine() throws {
    let folder = try ProjectFolder(SynchronizedProject.files)
    let name = "A\u{D4E}"
    try folder.write(SynchronizedProject.project, to: "\(name).xcodeproj/project.pbxproj")
    #expect(try folder.plan(name).keys["RoostImportedFrom"] as? String == "\(folder.path)/\(name).xcodeproj")
  }
}
