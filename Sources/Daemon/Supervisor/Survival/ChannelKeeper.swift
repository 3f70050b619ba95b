// Keeps the channels of apps open where a daemon does not begin, and nobody starts it again by itself.
import AppLink
import Glibc
import Linux
import Systemd

package enum ChannelKeeper {
  /// To be called by a process that ends because of `error` before it is a daemon.
  ///
  /// A service manager before systemd 254 closes all that it has kept once the service has failed, where there is no service
  /// manager this process has the only descriptors, and an app whose channel is closed ends. So those of apps stay open in a
  /// process that only sleeps. It carries the mark of the device's processes: the next daemon that can hold the apps opens
  /// their channels anew, and ends it as a stray.
  package static func begin(after error: any Error, for runtimeDirectory: String) {
    guard error is StateProblem || Daemon.exitStatus(of: error) == Daemon.misconfigured else { return }
    // The sockets that a daemon listens on end with it: clients would wait for an answer.
    guard InheritedDescriptors.take().passOn(Survival.isOfApp) else { return }
    let words = ["roost-keeper", "infinity"]
    let mark = ["ROOST_RUNTIME=\(runtimeDirectory)", "ROOST_PROCESS=keeper"]
    var arguments = words.map { strdup($0) } + [nil]
    var environment = mark.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    do {
      try Sys.startInheriting("/usr/bin/sleep", &arguments, &environment)
    } catch {
      let line = "roostd: unable to keep the apps' channels open: \(error); launch again the apps that end\n"
      _ = try? Sys.write(STDERR_FILENO, Array(line.utf8))
    }
  }
}
