// A bundle's way into the first app directory that may be written to, and its seal (LA7).
import ControlAPI
import FoundationEssentials
import Glibc

struct Installation {
  let path: String
  let connection: OwnDaemon
  /// An import installs it, which nobody has asked to replace an app.
  var isUnasked = false

  func install() throws(CommandFailure) -> BundlesInterface.Install.Reply {
    guard access("\(path)/Info.plist", F_OK) == 0 else {
      throw .refused("\(path) is not a bundle: it has no Info.plist; `roostctl bundle` makes a bundle")
    }
    let name = URL(filePath: path).lastPathComponent
    guard !name.hasPrefix(".") else {
      throw .refused("the name of \(path) begins with a dot, and roostd passes over hidden names; rename it")
    }
    let directories = try connection.ask(BundlesInterface.GetDirectories()).directories
    guard let directory = directories.first(where: { access($0, W_OK | X_OK) == 0 }) else {
      throw .refused(
        "you may not write to any app directory (\(directories.joined(separator: ", "))); run roostctl as root")
    }
    return try AppDirectory.holding([directory]) { held throws(CommandFailure) in try install(name, in: held[0]) }
  }

  private func install(
    _ name: String, in directory: AppDirectory
  ) throws(CommandFailure) -> BundlesInterface.Install.Reply {
    let output = "\(directory.path)/\(name)"
    if isUnasked { try refuseOthers(at: output) }
    // A bundle that is installed already is sealed again where it is.
    if isInPlace(output) { return try seal(output) }
    directory.removeLeftovers(of: name)
    var staging = try StagingDirectory(besides: output, mark: StagingDirectory.ofInstall)
    let (copied, folder) = (staging.path, staging.folder)
    try Progress.during("copying \(path)") { () throws(CommandFailure) in
      var files = FolderCopy(of: path)
      try files.copy(contentsOf: path, to: folder)
    }
    if let new = BundleKeys.of(copied)?.identifier {
      try refuseStranger(new, in: output)
      // Before it lies where the daemon looks: a bundle goes before an entry, and by the next look the app would be its own.
      try refuseEntry(bundle(of: new), of: new)
    }
    try staging.moveIntoPlace(isSynced: true)
    do throws(CommandFailure) {
      try directory.sync()
      return try seal(output)
    } catch {
      // The daemon may have looked at the new one meanwhile.
      defer { _ = try? connection.ask(DaemonInterface.Reload()) }
      try staging.putBack(after: error)
      throw error
    }
  }

  private func isInPlace(_ output: String) -> Bool {
    guard let here = realpath(path, nil) else { return false }
    defer { free(here) }
    guard let there = realpath(output, nil) else { return false }
    defer { free(there) }
    return strcmp(here, there) == 0
  }

  /// Of a bundle that is gone or cannot be read, the daemon's seal tells whose place it is.
  private func refuseStranger(_ new: String, in output: String) throws(CommandFailure) {
    guard let old = BundleKeys.of(output)?.identifier, new != old else { return }
    throw .refused(
      """
      \(output) is the bundle of \(old), and \(path) is one of \(new); rename \(path), \
      or remove the other one first with `roostctl uninstall \(old.shellWord)`
      """)
  }

  /// The author of a bundle may choose the identifier of an app that a desktop entry makes, to get the data and the permissions of that.
  ///
  /// - Parameter place: the bundle, or the entry, that `id` is by now.
  private func refuseEntry(_ place: String?, of id: String) throws(CommandFailure) {
    guard let place, place.hasSuffix(".desktop") else { return }
    throw .refused(
      """
      \(id) is an app already, by the desktop entry \(place), and a bundle does not get its data and permissions; \
      remove the entry and run `roostctl reload` first, or give \(path) another identifier
      """)
  }

  /// The author of a project chooses what its app is called, and may choose the name of one that is here, to get the data and the
  /// permissions of that. It stays, unless an import of the same project made it.
  private func refuseOthers(at output: String) throws(CommandFailure) {
    guard let new = BundleKeys.of(path), let project = new.project else {
      throw .refused(
        "unable to install \(path): its Info.plist does not name its app and its project; import the project again")
    }
    let installed = try bundle(of: new.identifier)
    // To install it by hand would be refused as well.
    try refuseEntry(installed, of: new.identifier)
    // The daemon may not know the bundle that is there. That of another app stays in any case.
    let isOther = BundleKeys.of(output).map { $0.identifier != new.identifier } ?? false
    let replaced = isOther || access(output, F_OK) != 0 ? nil : output
    for place in [installed, replaced].compactMap(\.self) {
      guard let made = BundleKeys.of(place)?.project, made.utf8.elementsEqual(project.utf8) else {
        throw .refused(
          """
          unable to install \(path): \(new.identifier) is there already, as \(place), and no import of this project made that; \
          if the new one is to have the data and the permissions of the other, type `roostctl install \(path.shellWord)`
          """)
      }
    }
  }

  /// Nil for an app that is not installed.
  private func bundle(of id: String) throws(CommandFailure) -> String? {
    let client = try connection.connect()
    do throws(ControlFailure) {
      return try client.call(BundlesInterface.Locate(id: id), timeout: ConnectionOptions.patience).bundle
    } catch {
      guard case .refused(.unknownApp) = error else { throw CommandFailure(error, socket: connection.path) }
      return nil
    }
  }

  /// The daemon reads every file of it.
  private func seal(_ output: String) throws(CommandFailure) -> BundlesInterface.Install.Reply {
    try Progress.during("sealing \(output)") { () throws(CommandFailure) in
      try connection.ask(BundlesInterface.Install(path: output), patience: nil)
    }
  }
}
