// The procfs of the daemon's own: the one that is handed to it has to be one, and to show its own processes.
import FailingCalls
import Foundation
import Glibc
import SystemPackage
import TestFolders
import Testing

@testable import Linux

@Suite struct PrivateProcTests {
  /// An open file, until it is gone.
  private final class Opened {
    let descriptor: CInt
    /// For the scenario of a test.
    var serves = false

    init(_ path: String, _ flags: CInt = O_RDONLY) throws {
      descriptor = Glibc.open(path, flags | O_CLOEXEC)
      try #require(descriptor >= 0)
    }

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    var isTaken: Bool { withExtendedLifetime(self) { PrivateProc.serves(descriptor) } }
  }

  @Test("The root folder of a procfs serves")
  func root() throws {
    #expect(try Opened("/proc", O_RDONLY | O_DIRECTORY).isTaken)
  }

  @Test(
    "A folder or file of a procfs, one of another file system, and no descriptor at all are refused",
    arguments: ["/proc/self", "/proc/self/fd", "/proc/version", "/sys", "/", "/dev/null"])
  func others(path: String) throws {
    #expect(try !Opened(path).isTaken)
    #expect(!PrivateProc.serves(-1))
  }

  @Test("A folder that somebody has made to look like one is refused")
  func imitation() throws {
    let folder = try TestFolder()
    try #require(symlink("\(getpid())", folder.path + "/self") == 0)
    #expect(try !Opened(folder.path).isTaken)
  }

  private static let unshare = ["--pid", "--fork", "--mount-proc", "--kill-child"]

  static let mayUnshare: Bool = {
    let program = Process()
    program.executableURL = URL(filePath: "/usr/bin/unshare")
    program.arguments = unshare + ["true"]
    program.standardError = FileHandle.nullDevice
    guard (try? program.run()) != nil else { return false }
    program.waitUntilExit()
    return program.terminationStatus == 0
  }()

  @Test(
    "That of another pid namespace, in which processes have other numbers, is refused",
    .enabled(if: PrivateProcTests.mayUnshare, "unshare(1) makes one, which takes CAP_SYS_ADMIN"))
  func otherNamespace() throws {
    let (input, output) = (Pipe(), Pipe())
    let program = Process()
    program.executableURL = URL(filePath: "/usr/bin/unshare")
    program.arguments = Self.unshare + ["sh", "-c", "echo; read line"]
    program.standardInput = input
    program.standardOutput = output
    try program.run()
    defer {
      try? input.fileHandleForWriting.close()
      program.waitUntilExit()
    }
    try #require(output.fileHandleForReading.read(upToCount: 1)?.count == 1)
    let other = try Opened("/proc/\(program.processIdentifier)/root/proc", O_RDONLY | O_DIRECTORY)
    #expect(try Sys.fileSystemKind(other.descriptor) == 0x9fa0)
    #expect(!other.isTaken)
  }

  static let mayMount: Bool = {
    guard let mounted = try? PrivateProc.mounted() else { return false }
    close(mounted)
    return true
  }()

  @Test(
    "A new one serves, and is not the one that everybody looks into",
    .enabled(if: PrivateProcTests.mayMount, "fsmount(2) takes CAP_SYS_ADMIN"))
  func mounted() throws {
    let own = Opened(try PrivateProc.mounted())
    #expect(own.isTaken)
    let shared = try Opened("/proc", O_RDONLY | O_DIRECTORY)
    #expect(try FileStatus(of: own.descriptor).device != FileStatus(of: shared.descriptor).device)
  }

  @Test("Nothing serves that the kernel does not tell about, whichever system call fails")
  @MainActor func failingCalls() async throws {
    try await eachSystemCallFails(expecting: [.fstatfs, .fstat, .readlink], telling: .errno, everywhere: true) { _ in
      try Opened("/proc", O_RDONLY | O_DIRECTORY)
    } act: { proc in
      proc.serves = proc.isTaken
    } check: { proc, _, outcome in
      #expect(proc.serves == (outcome.failure.errno == .interrupted), "\(outcome.failure)")
      #expect(proc.isTaken)
    }
  }
}
