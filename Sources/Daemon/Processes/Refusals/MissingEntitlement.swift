// An entitlement that an app was refused something for: which, and how its bundle asks for it.
package import Bundles
import Glibc
package import Linux
package import Settings

package nonisolated enum MissingEntitlement: Hashable, Sendable {
  case network
  /// A port of TCP, where the kernel says which.
  case serving(port: UInt16?)
  case device(DeviceKind, path: String)
  /// To run a program.
  case program(String)
  /// To make a file in memory that can be run.
  case memoryProgram
  /// To trace a process, or reach into its memory.
  case debugging
  case file(String)

  /// The key of Info.plist; each is told of once in the life of an app.
  package var key: String {
    switch self {
    case .network, .serving: "RoostNetwork"
    case .device: "RoostDevices"
    case .program, .memoryProgram: "RoostExec"
    case .debugging: "RoostDebuggable"
    case .file: "RoostFileAccess"
    }
  }

  /// Of an app, to be read by an administrator or the app's author.
  ///
  /// - Parameter isEntry: it is a desktop entry, which has keys of its own, and none for files.
  package func sentence(isEntry: Bool) -> String {
    let cure = isEntry ? "X-\(key.replacing("Roost", with: "Roost-")) in its desktop entry" : "\(key) in its Info.plist"
    return switch self {
    case .network: "was refused the network; with client for \(cure) it connects to others"
    case .serving(let port):
      "was refused \(port.map { "TCP port \($0)" } ?? "a TCP port"); with server for \(cure) it gets one"
    case .device(let kind, let path): "was refused \(path); with \(kind.rawValue) among \(cure) it may use it"
    case .program(let path): "was refused to run \(path); with any for \(cure) it runs the system's programs"
    case .memoryProgram:
      "was refused a file in memory that can be run, for want of MFD_NOEXEC_SEAL (memfd_create(2)); with any for \(cure) "
        + "it gets one"
    case .debugging: "was refused to trace a process (ptrace(2)); with true for \(cure) its debuggers work"
    case .file(let path) where isEntry: "was refused \(path); read or write in [apps] of roostd.toml opens it"
    case .file(let path): "was refused \(path); \(cure) opens it"
    }
  }
}

extension MissingEntitlement {
  /// Nil where no entitlement would have allowed it: an app may install filters and domains of its own.
  package init?(_ call: AuditedCall, _ entitlements: Entitlements) {
    switch call {
    case .socket:
      guard entitlements.network == .closed else { return nil }
      self = .network
    case .memoryFile:
      guard entitlements.programs == .bundle else { return nil }
      self = .memoryProgram
    case .tracing:
      guard !entitlements.isDebuggable else { return nil }
      self = .debugging
    }
  }

  /// The same of a refusal by Landlock.
  ///
  /// - Parameters:
  ///   - nodes: those that the configuration names.
  ///   - own: folders that no entitlement opens further: the app's own, and the daemon's.
  package init?(
    blockers: [String], path: String?, port: UInt16?, _ entitlements: Entitlements, nodes: [SharedNode], own: [String]
  ) {
    if blockers.contains("net.bind_tcp") {
      guard entitlements.network != .server else { return nil }
      self = entitlements.network == .closed ? .network : .serving(port: port)
    } else if blockers.contains("net.connect_tcp") {
      guard entitlements.network == .closed else { return nil }
      self = .network
    } else if blockers.contains("fs.execute"), let path {
      guard entitlements.programs == .bundle else { return nil }
      self = .program(path)
    } else if blockers.contains(where: { $0.hasPrefix("fs.") }), let path {
      if let node = nodes.first(where: { fnmatch($0.pattern, path, FNM_PATHNAME) == 0 }) {
        guard !entitlements.devices.contains(node.kind) else { return nil }
        self = .device(node.kind, path: path)
      } else {
        let others = Sandbox.system.map(\.path) + own
        guard path.hasPrefix("/"), !others.contains(where: { path == $0 || path.hasPrefix($0 + "/") }) else {
          return nil
        }
        self = .file(path)
      }
    } else {
      return nil
    }
  }
}
