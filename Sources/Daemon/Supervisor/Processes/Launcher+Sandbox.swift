// Builds the sandbox of an app from the configuration.
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
  func sandbox(_ bundle: AppBundle, _ container: String, pressure: String?, output: String?) -> Sandbox? {
    guard configuration.sandboxesApps, hasLandlock else { return nil }
    var given = configuration.fileAccess
    if let path = getenv("PATH") { given.read += Sandbox.programs(on: String(cString: path)) }
    return Sandbox(
      bundle: bundle, container: container, pressure: pressure, output: output,
      nodes: configuration.sharedNodes.flatMap { Self.paths(matching: $0.pattern) }, given: given,
      closed: [configuration.stateDirectory, configuration.runtimeDirectory].map { realPath($0) ?? $0 })
  }

  /// Whether this kernel has it.
  func findLandlock() -> Bool {
    do throws(Errno) {
      _ = try LandlockRuleset.version()
      return true
    } catch {
      runtime.log.warning(
        """
        roostd does not restrict apps to their containers: the kernel has no Landlock (\(error)); enable it with lsm= \
        (kernel-command-line(7)), or set sandbox = false in [apps]
        """)
      return false
    }
  }

  /// glob(3)
  private static func paths(matching pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, GLOB_NOSORT, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }
}
