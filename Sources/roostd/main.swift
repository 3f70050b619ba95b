// roostd: plays the operating system to apps (roostd(8)).
import ArgumentParser
import Glibc
import Supervisor

let arguments = Arguments.parseOrExit()
do {
  let configuration = try Configuration.load(
    file: arguments.config,
    overriding: Configuration.Overrides(
      runtimeDirectory: arguments.runtimeDir, stateDirectory: arguments.stateDir,
      appDirectories: arguments.apps.isEmpty ? nil : arguments.apps, logLevel: arguments.logLevel))
  if arguments.check { exit(0) }
  exit(try Daemon(configuration).run())
} catch {
  "roostd: \(error)\n".withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
  exit(1)
}
