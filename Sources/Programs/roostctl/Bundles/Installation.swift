// A bundle's way into the first app directory that may be written to, and its seal (LA7).
import ControlAPI
import FoundationEssentials
import Glibc

struct Installation {
  let path: String
  let connection: ConnectionOptions

  func install() throws(CommandFailure) -> BundlesInterface.Install.Reply {
    guard access("\(path)/Info.plist", F_OK) == 0 else {
      throw .refused("\(path) is not a bundle: it has no Info.plist; `roostctl bundle` makes a bundle")
    }
    let directories = try connection.ask(BundlesInterface.GetDirectories()).directories
    guard let directory = directories.first(where: { access($0, W_OK | X_OK) == 0 }) else {
      throw .refused(
        "you may not write to any app directory (\(directories.joined(separator: ", "))); run roostctl as root")
    }
    let output = "\(directory)/\(URL(filePath: path).lastPathComponent)"
    let isNew = access(output, F_OK) != 0
    try copy(to: output)
    do throws(CommandFailure) {
      // The daemon reads every file of it.
      return try Progress.during("sealing \(output)") { () throws(CommandFailure) in
        try connection.ask(BundlesInterface.Install(path: output), patience: nil)
      }
    } catch {
      if isNew, case .refused = error {
        try? FolderRemoval.remove(output)
        _ = try? connection.ask(DaemonInterface.Reload())
      }
      throw error
    }
  }

  /// A bundle that is installed already is sealed again where it is.
  private func copy(to output: String) throws(CommandFailure) {
    if let here = realpath(path, nil), let there = realpath(output, nil) {
      defer {
        free(here)
        free(there)
      }
      if strcmp(here, there) == 0 { return }
    }
    let staging = try StagingDirectory(besides: output)
    let place = staging.path
    try Progress.during("copying \(path)") { () throws(CommandFailure) in
      var files = FolderCopy(of: path)
      try files.copy(contentsOf: path, to: place)
    }
    try staging.moveIntoPlace(output)
  }
}
