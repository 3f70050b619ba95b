// The configuration when the kernel refuses.
import DaemonConfiguration
import FailingCalls
import LifecycleModel
import Linux
import TestFolders
import Testing

@MainActor @Suite(.timeLimit(.minutes(40))) struct ConfigurationFailingCallsTests {
  @Test("A configuration is read with all its files or not at all, whichever system call fails")
  func load() async throws {
    let surroundings = Configuration.Surroundings(isRoot: true, environment: [:])
    func load(_ file: String) throws -> Int {
      try Configuration.load(file: file, in: surroundings).policy.foregroundSlots
    }
    try await eachSystemCallFails(
      expecting: [.open, .fstat, .read, .getdents, .close], telling: .cure(["check that"])
    ) { folder in
      try folder.write("roostd.conf.d/10-slots.toml", "[device]\nforeground-slots = 3\n")
      return try folder.write("roostd.toml", "[device]\nforeground-slots = 2\n")
    } act: { file in
      let slots = try load(file)
      #expect(slots == 3)
    } check: { file, _, outcome in
      let slots = try load(file)
      #expect(slots == 3, "\(outcome.failure)")
    }
  }
}
