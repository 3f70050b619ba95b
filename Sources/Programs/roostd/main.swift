// roostd: plays the operating system to apps (roostd(8)).
import ArgumentParser
import DaemonConfiguration
import Glibc
import Seccomp
import Settings
import Supervisor

let arguments = Arguments.parseOrExit()
/// From where it stands now: a daemon that reads again is told the same.
let file = arguments.config
let overrides = Configuration.Overrides(
  runtimeDirectory: arguments.runtimeDir, stateDirectory: arguments.stateDir,
  appDirectories: arguments.apps.isEmpty ? nil : arguments.apps, logLevel: arguments.logLevel,
  virtualTime: arguments.virtualTime)
let read: ConfigurationReader = { [file, overrides] () throws(ConfigurationError) in
  try Configuration.load(file: file, overriding: overrides)
}
do {
  if arguments.storeProc {
    try StoredProc.leave()
    exit(0)
  }
  let configuration = try read()
  if arguments.check { exit(0) }
  if configuration.sandbox != .off { DaemonFilter.putOn() }
  exit(try Daemon(configuration, reread: read).run())
} catch let error as ConfigurationError where !arguments.check {
  "roostd: \(error)\n".withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
  // EX_CONFIG of sysexits.h: starting it again is of no use before somebody has changed the file.
  exit(78)
} catch {
  "roostd: \(error)\n".withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
  exit(Daemon.exitStatus(of: error))
}
