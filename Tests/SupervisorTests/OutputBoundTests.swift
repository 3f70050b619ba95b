// Watching the apps' output when the kernel refuses.
import FailingCalls
import Foundation
import Linux
import Systemd
import TestFolders
import Testing

@testable import Supervisor

@MainActor @Suite(.timeLimit(.minutes(15))) struct OutputBoundTests {
  @Test("The apps' output is watched or the log says what to do, whichever system call fails")
  func watching() async throws {
    struct Said: Error, CustomStringConvertible { let description: String }
    try await eachSystemCallFails(
      expecting: [.inotify_init, .inotify_add_watch], telling: .cure(["sysctl(8)"], at: ["an inotify instance"])
    ) { folder in
      (folder: folder, loop: try EventLoop())
    } act: { world in
      let log = LogLines()
      let bound = OutputBound(folder: world.folder.path, loop: world.loop, log: log.logger) { _ in }
      bound.begin()
      if let line = log.all.first { throw Said(description: line) }
    } check: { _, _, _ in
    }
  }
}
