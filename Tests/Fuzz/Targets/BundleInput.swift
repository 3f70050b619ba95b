// Descriptions of apps on disk: an Info.plist, a desktop entry.
import LifecycleModel
import Linux
import Settings

@testable import Bundles

@MainActor enum BundleInput {
  private static let bundle: String = {
    let bundle = WorkFolder.path + "/Example.app"
    WorkFolder.make(bundle)
    return bundle
  }()

  /// Property lists in XML and binary, and in the older format, which is refused.
  static func readInfo(_ bytes: [UInt8]) {
    WorkFolder.write(bytes, to: bundle + "/Info.plist")
    do {
      use(try AppBundle(path: bundle))
    } catch {
      require(!error.description.isEmpty, "an error says nothing")
    }
  }

  /// Desktop entries, with their lines of Exec.
  static func readEntry(_ bytes: [UInt8]) {
    let path = WorkFolder.path + "/example.desktop"
    WorkFolder.write(bytes, to: path)
    let settings = DesktopSettings(directories: [WorkFolder.path], terminal: ["xterm", "-e"])
    do {
      if let bundle = try AppBundle(desktopEntry: path, settings) { use(bundle) }
    } catch {
      require(!error.description.isEmpty, "an error says nothing")
    }
  }

  private static func use(_ bundle: AppBundle) {
    require(bundle.app.id.string.isPortableFolderName, "\(bundle.app.id) names a container")
    for url in [nil, "file:///tmp/%20a%", "pages:x"] as [String?] {
      for argument in bundle.program?.arguments ?? [] {
        let expanded = argument.expanded(opening: url)
        require(expanded?.utf8.contains(0) != true, "an argument of execve has a NUL byte")
      }
    }
    var device = SimulatedDevice()
    device.take(.installed(bundle.app))
    device.take(.wish(.launch(bundle.app.id, Launch(), .foreground), Request(id: RequestID(number: 2))))
  }
}
