// Taking output away from a file that its app goes on writing to.
import FailingCalls
import Foundation
import Glibc
import Linux
import SystemPackage
import TestFolders
import Testing

@testable import Supervisor

@MainActor @Suite(.timeLimit(.minutes(40))) struct OutputFileTests {
  private static let bound: Int64 = 1 << 16

  /// A file with as many bytes, numbered from 0, and a descriptor that an app would have of it.
  private final class Output {
    let file: OutputFile
    let app: CInt

    init(_ folder: TestFolder, _ count: Int) throws {
      file = OutputFile(path: folder.path + "/app.log")
      app = try Sys.open(file.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      try write((0..<count).map { UInt8(truncatingIfNeeded: $0 / 4096) })
    }

    deinit { close(app) }

    func write(_ bytes: [UInt8]) throws {
      var written = 0
      while written < bytes.count { written += try Sys.write(app, bytes, from: written) }
    }
  }

  private static func bytes(_ path: String) -> [UInt8] {
    FileManager.default.contents(atPath: path).map { Array($0) } ?? []
  }

  @Test("The newest part is kept beside the file, and its app writes on where the file ends then")
  func cut() throws {
    let folder = try TestFolder()
    let size = 5 << 16, output = try Output(folder, 5 << 16)
    #expect(try output.file.cut(to: Self.bound) == OutputFile.Cut(taken: Int64(size), kept: Self.bound))
    #expect(
      Self.bytes(output.file.before) == (size - Int(Self.bound)..<size).map { UInt8(truncatingIfNeeded: $0 / 4096) })
    try output.write(Array("and so on".utf8))
    #expect(
      String(decoding: Self.bytes(output.file.path), as: UTF8.self)
        == "[roostd: 320.0 KB of output were taken away here; the newest 64.0 KB of it are in \(output.file.before)]\nand so on"
    )
    #expect(try output.file.cut(to: Self.bound) == nil)
  }

  @Test(
    "A file that is long and has nothing in it is left alone, and one whose place on the disk is reserved is not")
  func holes() throws {
    let folder = try TestFolder()
    let output = try Output(folder, 0)
    #expect(ftruncate(output.app, 1 << 40) == 0)
    #expect(try output.file.cut(to: Self.bound) == nil)
    #expect(ftruncate(output.app, 0) == 0)
    #expect(posix_fallocate(output.app, 0, 4 << 16) == 0)
    #expect(try output.file.cut(to: Self.bound) == OutputFile.Cut(taken: 4 << 16, kept: Self.bound))
    #expect(try FileStatus(of: output.file.path).allocated <= 4096)
  }

  @Test("Output is taken away, or the reason told, whichever system call fails, and nothing else is left beside it")
  func failures() async throws {
    try await eachSystemCallFails(
      expecting: [.open, .pread, .write, .rename, .close, .stat], telling: .errno
    ) { folder in
      try Output(folder, 2 << 16)
    } act: { output in
      _ = try output.file.cut(to: Self.bound)
    } check: { output, folder, outcome in
      #expect(!folder.exists("app.log.new"), "\(outcome.failure)")
      try output.write([UInt8](repeating: 1, count: 2 << 16))
      #expect(try output.file.cut(to: Self.bound) != nil, "\(outcome.failure)")
      #expect(try FileStatus(of: output.file.path).size < 4096)
      #expect(try FileStatus(of: output.file.before).size == Self.bound)
    }
  }
}
