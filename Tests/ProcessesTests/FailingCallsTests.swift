// The kernel's files when the kernel refuses.
import FailingCalls
import Linux
import TestFolders
import Testing

@testable import Processes

@MainActor @Suite(.timeLimit(.minutes(5))) struct ProcessesFailingCallsTests {
  /// With the path and a cure, as the callers add them.
  private struct Said: Error, CustomStringConvertible {
    let description: String
    init(_ path: String, _ error: any Error) { description = "\(path): \(error); check it" }
  }

  @Test("A file of /proc is read whole and one of cgroups written at once, or there is an error, whichever call fails")
  func files() async throws {
    let text = String(repeating: "line\n", count: 2000)
    let kernel = Kernel()
    try await eachSystemCallFails(expecting: [.open, .read, .write, .close, .mkdir, .rmdir]) { folder in
      try folder.write("stat", text)
      try folder.write("cgroup.freeze", "0")
      return folder.path
    } act: { (path: String) in
      do {
        let read = try kernel.readFile(path + "/stat")
        #expect(read == Array(text.utf8))
        try kernel.writeFile(path + "/cgroup.freeze", "1")
        try kernel.makeDirectory(path + "/app")
        try kernel.removeDirectory(path + "/app")
      } catch {
        throw Said(path, error)
      }
    } check: { path, _, outcome in
      if outcome.error == nil {
        #expect(try kernel.readFile(path + "/cgroup.freeze") == Array("1".utf8), "\(outcome.failure)")
      }
      #expect(try kernel.readFile(path + "/stat") == Array(text.utf8), "\(outcome.failure)")
      try kernel.writeFile(path + "/cgroup.freeze", "1")
      try kernel.makeDirectory(path + "/app")
      try kernel.removeDirectory(path + "/app")
    }
  }
}
