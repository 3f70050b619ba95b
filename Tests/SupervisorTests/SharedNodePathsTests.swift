// The nodes of a pattern are those that there are, also where the last look is kept.
import Glibc
import Linux
import TestFolders
import Testing

@testable import Supervisor

@MainActor @Suite struct SharedNodePathsTests {
  @Test("A folder that has changed is looked through again", arguments: [0, Int64.max])
  func changed(now: Int64) throws {
    let folder = try TestFolder()
    let nodes = SharedNodePaths { now }
    let pattern = folder.path + "/video*"
    #expect(nodes.matching(pattern).isEmpty)
    let before = try FileStatus(of: folder.path)
    // Until the kernel's clock has gone on by a tick.
    var number = 0
    repeat {
      try folder.write("video\(number)", "")
      number += 1
    } while try FileStatus(of: folder.path).changed == before.changed
    #expect(nodes.matching(pattern).count == number)
  }

  @Test("Of a folder that changes in this very moment nothing is kept")
  func sameTick() throws {
    let folder = try TestFolder()
    let nodes = SharedNodePaths { (try? FileStatus(of: folder.path).changed) ?? 0 }
    for number in 1...20 {
      try folder.write("video\(number)", "")
      #expect(nodes.matching(folder.path + "/video*").count == number)
    }
  }

  @Test("Folders that are not there, and patterns of folders")
  func others() throws {
    let folder = try TestFolder()
    let nodes = SharedNodePaths()
    #expect(nodes.matching(folder.path + "/none/x*").isEmpty)
    try Folder.make(folder.path + "/dri1")
    try folder.write("dri1/card0", "")
    #expect(nodes.matching(folder.path + "/dri*/card*") == [folder.path + "/dri1/card0"])
  }
}
