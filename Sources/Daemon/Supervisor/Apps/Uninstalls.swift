// The apps that are being uninstalled: their seal is gone, and their bundle is about to go (LA7).
import LifecycleModel

/// A client removes the bundle. Until it asks for a reload, or its connection ends, the app is not launched from a bundle that nobody
/// compares with a seal any more, and of which half may be gone.
final class Uninstalls {
  /// By app, the connection of the client.
  private var underWay: [AppID: ObjectIdentifier] = [:]

  func isUnderWay(_ app: AppID) -> Bool { underWay[app] != nil }

  /// - Parameter client: its connection.
  func begin(_ app: AppID, for client: ObjectIdentifier) { underWay[app] = client }

  /// It has failed, its bundle is gone, or the app is installed again.
  func end(_ app: AppID) { underWay[app] = nil }

  /// The client is done, or has gone, whether or not it has removed the bundles.
  func end(for client: ObjectIdentifier) { underWay = underWay.filter { $0.value != client } }

  /// Bundles that are not installed any more are launched by nobody.
  func keepOnly(where isInstalled: (AppID) -> Bool) { underWay = underWay.filter { isInstalled($0.key) } }
}

/// The reason why an app that is being uninstalled is not launched.
nonisolated struct UninstallUnderWay: Error, CustomStringConvertible {
  var description: String {
    "it is being uninstalled; wait for the end of the program that uninstalls it, and install it again with "
      + "`roostctl install PATH`"
  }
}
