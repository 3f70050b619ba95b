// The configuration file, roostd.toml(5).
@testable import DaemonConfiguration

@MainActor enum ConfigurationInput {
  static func read(_ bytes: [UInt8]) {
    let path = WorkFolder.path + "/roostd.toml"
    WorkFolder.write(bytes, to: path)
    do {
      let configuration = try Configuration.load(file: path, in: .init(isRoot: true, environment: [:]))
      require(
        configuration.runtimeDirectory.hasPrefix("/"), "the runtime directory is \(configuration.runtimeDirectory)")
    } catch {
      require(!error.problems.isEmpty && !error.description.isEmpty, "an error says nothing")
    }
  }
}
