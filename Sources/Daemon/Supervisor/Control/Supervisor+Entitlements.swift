// Tells the control interfaces what an app's bundle asks for, and what it was refused for want of it.
import Bundles
import ControlAPI
import LifecycleModel
import Processes
import Settings

extension Supervisor {
  func entitlements(of app: AppID) -> AppsInterface.Entitlements? {
    launcher.catalog.bundles[app].map { bundle in
      let asked = bundle.entitlements
      return AppsInterface.Entitlements(
        network: AppsInterface.NetworkUse(asked.network), devices: asked.devices.map(\.rawValue).sorted(),
        programs: AppsInterface.ProgramUse(asked.programs), read: bundle.fileAccess.read,
        write: bundle.fileAccess.write, debuggable: asked.isDebuggable,
        bus: asked.hasSessionBus && !launcher.hasOwnUsers)
    }
  }

  func missingEntitlements(of app: AppID) -> [AppsInterface.MissingEntitlement] {
    let isEntry = launcher.catalog.bundles[app]?.isDesktopEntry ?? false
    return launcher.refusals.refusals(of: app).map {
      AppsInterface.MissingEntitlement(app: app.string, key: $0.key, text: "\(app) \($0.sentence(isEntry: isEntry))")
    }
  }
}

extension AppsInterface.NetworkUse {
  init(_ network: Bundles.Entitlements.Network) {
    switch network {
    case .closed: self = .none
    case .client: self = .client
    case .server: self = .server
    }
  }
}

extension AppsInterface.ProgramUse {
  init(_ programs: Bundles.Entitlements.Programs) {
    switch programs {
    case .any: self = .any
    case .bundle: self = .bundle
    }
  }
}
