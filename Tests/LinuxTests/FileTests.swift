// Folders, files and sockets as the daemon's rooms use them.
import Foundation
import Glibc
import SystemPackage
import TestFolders
import Testing

@testable import Linux

@Suite struct LinuxFileTests {
  private let folder: TestFolder
  init() throws { folder = try TestFolder() }

  @Test("A folder that is there already is as good; one beneath nothing is not made")
  func makeFolder() throws {
    let path = folder.path + "/new"
    try Folder.make(path, mode: 0o711)
    #expect(try FileStatus(of: path).permissions == 0o711)
    try Folder.make(path)
    #expect(try FileStatus(of: path).permissions == 0o711)
    #expect(throws: Errno.noSuchFileOrDirectory) { try Folder.make(folder.path + "/none/new") }
  }

  @Test("A folder's names are all but . and .., hidden ones too; links to folders are no folders")
  func names() throws {
    try folder.write("a/file", "")
    try folder.write(".hidden", "")
    symlink(folder.path + "/a", folder.path + "/link")
    #expect(try Folder.names(in: folder.path).sorted() == [".hidden", "a", "link"])
    #expect(try Folder.folders(in: folder.path) == ["a"])
    #expect(throws: Errno.noSuchFileOrDirectory) { try Folder.names(in: folder.path + "/none") }
    #expect(throws: Errno.notDirectory) { try Folder.names(in: folder.path + "/.hidden") }
  }

  @Test(
    "A file is replaced whole, for its owner alone, whatever an earlier daemon left half written",
    arguments: [true, false])
  func atomic(isSynced: Bool) throws {
    let path = try folder.write("file", "old")
    try folder.write("file.new", String(repeating: "half", count: 100))
    try AtomicFile.write("new".utf8, to: path, isSynced: isSynced)
    #expect(try SmallFile.read(path, limit: 10) == Array("new".utf8))
    #expect(try FileStatus(of: path).permissions == 0o600)
    #expect(try Folder.names(in: folder.path) == ["file"])
  }

  @Test("A file that cannot be put in its place leaves what was there, and no draft")
  func notReplaced() throws {
    try folder.write("file/inside", "")
    #expect(throws: Errno.isDirectory) {
      try AtomicFile.write([1], to: folder.path + "/file", isSynced: true)
    }
    #expect(try Folder.names(in: folder.path) == ["file"])
  }

  @Test("A link in the place of a draft is replaced, and not followed")
  func draftIsLink() throws {
    let target = try folder.write("target", "kept")
    symlink(target, folder.path + "/draft")
    try AtomicFile.write([1], to: folder.path + "/other", draft: folder.path + "/draft", isSynced: true)
    #expect(try SmallFile.read(target, limit: 10) == Array("kept".utf8))
    #expect(try SmallFile.read(folder.path + "/other", limit: 10) == [1])
    #expect(try Folder.names(in: folder.path).sorted() == ["other", "target"])
  }

  @Test("A file's status tells kind, size and times; of a link itself or of what it leads to")
  func status() throws {
    let path = try folder.write("file", "12345")
    symlink(path, folder.path + "/link")
    let status = try FileStatus(of: path)
    #expect(status.kind == .regular && status.size == 5)
    #expect(abs(status.modified - calendarNow()) < 60_000_000_000)
    #expect(try FileStatus(of: folder.path + "/link") == status)
    #expect(try FileStatus(of: folder.path + "/link", followsLinks: false).kind == .link)
    #expect(try FileStatus(cachedOf: folder.path + "/link") == status)
    #expect(throws: Errno.noSuchFileOrDirectory) { try FileStatus(cachedOf: folder.path + "/none") }
    #expect(try FileStatus(of: folder.path).kind == .folder)
    #expect(try FileStatus(of: "/dev/null").kind == .device)
    #expect(throws: Errno.noSuchFileOrDirectory) { try FileStatus(of: folder.path + "/none") }
    #expect(throws: Errno.badFileDescriptor) { try FileStatus(of: -1) }
  }

  @Test("A socket's address holds the longest path that fits, and is the one that the kernel tells")
  func socketAddress() throws {
    let path = folder.path + "/s"
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    try UnixSocketAddress(path).bind(descriptor)
    #expect(try UnixSocketAddress(of: descriptor).path == path)
    #expect(try FileStatus(of: path).kind == .socket)
    let longest = String(repeating: "x", count: UnixSocketAddress.longestPath)
    #expect(try UnixSocketAddress(longest).path == longest)
    #expect(throws: Errno.fileNameTooLong) { try UnixSocketAddress(longest + "x") }
  }

  @Test("A path is told without its links; one that leads nowhere is none")
  func links() throws {
    let path = try folder.write("file", "")
    symlink(path, folder.path + "/link")
    #expect(realPath(folder.path + "/./link") == realPath(path))
    #expect(realPath(folder.path + "/none") == nil)
  }

  @Test("Portable in a file's name are letters, digits, and three signs")
  func portable() {
    let portable = (UInt8.min...UInt8.max).filter(\.isPortableInFileName)
    #expect(
      String(decoding: portable, as: UTF8.self)
        == "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
  }

  @Test("The lines of a file end after so many bytes, and a line of any length with them")
  func boundedLines() throws {
    let path = try folder.write("lines", "one\n" + String(repeating: "x", count: 100_000) + "\ntwo\n")
    func lengths(_ limit: Int) throws -> [Int] {
      var lines = try FileLines(path, atMost: limit)
      var lengths: [Int] = []
      while let line = try lines.next() { lengths.append(line.count) }
      #expect(lines.bytesRead - 200_000 < limit)
      return lengths
    }
    #expect(try lengths(.max) == [3, 100_000, 3])
    #expect(try lengths(50_000) == [3])
    #expect(try lengths(0) == [])
  }
}
