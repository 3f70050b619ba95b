// Prepares the environment of an app.
import AppLink
import Bundles
import DaemonConfiguration
import Glibc
import LifecycleModel
import Linux
import Logging
import Processes
import SystemPackage
import Systemd

extension Launcher {
  /// Of an app that speaks roost-agent(7).
  static let channelVariables = ["ROOST_PROTOCOL=1", "ROOST_EVENTS_FD=3", "ROOST_REPLIES_FD=4"]

  /// sd_notify(3)
  func notifyVariable(_ socket: NotifySocket) -> String { "NOTIFY_SOCKET=\(socket.path)" }

  /// sd_watchdog_enabled(3)
  func watchdogVariable(_ program: ForeignProgram) -> [String] {
    program.watchdog.map { ["WATCHDOG_USEC=\($0.wholeNanoseconds / 1000)"] } ?? []
  }

  /// The variables that every process of an app has.
  func environment(of target: Target, _ pressure: PressureFIFO?) -> [String] {
    var environment = [
      // First: a look for strays reads on until it has seen both (``StrayLook``).
      "ROOST_RUNTIME=" + configuration.runtimeDirectory, "ROOST_PROCESS=" + survival.mark(of: target.serial),
      "ROOST_BUNDLE=" + target.bundle.path, "TMPDIR=" + target.container + "/tmp", "PWD=" + target.container,
    ]
    if let program = target.bundle.program {
      let home = program.usesOwnHome ? UserSession.home : nil
      environment.append("HOME=" + (home ?? target.container))
      environment += UserSession.variables(ofHome: home != nil)
    } else {
      // Foundation asks the user database for the home directory, unless this is set: also before UIApplicationMain.
      environment += ["HOME=" + target.container, "CFFIXED_USER_HOME=" + target.container]
    }
    if let pressure { environment.append("MEMORY_PRESSURE_WATCH=" + pressure.path) }
    let facts = model.lifecycle.device.facts.environment
    environment += facts.map { $0.key + "=" + $0.value }
    let isForeign = target.bundle.program != nil
    for name in Self.passedOn where facts[name] == nil && !(isForeign && UserSession.has(name)) {
      // They would count for more than LANG (locale(7)).
      if facts["LANG"] != nil, name == "LANGUAGE" || name == "LC_ALL" { continue }
      if let value = getenv(name) { environment.append(name + "=" + String(cString: value)) }
    }
    let wanted = target.launch.environment
    if wanted.isEmpty { return environment }
    // Of two of one name getenv(3) finds the first.
    environment.removeAll { wanted[String($0.prefix { $0 != "=" })] != nil }
    environment += wanted.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return environment
  }

  /// The part of the daemon's own environment that apps see, where the user has set nothing else: the language, the
  /// clock, and the folders of programs.
  private static let passedOn = [
    "PATH", "LANG", "LANGUAGE", "LC_ALL", "TZ", "XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "DISPLAY",
  ]
}
