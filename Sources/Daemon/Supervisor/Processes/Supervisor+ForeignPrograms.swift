// Starting programs that know nothing of us, and holding them again.
import DaemonConfiguration
import AppLink
import Bundles
import Glibc
import LifecycleModel
import Linux
import Processes
import SystemPackage
import Systemd

extension Supervisor {
  func start(
    _ serial: ProcessSerial, _ bundle: AppBundle, _ program: ForeignProgram, _ launch: LifecycleModel.Launch,
    in container: String, as user: AppUser?
  ) throws -> LiveProcess {
    let app = bundle.app.id
    let output = try AppOutput(app, configuration)
    let pressure = pressureFIFO(of: serial)
    if let user, let pressure { chown(pressure.path, user.user, user.group) }
    let socket = try notifySocket(of: serial)
    var environment = environment(of: serial, bundle, container, pressure)
    environment.append("NOTIFY_SOCKET=\(socket.path)")
    if let watchdog = program.watchdog { environment.append("WATCHDOG_USEC=\(watchdog.wholeNanoseconds / 1000)") }
    let (child, cgroup) = try run(
      LaunchRequest(
        executable: bundle.executable,
        arguments: [bundle.executable] + program.arguments.compactMap { $0.expanded(opening: launch.options.url) }
          + launch.arguments,
        environment: environment, directory: program.directory ?? container,
        output: output.descriptor, error: output.descriptor, events: -1, replies: -1, openFiles: OpenFiles.inherited,
        sandbox: sandbox(bundle, container, pressure: pressure?.path, output: output.path), user: user),
      in: cgroups?.make(for: app, serial, lifecycle.apps[app]?.description.memory ?? MemoryTraits()))
    do {
      return try hold(
        ProcessIdentity(serial, app, child, program, executable: bundle.executable), child,
        foreignChannel(serial, program, child, socket), pressure, cgroup)
    } catch {
      Kill.tree(root: child, kernel: kernel)
      if let cgroup { cgroups?.release(cgroup) }
      postOrphanSweep()
      throw error
    }
  }

  func foreignChannel(
    _ serial: ProcessSerial, _ program: ForeignProgram, _ child: ChildProcess, _ socket: NotifySocket
  ) throws(SystemCallError) -> ForeignChannel {
    try ForeignChannel(serial, program, child, socket, survival: survival, loop: loop) { [unowned self] in submit($0) }
  }

  func notifySocket(of serial: ProcessSerial) throws(SystemCallError) -> NotifySocket {
    let folder = configuration.runtimeDirectory + "/notify"
    do {
      try Folder.make(folder, mode: 0o711)
    } catch {
      throw SystemCallError(action: "make \(folder) for the apps' notifications", errno: error)
    }
    return try NotifySocket(notifyPath(of: serial))
  }

  func notifyPath(of serial: ProcessSerial) -> String { "\(configuration.runtimeDirectory)/notify/\(serial.number)" }
}
