// A bundle's way out of its app directory, once its seal is gone (LA7).
import ControlAPI
import Glibc

struct Uninstallation {
  let id: String
  let connection: OwnDaemon

  func uninstall() throws(CommandFailure) {
    let directories = try connection.ask(BundlesInterface.GetDirectories()).directories
    // Only the daemon knows in which of them it is, and an install may begin as soon as the seal is gone.
    let readable = directories.filter { access($0, R_OK | X_OK) == 0 }
    try AppDirectory.holding(readable) { held throws(CommandFailure) in
      let client = try connection.connect()
      // Until the reload on this connection the daemon launches neither a bundle without its seal nor half of one.
      let bundle = try connection.ask(BundlesInterface.Uninstall(id: id), on: client).path
      do throws(CommandFailure) {
        try remove(bundle, from: held)
      } catch {
        // It may be gone from its place, though some of it is left.
        try? reload(client)
        throw error
      }
      try reload(client)
    }
  }

  private func reload(_ client: ControlClient) throws(CommandFailure) {
    do throws(CommandFailure) {
      _ = try connection.ask(DaemonInterface.Reload(), on: client)
    } catch {
      // A daemon that was restarted meanwhile has ended the connection.
      _ = try connection.ask(DaemonInterface.Reload())
    }
  }

  private func remove(_ bundle: String, from held: [AppDirectory]) throws(CommandFailure) {
    for directory in held {
      guard let name = directory.name(of: bundle) else { continue }
      try check("\(directory.path)/\(name)")
      return try directory.removeBundle(name)
    }
    if access(bundle, F_OK) != 0, errno == ENOENT { return }
    throw .refused(
      """
      the seal of \(id) is gone, but its bundle \(bundle) stays: it is in no app directory that you can open \
      (\(held.map(\.path).joined(separator: ", "))); remove it yourself
      """)
  }

  /// Nothing else is removed than a link in the app directory, or a folder that says itself that it is the bundle of this app.
  private func check(_ place: String) throws(CommandFailure) {
    var status = stat()
    guard lstat(place, &status) == 0 else {
      // It is gone already.
      guard errno == ENOENT else { throw unable("look at \(place)", errno) }
      return
    }
    let identifier = BundleKeys.of(place)?.identifier
    if let identifier, identifier != id {
      throw .refused(
        """
        the seal of \(id) is gone, but \(place) is a bundle of \(identifier) by now, and stays; \
        remove it yourself, or seal it with `roostctl install \(place.shellWord)`
        """)
    }
    let isBundle = identifier != nil || status.st_mode & S_IFMT == S_IFLNK
    if isBundle, place.utf8.suffix(4).elementsEqual(".app".utf8) { return }
    throw .refused(
      """
      the seal of \(id) is gone, but \(place) stays: it is no bundle whose Info.plist names \(id); \
      look at it, and remove it yourself
      """)
  }
}
