// The files that commands write by the name that -o gives, where others may have laid something by that name.
import FakeDaemon
import Foundation
import Glibc
import Testing

struct OutputFileTests {
  private let scratch: ScratchDirectory
  private let all: String

  /// `all` is a folder that everybody may write to, as /tmp is.
  init() throws {
    scratch = try ScratchDirectory()
    all = scratch.path + "/all"
    try #require(mkdir(all, 0o700) == 0 && chmod(all, 0o1777) == 0)
  }

  private func write(_ path: String) throws -> Roostctl {
    let daemon = try FakeDaemon(
      at: scratch.path + "/s",
      ["org.roost.History.Read": #"{"parameters":{"entries":[],"now":5000000000,"calendar":0}}"#])
    defer {
      daemon.stop()
      unlink(daemon.socket)
    }
    return try Roostctl.run(["timeline", "-o", path, "--socket", daemon.socket])
  }

  private func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

  @Test("A link that lies by the name in a folder of others is not followed, and a FIFO there is not waited for")
  func laidByOthers() throws {
    let mine = try scratch.write("text", to: "mine")
    for lay in [
      { symlink(mine, all + "/a.svg") }, { symlink(scratch.path + "/new", all + "/a.svg") },
      { mkfifo(all + "/a.svg", 0o666) },
    ] {
      #expect(lay() == 0)
      let run = try write(all + "/a.svg")
      #expect(run.status == 1 && run.errors.contains("others may write to its folder"), "\(run.errors)")
      #expect(text(mine) == "text" && access(scratch.path + "/new", F_OK) != 0)
      unlink(all + "/a.svg")
    }
  }

  @Test(
    "A file is replaced by another one, as private as it was: who has the old one open, or a name of it, reads nothing new"
  )
  func replaced() throws {
    let file = try scratch.write("text", to: "all/a.svg", mode: 0o600)
    try #require(Glibc.link(file, scratch.path + "/other") == 0)
    let run = try write(file)
    #expect(run.status == 0 && text(file).hasSuffix("</svg>\n"), "\(run.errors)")
    #expect(text(scratch.path + "/other") == "text")
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: all) == ["a.svg"])
  }

  @Test("In a folder of the caller's own a link is followed, so that /dev/stdout is the output")
  func own() throws {
    let file = try scratch.write("text", to: "mine")
    try #require(symlink(file, scratch.path + "/a.svg") == 0)
    #expect(try write(scratch.path + "/a.svg").status == 0)
    #expect(text(file).hasSuffix("</svg>\n"))
    try #require(symlink("/dev/stdout", scratch.path + "/out.svg") == 0)
    #expect(try write(scratch.path + "/out.svg").output.hasSuffix("</svg>\n"))
  }
}
