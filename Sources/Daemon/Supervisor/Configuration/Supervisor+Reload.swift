// Reading the configuration and the app directories again (SIGHUP, `roostctl reload`).
import Bundles
package import DaemonConfiguration
import LifecycleModel
import Linux
import Logging
import Reporting
import Stores
import Systemd

/// Reads the configuration as it was read at the start: the same files, the same command line.
package typealias ConfigurationReader = @Sendable () throws(ConfigurationError) -> Configuration

extension Supervisor {
  /// `then` is told what could not be used of the apps, or has to wait for a restart, a sentence each. A configuration
  /// that is wrong is refused, and everything stays as it was. The files are read on a thread of their own.
  func reload(then: @escaping @MainActor @Sendable (Result<[String], ConfigurationError>) -> Void) {
    guard let reread = runtime.inForce.reread else { return then(.success(findApps())) }
    guard reloads.isFirst(then) else { return }
    serviceManager.reloading()
    let deliver = runtime.deliver
    Self.readings.async { [reloads] in
      let told = reloads.begin()
      let result: Result<Configuration, ConfigurationError>
      do throws(ConfigurationError) { result = .success(try reread()) } catch { result = .failure(error) }
      deliver { [weak self] in
        guard let self else { return }
        restoreStateMode()
        if case .failure(let error) = result { refuse(error) }
        let applied = result.map(apply)
        for then in told { then(applied) }
        serviceManager.reloaded()
      }
    }
  }

  /// One after the other, so that the last one counts.
  private static let readings = WorkQueue()

  /// By the configuration that was in force until now: launches as it says are under way.
  func restoreStateMode() {
    let directories = Directories(configuration, haveOtherUsers: processes.all.contains(where: \.hasOtherUser))
    directories.restoreStateMode(log)
  }

  private func refuse(_ error: ConfigurationError) {
    for problem in error.problems {
      log.error(
        "roostd refuses the new configuration and keeps the old one: \(problem)",
        metadata: [LogMessage.key: .string(LogMessage.refusedConfiguration.rawValue)])
    }
  }

  private func apply(_ new: Configuration) -> [String] {
    let (next, waiting) = configuration.replaced(by: new)
    let notes = waiting.map { "\($0) has changed; the new value takes effect when roostd is restarted" }
    for note in notes { log.warning("\(note)") }
    if next != configuration {
      runtime.inForce.replace(by: next)
      state.exits.keep(next.exits)
      autopsy.reports.keep(next.reports)
      launcher.look(in: next)
      submit(.policyChanged(next.policy))
      log.notice("the new configuration is in force")
    }
    return notes + findApps()
  }
}

extension Configuration {
  /// The configuration in force after `new` was read, and the keys that wait for a restart, because they name
  /// things that the daemon opens at its start.
  nonisolated func replaced(by new: Configuration) -> (next: Configuration, waiting: [String]) {
    var next = new
    var waiting: [String] = []
    func keep<Value: Equatable>(_ member: WritableKeyPath<Configuration, Value>, _ key: String) {
      guard self[keyPath: member] != new[keyPath: member] else { return }
      next[keyPath: member] = self[keyPath: member]
      waiting.append(key)
    }
    keep(\.runtimeDirectory, "paths.runtime-dir")
    keep(\.stateDirectory, "paths.state-dir")
    keep(\.controlGroup, "control.group")
    keep(\.push, "[push]")
    return (next, waiting)
  }
}
