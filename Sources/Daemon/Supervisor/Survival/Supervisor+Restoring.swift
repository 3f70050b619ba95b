// Restores what an earlier daemon has left: adopts its apps, and finishes what it had begun.
import AppLink
import Bundles
import DaemonConfiguration
import Glibc
import Keys
import LifecycleModel
import Linux
import Logging
import Processes
import SystemPackage
import Systemd

extension Supervisor {
  /// Restores the daemon before; false when there was none, or its model cannot be read. A process that cannot be adopted
  /// is ended, so that nothing stays stopped for ever.
  func restore(_ inherited: inout InheritedDescriptors) -> Bool {
    let isRestored: Bool
    takeUpUnwritten()
    switch takeEarlierState() {
    case .state(let replay):
      restore(replay, &inherited)
      isRestored = true
    case .processes(let remnant):
      recallPasscode()
      adopt(remnant, &inherited)
      isRestored = false
    case .nothing:
      recallPasscode()
      endLeftovers()
      isRestored = false
    }
    return isRestored
  }

  private func restore(_ replay: Replay, _ inherited: inout InheritedDescriptors) {
    // The model may have been about to launch an app: its bundle has to be found.
    _ = launcher.scan()
    survival.continueLog()
    var lost: [ProcessIdentity] = []
    // Inputs that arise now have their turn after those that wait already.
    model.restore(replay.waiting) {
      for process in replay.processes.values.sorted(by: { $0.serial.number < $1.serial.number }) {
        if !adopt(process, replay.channels[process.serial] ?? Replay.Channel(), &inherited) { lost.append(process) }
      }
      survival.endRewrite()
      endLeftovers()
      for effect in replay.stored { redo(effect) }
      for app in replay.erased { model.carryOut(.eraseData(app)) }
      for effect in replay.unfinished { model.carryOut(effect) }
      for effect in replay.owed.all where !replay.unfinished.contains(effect) { model.carryOut(effect) }
      for question in replay.pastQuestions.all { autopsy.answer(question) }
    }
    submit(.restored)
    for process in lost { submit(.kernel(process.serial, .exited(.unknown, Usage()))) }
    submit(.policyChanged(configuration.policy))
    recallPasscode()
    model.finishRestoring()
    lookAround()
    log.notice(
      "restored \(processes.all.count) apps of the previous daemon; \(lost.count) ended while no daemon was running")
  }

  /// The model of the daemon before may know of a passcode that is not there: that daemon could not read the keys, or has ended before it
  /// heard that the passcode was taken away. Each lock would close what no key closes.
  func recallPasscode() {
    if keyBag.hasPasscode {
      submit(.recalled(.passcode))
    } else if model.lifecycle.policy.hasPasscode {
      submit(.passcodeChanged(isSet: false))
    }
  }

  /// For effects that a store may not have written: each store takes the same change twice as once.
  private func redo(_ effect: Effect) {
    if case .store(.record(let record)) = effect { autopsy.append(record) } else { model.carryOut(effect) }
  }

  /// Somebody may have stopped or continued an app while nobody was told. Apps that sleep are looked at in turns of the loop, as
  /// crowds are: they have no deadline that the look must come before, and one with a cgroup runs no line meanwhile.
  func lookAround() {
    for process in processes.all {
      switch model.lifecycle.apps[process.app]?.process?.phase {
      case .resting(.suspended):
        // Not by a weak reference: each use of an object that has had one takes Swift several times as long, and this would be so of all
        // apps.
        loop.crowds.take { [weak self, serial = process.serial] in self?.processes[serial]?.mayBeContinued() }
      case .greeting:
        process.channel.begin()
        resume(process)
      case .launching, .resting, .calling, .leaving: resume(process)
      case .freezing, .killed, nil: break
      }
    }
  }

  private func resume(_ process: LiveProcess) {
    process.channel.resume()
    // A debugger stops and continues it.
    if process.debuggerWatch.look() { return }
    if process.isFrozen {
      thaw(process.serial)
    } else if process.isStopped {
      submit(.kernel(process.serial, .stoppedFromOutside))
    }
  }

  // MARK: Processes

  /// Returns whether `process` could be adopted; false when it is gone, and nothing tells how.
  func adopt(
    _ process: ProcessIdentity, _ before: Replay.Channel, _ inherited: inout InheritedDescriptors
  ) -> Bool {
    let isThere = inherited.has(survival.name(.process, of: process.serial))
    guard let pidfd = pidfd(of: process, &inherited) else { return false }
    let child = ChildProcess(pidfd, kernel: kernel, isAdopted: true)
    let cgroup = cgroup(of: process)
    let suspect = CallGuard.Suspect(pidfd: pidfd.descriptor, cgroup: cgroup?.path, app: pidfd.pid)
    do {
      // To open a FIFO takes the kernel's lock of it (`fifo_open()`).
      let (channel, pressure, user) = try CallGuard.shared.call(about: suspect) {
        let channel = try self.channel(of: process, child, before, &inherited)
        let user = launcher.user(of: process.pid)
        return (channel, launcher.adoptPressureFIFO(of: process.serial, for: user), user)
      } ended: {
        log.warning("ended \(process.app) (pid \(process.pid)), which held the kernel's lock of its channel (pipe(7))")
      }
      let held = try launcher.hold(process, child, channel, pressure, cgroup)
      held.hasOtherUser = user != nil
      // This does not depend on the model: a stopped process can only be continued as one that is suspended.
      let known = model.lifecycle.apps[process.app]?.process
      if known?.phase == .resting(.suspended) || (known?.isDebugged != true && held.isStopped) {
        held.adoptSuspended()
      }
      keptDescriptors.keep(held, isThere: isThere)
      return true
    } catch {
      log.error("unable to restore \(process.app) (pid \(process.pid)): \(error); roostd ends it")
      Kill.tree(root: child, kernel: kernel)
      return false
    }
  }

