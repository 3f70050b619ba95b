// An older daemon on the state of a newer one: it says so, touches nothing, and lets the apps run on.
import AppLink
import ControlAPI
import Glibc
import Linux
import Processes
import SystemPackage

enum NewerState {
  /// To be called first of all.
  ///
  /// - Throws: ``StateProblem`` when a newer daemon has written the state in `runtimeDirectory`.
  static func refuse(in runtimeDirectory: String) throws(StateProblem) {
    do throws(StateProblem) {
      try StateFolder(runtimeDirectory: runtimeDirectory)
        .refuseNewer(boot: StateFolder.boot(.live), reader: ControlService.version)
    } catch {
      keepDescriptors(for: runtimeDirectory)
      throw error
    }
  }

  /// A service manager before systemd 254 closes what it has kept once the service has failed, and an app whose channel
  /// is closed ends. So what this process was given stays open in one that only sleeps. It carries the mark of the
  /// device's processes: the next daemon that can hold the apps opens their channels anew and ends it as a stray.
  private static func keepDescriptors(for runtimeDirectory: String) {
    // Not taken yet, so that they are inherited (sd_listen_fds(3)).
    guard let names = getenv("LISTEN_FDNAMES"), String(cString: names).contains("-events") else { return }
    let words = ["roost-keeper", "infinity"]
    let mark = ["ROOST_RUNTIME=\(runtimeDirectory)", "ROOST_PROCESS=keeper"]
    var arguments = words.map { strdup($0) } + [nil]
    var environment = mark.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    do {
      try Sys.startInheriting("/usr/bin/sleep", &arguments, &environment)
    } catch {
      let line = "roostd: unable to keep the apps' channels open: \(error); they may end\n"
      _ = try? Sys.write(STDERR_FILENO, Array(line.utf8))
    }
  }
}
