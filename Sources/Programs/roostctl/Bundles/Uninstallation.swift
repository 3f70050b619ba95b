// A bundle's way out of its app directory, once its seal is gone (LA7).
import ControlAPI
import Glibc

struct Uninstallation {
  let id: String
  let connection: ConnectionOptions

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
      if let other = BundleKeys.of("\(directory.path)/\(name)")?.identifier, other != id {
        throw .refused(
          """
          the seal of \(id) is gone, but \(bundle) is a bundle of \(other) by now, and stays; \
          remove it yourself, or seal it with `roostctl install \(bundle)`
          """)
      }
      return try directory.removeBundle(name)
    }
    if access(bundle, F_OK) != 0, errno == ENOENT { return }
    throw .refused(
      """
      the seal of \(id) is gone, but its bundle \(bundle) stays: it is in no app directory that you can open \
      (\(held.map(\.path).joined(separator: ", "))); remove it yourself
      """)
  }
}
