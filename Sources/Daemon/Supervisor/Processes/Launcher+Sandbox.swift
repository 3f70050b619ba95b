// Builds the sandbox of an app from the configuration, and says what is missing of it here.
import Bundles
import DaemonConfiguration
import Glibc
import Linux
import Logging
import Processes
import Settings
import SystemPackage

extension Launcher {
  /// Nil where apps are not closed in, or cannot be.
  func sandbox(_ target: Target, pressure: String?, output: String?) -> Sandbox? {
    guard configuration.sandbox != .off, support.hasLandlock else { return nil }
    var given = configuration.fileAccess
    if let path = getenv("PATH") { given.read += Sandbox.programs(on: String(cString: path)) }
    return Sandbox(
      bundle: target.bundle, programs: target.bundle.programs, container: target.container, pressure: pressure,
      output: output, nodes: target.nodes,
      given: given,
      closed: [configuration.stateDirectory, configuration.runtimeDirectory].map { realPath($0) ?? $0 })
  }

  /// Nil where apps are not restricted.
  func confinement(of bundle: AppBundle) -> Confinement? {
    configuration.sandbox == .off ? nil : support.confinement(of: bundle.entitlements)
  }

  func checkSandbox() throws(SandboxMissing) {
    switch configuration.sandbox {
    case .off, .on: return
    case .required: if let gap = support.gaps.first(where: \.isOfSandbox) { throw SandboxMissing(gap) }
    }
  }

  /// The promises of docs/security.md that do not hold for the apps of this daemon.
  var gaps: [Gap] {
    let isOff = configuration.sandbox == .off
    var gaps = isOff ? [.sandboxOff] : support.gaps
    if cgroups == nil {
      gaps.append(.noCgroups)
      if isOff || !support.hasFilter { gaps.append(.escape) }
    }
    let hasOwnUsers = geteuid() == 0 && configuration.appUser == .own
    if cgroups?.countsTasks != true, isOff || !hasOwnUsers { gaps.append(.noTaskLimit) }
    return gaps
  }

  /// Says what the kernel lacks; the rest is as the administrator has it, and `roostctl status` shows it.
  func sayGaps() {
    guard configuration.sandbox != .off else { return }
    for gap in support.gaps { runtime.log.warning("\(gap.sentence)") }
  }

  /// The device nodes that are for the app in front (BG5), those that there are and that the bundle asks for.
  func sharedNodes(for bundle: AppBundle) -> [String] {
    configuration.sharedNodes.filter { bundle.entitlements.devices.contains($0.kind) }
      .flatMap { Self.paths(matching: $0.pattern) }
  }

  /// The groups that may use these nodes, such as `audio`: a user of an app's own is in no other.
  static func groups(of nodes: [String]) -> [gid_t] {
    let groups = nodes.compactMap { path -> gid_t? in
      guard let status = try? FileStatus(of: path), status.kind == .device, status.permissions & 0o060 == 0o060 else {
        return nil
      }
      return status.group == 0 ? nil : status.group
    }
    return Set(groups).sorted()
  }

  /// glob(3)
  private static func paths(matching pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, GLOB_NOSORT, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }
}
