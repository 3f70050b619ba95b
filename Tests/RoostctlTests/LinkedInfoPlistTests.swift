// A bundle of a stranger whose Info.plist leads elsewhere: roostctl, which root may have started, opens nothing there.
import FakeDaemon
import Foundation
import Glibc
import Testing

struct LinkedInfoPlistTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// Whether anybody has opened what lies at `path` while `body` ran (inotify(7)).
  private func isOpened(_ path: String, during body: () throws -> Void) throws -> Bool {
    let inotify = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
    try #require(inotify >= 0)
    defer { close(inotify) }
    try #require(inotify_add_watch(inotify, path, UInt32(IN_OPEN)) >= 0)
    try body()
    var events = [UInt8](repeating: 0, count: 4096)
    return read(inotify, &events, events.count) > 0
  }

  @Test("install opens nothing that the Info.plist of a bundle is a link to", arguments: [true, false])
  func install(isFIFO: Bool) throws {
    let (bundle, target) = (scratch.path + "/Notes.app", scratch.path + "/target")
    for folder in [bundle, scratch.path + "/apps"] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    if isFIFO {
      try #require(mkfifo(target, 0o600) == 0)
    } else {
      _ = try scratch.write("secret", to: "target")
    }
    try #require(symlink(target, bundle + "/Info.plist") == 0)
    let daemon = try FakeDaemon(
      at: scratch.path + "/s",
      [
        "org.roost.Bundles.GetDirectories": #"{"parameters":{"directories":["\#(scratch.path)/apps"]}}"#,
        "org.roost.Bundles.Install": #"{"parameters":{"id":"org.example.notes"}}"#,
      ])
    defer { daemon.stop() }
    let isOpened = try isOpened(target) {
      // Twice: the second one finds the first in its place.
      for _ in 0..<2 {
        let run = try Roostctl.run(["install", bundle, "--socket", daemon.socket])
        #expect(run.status == 0, "\(run.errors)")
      }
    }
    #expect(!isOpened)
    // It is the daemon that refuses such a bundle, and says why.
    #expect(daemon.calls.filter { $0["method"] as? String == "org.roost.Bundles.Install" }.count == 2)
  }
}
