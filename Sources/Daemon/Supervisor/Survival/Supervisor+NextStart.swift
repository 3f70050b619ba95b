// Looks whether the daemon that is to follow could begin: one that cannot leaves the apps to nobody.
import DaemonConfiguration
import Glibc
import Linux
import VarlinkServer

extension Supervisor {
  /// The reason why a daemon that is started now would end at once; nil where this one sees none. It reads the
  /// configuration on the loop, as the next one does before it serves anybody.
  ///
  /// - Parameters:
  ///   - isTriedAgain: whether somebody starts it again, so that a failure that may pass does no harm.
  ///   - isReplaced: whether it is another program than this one.
  func whyNextFails(
    isTriedAgain: Bool, isReplaced: @autoclosure () -> Bool = Supervisor.isProgramReplaced
  ) -> String? {
    var next = configuration
    do throws(ConfigurationError) {
      if let reread = runtime.inForce.reread { next = try reread() }
    } catch {
      // Another program may know more keys and values than this one; a text that is no TOML it does not read either.
      let isOther = isReplaced()
      let problems = error.problems.filter { ($0.key == nil || !isOther) && !(isTriedAgain && $0.mayPass) }
      if !problems.isEmpty { return problems.map(\.description).joined(separator: "; ") }
    }
    do throws(UnknownControlGroup) { try ControlSocket.refuseUnknown(next.controlGroup) } catch { return "\(error)" }
    do throws(OwnFolder.Problem) {
      try Directories(next).prepare()
      return nil
    } catch {
      return isTriedAgain && (error.mayPass || isMendedByManager(error)) ? nil : "\(error)"
    }
  }

  /// The directories in whose place a daemon that is started now would have others, and find neither the state of the apps nor what
  /// they keep; nil where there are none, or the configuration cannot be read.
  func whyNextIsElsewhere() -> String? {
    guard let reread = runtime.inForce.reread, let next = try? reread() else { return nil }
    let directories = [
      (key: "paths.runtime-dir", now: configuration.runtimeDirectory, then: next.runtimeDirectory),
      (key: "paths.state-dir", now: configuration.stateDirectory, then: next.stateDirectory),
    ]
    let moved = directories.filter { !Self.isSame($0.now, $0.then) }
    guard !moved.isEmpty else { return nil }
    return moved.map { "\($0.key) has changed from \($0.now) to \($0.then)" }.joined(separator: "; ")
  }

  /// Two paths may lead to one directory.
  private static func isSame(_ directory: String, _ other: String) -> Bool {
    if directory == other { return true }
    guard let one = try? FileStatus(of: directory), let two = try? FileStatus(of: other) else { return false }
    return (one.device, one.inode) == (two.device, two.inode)
  }

  /// systemd gives the directories of a unit their modes before it runs a command of it (systemd.exec(5), StateDirectoryMode=).
  private func isMendedByManager(_ problem: OwnFolder.Problem) -> Bool {
    guard case .writable(let path) = problem else { return false }
    return ["STATE_DIRECTORY", "RUNTIME_DIRECTORY"].contains { (name: String) in
      guard let paths = getenv(name) else { return false }
      return String(cString: paths).split(separator: ":").contains { $0 == path }
    }
  }

  /// Whether another program is installed by now.
  static var isProgramReplaced: Bool {
    guard let own = try? FileStatus(of: "/proc/self/exe"), let installed = try? FileStatus(of: program) else {
      return true
    }
    return (own.device, own.inode) != (installed.device, installed.inode)
  }
}
