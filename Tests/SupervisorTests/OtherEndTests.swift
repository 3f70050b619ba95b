// The end of a channel that an app does not hold, opened by way of the one it does.
import Glibc
import Linux
import TestFolders
import Testing

@testable import Supervisor

@MainActor @Suite struct OtherEndTests {
  @Test("The other end of a pipe is opened where the pipe is the one that is meant")
  func pipe() throws {
    let (read, write) = try Sys.pipe()
    defer { for end in [read, write] { try? Sys.close(end) } }
    let inode = try FileStatus(of: read).inode
    let end = try #require(OtherEnd.open(of: getpid(), read, inode: inode, O_WRONLY))
    defer { try? Sys.close(end) }
    #expect(try FileStatus(of: end).inode == inode)
    #expect(OtherEnd.open(of: getpid(), read, inode: inode + 1, O_WRONLY) == nil)
  }

  @Test("A FIFO in its place is not opened, whatever its number: a FUSE server chooses that, and may not answer")
  func fifo() throws {
    let folder = try TestFolder()
    try Sys.mkfifo(folder.path + "/fifo", 0o600)
    let fifo = try Sys.open(folder.path + "/fifo", O_RDWR | O_CLOEXEC)
    defer { try? Sys.close(fifo) }
    let inode = try FileStatus(of: fifo).inode
    #expect(OtherEnd.open(of: getpid(), fifo, inode: inode, O_WRONLY) == nil)
  }
}