  /// Also where this daemon gives apps none, or lives elsewhere than the one before: an app that is frozen runs no line before its own
  /// cgroup is thawed, whatever signals it gets.
  private func cgroup(of process: ProcessIdentity) -> AppCgroup? {
    let serial = process.cgroup ?? process.serial
    if let cgroup = launcher.cgroups?.adopt(process.app, serial) { return cgroup }
    guard let left = Cgroups.left(to: process.pid, of: process.app, serial, kernel: kernel) else { return nil }
    log.notice(
      "\(process.app) (pid \(process.pid)) stays in \(left.path) until it ends, where the previous daemon has put it")
    return left
  }

  private func channel(
    of process: ProcessIdentity, _ child: ChildProcess, _ before: Replay.Channel,
    _ inherited: inout InheritedDescriptors
  ) throws(SystemCallError) -> any Channel {
    if let program = process.program {
      // The inherited socket has what the program said while no daemon listened.
      let kept = inherited.remove(survival.name(.notify, of: process.serial))
      let socket: NotifySocket
      if let kept {
        socket = NotifySocket(
          launcher.earlierPlace(.notify, of: process.serial, for: launcher.user(of: process.pid)), adopting: kept)
      } else {
        socket = try launcher.notifySocket(of: process.serial, for: launcher.user(of: process.pid))
      }
      return try launcher.foreignChannel(process.serial, program, child, socket)
    }
    let ends = channelEnds(of: process, &inherited)
    return try launcher.appChannel(
      process.serial, events: ends.events, replies: ends.replies, adopting: before)
  }

  /// The inherited descriptor, or else one of the process of that pid, if it began when that one did.
  private func pidfd(of process: ProcessIdentity, _ inherited: inout InheritedDescriptors) -> Pidfd? {
    if let kept = inherited.remove(survival.name(.process, of: process.serial)) {
      return Pidfd(pid: process.pid, descriptor: kept)
    }
    guard let pidfd = try? kernel.openPidfd(process.pid),
      let status = try? ProcessStatus(pid: process.pid, kernel: kernel), status.startTime == process.startTime
    else { return nil }
    return pidfd
  }

  /// The inherited descriptors of its channel, or else the app's own ends opened from the other side (proc(5),
  /// /proc/PID/fd): its pipes are there as long as it is. In the place of an end that cannot be had is a pipe with
  /// nobody at its other end, as if the app had closed it.
  private func channelEnds(
    of process: ProcessIdentity, _ inherited: inout InheritedDescriptors
  ) -> (events: CInt, replies: CInt) {
    var events = inherited.remove(survival.name(.events, of: process.serial))
    var replies = inherited.remove(survival.name(.replies, of: process.serial))
    if let events, let replies { return (events, replies) }
    // An app whose living threads are hidden among dead ones loses its channel: others wait to be restored.
    var place = 0
    let thread = kernel.heir(ofFirstThread: process.pid, from: &place) ?? process.pid
    events = events ?? OtherEnd.open(of: thread, 3, inode: process.events, O_WRONLY)
    replies = replies ?? OtherEnd.open(of: thread, 4, inode: process.replies, O_RDONLY)
    if let events, let replies { return (events, replies) }
    for end in [events, replies] { if let end { try? Sys.close(end) } }
    guard var nobody = try? ChannelPipes() else { return (-1, -1) }
    return (nobody.takeEvents(), nobody.takeReplies())
  }
}

/// The end of a pipe that another process does not hold, by way of the one it does.
enum OtherEnd {
  /// Nil when that is no pipe, or not the one of that inode: an app may have put anything there, and the daemon must
  /// not open that for it.
  static func open(of pid: pid_t, _ descriptor: CInt, inode: UInt64, _ mode: CInt) -> CInt? {
    let path = "/proc/\(pid)/fd/\(descriptor)"
    // O_PATH: only to look what it is (open(2)).
    guard let place = try? Sys.open(path, 0o10000000 | O_CLOEXEC) else { return nil }
    defer { try? Sys.close(place) }
    // The kernel itself names its pipes. For the status of another file it may ask a FUSE server, which need not
    // answer, and for the opening of a FIFO there as well: the link of that is a path.
    guard (try? Sys.readlink("/proc/self/fd/\(place)")) == "pipe:[\(inode)]" else { return nil }
    return try? Sys.open("/proc/self/fd/\(place)", mode | O_NONBLOCK | O_CLOEXEC)
  }
}
