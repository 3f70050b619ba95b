// The configuration read again and again: files that are as they were are not parsed again.
import LifecycleModel
import Synchronization
import TestFolders
import Testing

@testable import DaemonConfiguration

@Suite struct ConfigurationFilesTests {
  private final class Count: Sendable {
    private let number = Atomic<Int>(0)
    func add() { number.add(1, ordering: .relaxed) }
    var value: Int { number.load(ordering: .relaxed) }
  }

  private let folder: TestFolder
  private let parsed = Count()
  private let files: ConfigurationFiles

  init() throws {
    folder = try TestFolder()
    let root = Configuration.Surroundings(isRoot: true, environment: [:])
    files = ConfigurationFiles(folder.path + "/roostd.toml", in: root) { [parsed] texts throws(ConfigurationError) in
      parsed.add()
      return try Configuration(texts, overriding: Configuration.Overrides(), in: root)
    }
  }

  /// Nil where it is refused.
  private var slots: Int? { try? files.read().policy.foregroundSlots }

  @Test("Files that have not changed are parsed once, however often they are read, and each change is seen")
  func changes() throws {
    try folder.write("roostd.toml", "[device]\nforeground-slots = 2\n")
    for _ in 0..<5 { #expect(slots == 2) }
    #expect(parsed.value == 1)
    try folder.write("roostd.toml", "[device]\nforeground-slots = 3\n")
    for _ in 0..<5 { #expect(slots == 3) }
    #expect(parsed.value == 2)
    try folder.write("roostd.conf.d/1.toml", "[device]\nforeground-slots = 4\n")
    for _ in 0..<5 { #expect(slots == 4) }
    #expect(parsed.value == 3)
  }

  @Test("A configuration that is refused is refused again without being parsed, and taken once it is put right")
  func mistakes() throws {
    try folder.write("roostd.toml", "[device]\nforeground-slots = \"many\"\n")
    for _ in 0..<5 {
      let error = #expect(throws: ConfigurationError.self) { try files.read() }
      #expect(error?.problems.map(\.key) == ["device.foreground-slots"])
    }
    #expect(parsed.value == 1)
    try folder.write("roostd.toml", "[device]\nforeground-slots = 2\n")
    #expect(slots == 2 && parsed.value == 2)
  }

  @Test("A file that cannot be read is looked for at each reading")
  func missing() throws {
    for _ in 0..<5 { #expect(slots == nil) }
    try folder.write("roostd.toml", "")
    #expect(slots == 1)
  }
}
