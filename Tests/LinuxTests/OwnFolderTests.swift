// Folders of the daemon: refused where somebody else could change them, closed to others, and no link followed.
import Glibc
import SystemPackage
import TestFolders
import Testing

@testable import Linux

@MainActor @Suite struct OwnFolderTests {
  let folder: TestFolder
  let path: String
  init() throws {
    folder = try TestFolder()
    path = folder.path + "/state"
  }

  private func mode(_ path: String) throws -> UInt32 { try FileStatus(of: path, followsLinks: false).permissions }

  @Test("A folder that is missing is made, with what is above it; one that is ours is used")
  func made() throws {
    let deep = folder.path + "/a/b/state"
    for _ in 0..<2 { try OwnFolder.prepare(deep, mode: 0o700) }
    #expect(try mode(deep) == 0o700)
    #expect(try mode(folder.path + "/a/b") == 0o755)
    try OwnFolder.prepare("containers", in: deep, mode: 0o711)
    #expect(try mode(deep + "/containers") == 0o711)
  }

  @Test(
    "A folder that others may write to is refused, and the message says how to close it", arguments: [0o775, 0o757])
  func writable(mode: mode_t) throws {
    try #require(mkdir(path, 0o700) == 0 && chmod(path, mode) == 0)
    #expect(throws: OwnFolder.Problem.writable(path)) { try OwnFolder.prepare(path, mode: 0o700) }
    #expect("\(OwnFolder.Problem.writable(path))".contains("chmod go-w \(path)"))
    #expect(throws: OwnFolder.Problem.writable(path)) {
      try OwnFolder.prepare("state", in: folder.path, mode: 0o700)
    }
  }

  @Test("A folder that every user may replace is refused, but not one in a folder such as /tmp")
  func replaceable() throws {
    try #require(chmod(folder.path, 0o777) == 0)
    #expect(throws: OwnFolder.Problem.self) { try OwnFolder.prepare(path, mode: 0o700) }
    try #require(chmod(folder.path, 0o1777) == 0)
    try OwnFolder.prepare(path, mode: 0o700)
  }

  @Test("A folder or link of another user is refused", .enabled(if: geteuid() == 0, "only root can make one"))
  func foreign() throws {
    try #require(mkdir(path, 0o700) == 0 && chown(path, 65_534, 65_534) == 0)
    #expect(throws: OwnFolder.Problem.foreign(path, owner: 65_534)) { try OwnFolder.prepare(path, mode: 0o700) }
    try #require(rmdir(path) == 0 && mkdir(folder.path + "/own", 0o700) == 0)
    try #require(symlink(folder.path + "/own", path) == 0)
    try OwnFolder.prepare(path, mode: 0o700)
    try #require(lchown(path, 65_534, 65_534) == 0)
    #expect(throws: OwnFolder.Problem.foreignLink(path, owner: 65_534)) { try OwnFolder.prepare(path, mode: 0o700) }
  }

  @Test("A link to the folder of containers, and a file in a folder's place, are refused")
  func links() throws {
    try #require(symlink("/tmp", path) == 0)
    #expect(throws: OwnFolder.Problem.notFolder(path)) { try OwnFolder.prepare("state", in: folder.path, mode: 0o700) }
    let file = try folder.write("file", "")
    #expect(throws: OwnFolder.Problem.notFolder(file)) { try OwnFolder.prepare(file, mode: 0o700) }
  }

  @Test("What was open to others is closed, by no link, and nothing but the daemon's own files")
  func close() throws {
    try #require(chmod(folder.path, 0o755) == 0)
    for name in ["x.sqlite", "x.sqlite-wal", "script", "elsewhere/y.sqlite"] { try folder.write(name, "") }
    try #require(symlink(folder.path + "/elsewhere/y.sqlite", folder.path + "/y.sqlite") == 0)
    try OwnFolder.close(folder.path, mode: 0o711) { $0.contains(".sqlite") }
    #expect(try mode(folder.path) == 0o711)
    #expect(try mode(folder.path + "/x.sqlite") == 0o600)
    #expect(try mode(folder.path + "/x.sqlite-wal") == 0o600)
    #expect(try mode(folder.path + "/script") == 0o644)
    #expect(try mode(folder.path + "/elsewhere/y.sqlite") == 0o644)
  }

  // In a process of its own, since the mask is the whole process's.
  @Test("The daemon's files are closed to others; a program that it starts has the mask that the daemon was given")
  func mask() async {
    await #expect(processExitsWith: .success) { try await Self.checkMask() }
  }

  private static func checkMask() throws {
    let folder = try TestFolder()
    umask(0o027)
    FileMask.closeToOthers()
    FileMask.closeToOthers()
    let own = open(folder.path + "/own", O_WRONLY | O_CREAT, 0o666)
    try #require(own >= 0)
    #expect(try FileStatus(of: folder.path + "/own").permissions == 0o600)
    try Folder.make(folder.path + "/open", mode: 0o711)
    #expect(try FileStatus(of: folder.path + "/open").permissions == 0o711)
    let output = open(folder.path + "/output", O_WRONLY | O_CREAT, 0o600)
    let child = try Spawn(
      executable: "/bin/sh", arguments: ["sh", "-c", "umask"], environment: [], directory: "/",
      descriptors: (-1, output, -1, -1, -1), openFiles: 64
    ).start()
    var status: CInt = 0
    #expect(waitpid(child.pid, &status, 0) == child.pid && status == 0)
    #expect(try SmallFile.read(folder.path + "/output", limit: 100) == Array("0027\n".utf8))
    #expect(FileMask.givenBack { umask(0o027) } == 0o027)
    #expect(umask(0o077) == 0o077)
  }

  @Test("A link in a folder of the daemon's is refused, whoever made it: it would remove files where that leads")
  func linksInside() throws {
    try folder.write("state/containers/a/note", "text")
    try OwnFolder.refuseLinks(in: path)
    try #require(symlink(folder.path, path + "/transfers") == 0)
    #expect(throws: OwnFolder.Problem.link(path + "/transfers")) { try OwnFolder.refuseLinks(in: path) }
    #expect(!OwnFolder.Problem.link(path).mayPass)
  }
}
