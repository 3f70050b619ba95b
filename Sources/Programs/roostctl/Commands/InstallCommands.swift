// install, uninstall, verify: bundles that are sealed (LA7).
import ArgumentParser
import ControlAPI
import FoundationEssentials
import Glibc

struct InstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Install a bundle and seal it; roostd does not launch it after a change.")
  @Argument(help: "The bundle, NAME.app.") var path: String
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard URL(filePath: path).lastPathComponent.hasSuffix(".app") else {
      throw ValidationError("The bundle's name must end in .app; `roostctl bundle` makes a bundle.")
    }
  }

  func run() throws {
    guard access("\(path)/Info.plist", F_OK) == 0 else {
      throw CommandFailure.refused("\(path) is not a bundle: it has no Info.plist; `roostctl bundle` makes a bundle")
    }
    let directories = try connection.ask(BundlesInterface.GetDirectories()).directories
    guard let directory = directories.first(where: { access($0, W_OK | X_OK) == 0 }) else {
      throw CommandFailure.refused(
        "you may not write to any app directory (\(directories.joined(separator: ", "))); run roostctl as root")
    }
    let output = "\(directory)/\(URL(filePath: path).lastPathComponent)"
    try copy(to: output)
    let reply = try connection.ask(BundlesInterface.Install(path: output), patience: nil)
    if connection.json { try JSONOutput.say(reply) }
  }

  /// A bundle that is installed already is sealed again where it is.
  private func copy(to output: String) throws {
    if let here = realpath(path, nil), let there = realpath(output, nil) {
      defer {
        free(here)
        free(there)
      }
      if strcmp(here, there) == 0 { return }
    }
    try checkKinds()
    let staging = try StagingDirectory(besides: output)
    do {
      for name in try FileManager.default.contentsOfDirectory(atPath: path) {
        try FileManager.default.copyItem(atPath: "\(path)/\(name)", toPath: "\(staging.path)/\(name)")
      }
    } catch {
      throw CommandFailure.refused("unable to copy \(path) to \(output): \(error)")
    }
    try staging.moveIntoPlace(output)
  }

  /// Copying a FIFO would wait for somebody who writes to it.
  private func checkKinds() throws {
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? [] {
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0 else { throw unable("read \(path)/\(name)", errno) }
      guard [S_IFREG, S_IFDIR, S_IFLNK].contains(status.st_mode & S_IFMT) else {
        throw CommandFailure.refused(
          "\(path)/\(name) is neither a file, a folder nor a link; leave it out of the bundle")
      }
    }
  }
}

struct UninstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", abstract: "Remove an installed bundle and its seal; the app's data stays.")
  @Argument(help: "The app.") var id: String
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let bundle = try connection.ask(BundlesInterface.Uninstall(id: id)).path
    do {
      if access(bundle, F_OK) == 0 { try FileManager.default.removeItem(atPath: bundle) }
    } catch {
      throw CommandFailure.refused("unable to remove \(bundle): \(error); its seal is gone")
    }
    _ = try connection.ask(DaemonInterface.Reload())
  }
}

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check that a bundle has not changed since it was installed.")
  @Argument(help: "The app.") var id: String
  @OptionGroup var connection: ConnectionOptions

  func run() throws { _ = try connection.ask(BundlesInterface.Verify(id: id), patience: nil) }
}
