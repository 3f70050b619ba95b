// The configuration of a daemon that has its directories in a test's folder.
import Glibc
import TestFolders
import Testing

@testable import DaemonConfiguration

extension Configuration {
  /// Of a daemon of root, with neither apps nor cgroups.
  static func alone(in folder: TestFolder) -> Configuration {
    var configuration = Configuration(in: .init(isRoot: true, environment: [:]))
    configuration.runtimeDirectory = folder.path + "/run"
    configuration.stateDirectory = folder.path + "/state"
    configuration.appDirectories = []
    configuration.usesCgroups = false
    return configuration
  }

  /// The same, where the directories are there already.
  static func prepared(in folder: TestFolder) throws -> Configuration {
    let configuration = alone(in: folder)
    for directory in [configuration.runtimeDirectory, configuration.stateDirectory] {
      try #require(mkdir(directory, 0o700) == 0)
    }
    return configuration
  }
}
