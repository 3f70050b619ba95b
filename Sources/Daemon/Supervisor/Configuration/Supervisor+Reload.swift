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
    guard let reread = runtime.inForce.reread else { return findApps { then(.success($0)) } }
    guard reloads.isFirst(then) else { return }
    serviceManager.reloading()
    let read = AnswerOnLoop { [weak self] (reading: Reading) in self?.take(reading) }
    Self.readings.async { [reloads, deliver = runtime.deliver] in
      let asked = reloads.begin()
      read.tell((asked, Result { () throws(ConfigurationError) in try reread() }), by: deliver)
    }
  }

  /// The result, and those who are to be told of it.
  private typealias Reading = (
    asked: [AnswerOnLoop<Result<[String], ConfigurationError>>], result: Result<Configuration, ConfigurationError>
  )

  private func take(_ reading: Reading) {
    restoreStateMode()
    switch reading.result {
    case .failure(let error):
      refuse(error)
      for then in reading.asked { then(.failure(error)) }
    case .success(let new):
      apply(new) { problems in for then in reading.asked { then(.success(problems)) } }
    }
    serviceManager.reloaded()
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

  private func apply(_ new: Configuration, then: @escaping ([String]) -> Void) {
    let (next, waiting) = configuration.replaced(by: new)
    let notes = waiting.map { "\($0) has changed; the new value takes effect when roostd is restarted" }
    for note in notes { log.warning("\(note)") }
    if next != configuration {
      runtime.inForce.replace(by: next)
      state.exits.keep(next.exits)
      autopsy.reports.keep(next.reports)
      launcher.look(in: next)
      memory.watchStalls()
      submit(.policyChanged(next.policy))
      log.notice("the new configuration is in force")
    }
    findApps { then(notes + $0) }
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
    keep(\.usesCgroups, "cgroups.use")
    keep(\.push, "[push]")
    return (next, waiting)
  }
}
