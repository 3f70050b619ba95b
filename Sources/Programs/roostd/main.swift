// roostd: plays the operating system to apps (roostd(8)).
import ArgumentParser
import DaemonConfiguration
import Glibc
import Linux
import Seccomp
import Settings
import Supervisor

let arguments = Arguments.parseOrExit()
let overrides = Configuration.Overrides(
  runtimeDirectory: arguments.runtimeDir, stateDirectory: arguments.stateDir,
  appDirectories: arguments.apps.isEmpty ? nil : arguments.apps, logLevel: arguments.logLevel,
  virtualTime: arguments.virtualTime)
let files = ConfigurationFiles(arguments.config, overriding: overrides)
/// Nil until the configuration has told it.
var runtimeDirectory: String?
let read: ConfigurationReader = { [files] () throws(ConfigurationError) in try files.read() }
do {
  if arguments.storeProc {
    try StoredProc.leave()
    exit(0)
  }
  let configuration = try read()
  if arguments.check { exit(0) }
  runtimeDirectory = configuration.runtimeDirectory
  if configuration.sandbox != .off { DaemonFilter.putOn() }
  HeldSignals.begin()
  exit(try Daemon(configuration, reread: read).run())
} catch {
  HeldSignals.end()
  "roostd: \(error)\n".withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
  if arguments.check { exit(1) }
  let directory = runtimeDirectory ?? (error as? ConfigurationError)?.runtimeDirectory
  if let directory { ChannelKeeper.begin(after: error, for: directory) }
  exit(Daemon.exitStatus(of: error))
}
