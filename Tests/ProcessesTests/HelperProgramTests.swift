// The places where the daemon looks for its helpers.
import Foundation
import Glibc
import TestFolders
import Testing

@testable import Processes

@Suite struct HelperProgramTests {
  @Test("The helper is found beside the daemon where both are built, and in libexec where they are installed")
  func helperPlaces() throws {
    let folder = try TestFolder()
    let roostd = try folder.write("bin/roostd", "", mode: 0o755)
    #expect(HelperProgram.path(of: "roost-backtrace", beside: roostd) == nil)
    let root = URL(filePath: folder.path).resolvingSymlinksInPath().path
    try folder.write("libexec/roost/roost-backtrace", "", mode: 0o755)
    #expect(HelperProgram.path(of: "roost-backtrace", beside: roostd) == root + "/libexec/roost/roost-backtrace")
    symlink(roostd, folder.path + "/link")
    #expect(
      HelperProgram.path(of: "roost-backtrace", beside: folder.path + "/link") == root
        + "/libexec/roost/roost-backtrace")
    try folder.write("bin/roost-backtrace", "", mode: 0o755)
    #expect(HelperProgram.path(of: "roost-backtrace", beside: roostd) == root + "/bin/roost-backtrace")
    #expect(HelperProgram.path(of: "roost-backtrace", beside: folder.path + "/absent") == nil)
  }
}
