// One look for the processes that apps of an earlier daemon have left, in turns of the loop: there may be thousands.
package import Glibc
import Linux
package import Systemd

/// Ends each process that has a mark of the daemon's apps in its environment, and belongs to none that lives.
@MainActor package final class StrayLook {
  /// The apps, as the daemon that looks knows them now.
  package struct Apps {
    let runtimeDirectory: String
    let haveUser: (uid_t) -> Bool
    let ownUser: (uid_t) -> Bool
    let haveRoot: (pid_t) -> Bool
    let haveMark: ([UInt8]) -> Bool

    /// - Parameters:
    ///   - runtimeDirectory: the daemon's, which is in the environment of all its apps.
    ///   - haveUser: whether a process of that user may be an app's. The environment of a process is its memory, and
    ///     its user may hold the lock of that for as long as he likes: those of people who run no apps are left alone.
    ///   - ownUser: whether nobody but one app runs as that user.
    ///   - haveRoot: whether the process of that pid is the root of an app that lives.
    ///   - haveMark: whether an app that lives has that mark.
    package init(
      runtimeDirectory: String, haveUser: @escaping (uid_t) -> Bool, ownUser: @escaping (uid_t) -> Bool,
      haveRoot: @escaping (pid_t) -> Bool, haveMark: @escaping ([UInt8]) -> Bool
    ) {
      self.runtimeDirectory = runtimeDirectory
      self.haveUser = haveUser
      self.ownUser = ownUser
      self.haveRoot = haveRoot
      self.haveMark = haveMark
    }
  }

  /// The loop's time for it at once, in nanoseconds. Everybody else has their turn between two of these.
  package static let turn: UInt64 = 2_000_000
  /// A stray that forks in the turns of others has children that are not listed. So a look that has had several turns
  /// and has ended one lists all again, but does not race for ever with one that forks and forks.
  private static let mostLists = 16

  private let apps: Apps
  private let loop: EventLoop
  private let kernel: Kernel
  private let isEnding: (pid_t) -> Void
  private let hasHeldUp: (pid_t) -> Void
  private var then: [() -> Void] = []
  private var lists = 0
  private var isWantedAgain = false

  /// The processes of the machine that are listed and not looked at yet.
  private var listed: ArraySlice<pid_t> = []
  private var parents: [pid_t: pid_t] = [:]
  /// Those whose users may run apps, each with the place where the look at its threads goes on (``Kernel/mark(of:_:from:)``).
  private var suspects: ArraySlice<(pid: pid_t, user: uid_t, place: Int)> = []
  /// Whether others have had a turn since all were listed.
  private var isParted = false
  /// Whether a stray has been found among them.
  private var hasEnded = false
  private var ended: Set<pid_t> = []

  /// - Parameters:
  ///   - isEnding: is told each stray, once.
  ///   - hasHeldUp: is told each that was ended because it kept the look waiting (``CallGuard``).
  package init(
    _ apps: Apps, on loop: EventLoop, kernel: Kernel, isEnding: @escaping (pid_t) -> Void,
    hasHeldUp: @escaping (pid_t) -> Void
  ) {
    self.apps = apps
    self.loop = loop
    self.kernel = kernel
    self.isEnding = isEnding
    self.hasHeldUp = hasHeldUp
  }

  /// - Parameters:
  ///   - time: nanoseconds that it may take before others have their turn.
  ///   - then: is called once all have been looked at, perhaps before this returns.
  package func start(for time: UInt64 = turn, then: @escaping () -> Void) {
    self.then.append(then)
    list()
    look(for: time)
  }

  /// Has all looked at once more: of an app that has ended meanwhile, none was a stray when it was looked at.
  package func again(then: @escaping () -> Void) {
    isWantedAgain = true
    self.then.append(then)
  }

  private func look(for time: UInt64) {
    let end = kernel.now() + time
    while goOn() {
      guard kernel.now() >= end else { continue }
      do {
        isParted = true
        return try loop.post(priority: .request) { [weak self, crowds = loop.crowds] in
          crowds.take { self?.look(for: StrayLook.turn) }
        }
      } catch {
        // Without memory for a turn of the loop, the rest of it is looked at now.
        continue
      }
    }
    let then = then
    self.then = []
    then.forEach { $0() }
  }

  /// False when there are no more.
  private func goOn() -> Bool {
    if let pid = listed.popFirst() {
      place(pid)
    } else if let suspect = suspects.popFirst() {
      look(at: suspect.pid, of: suspect.user, from: suspect.place)
    } else if isWantedAgain || isParted && hasEnded && lists < Self.mostLists {
      list()
    } else {
      return false
    }
    return true
  }

  private func list() {
    if isWantedAgain { lists = 0 }
    (isWantedAgain, isParted, hasEnded) = (false, false, false)
    lists += 1
    parents = [:]
    listed = ((try? kernel.numbers(in: "/proc")) ?? [])[...]
  }

  private func place(_ pid: pid_t) {
    guard !apps.haveRoot(pid), let (parent, user) = kernel.parentAndUser(of: pid) else { return }
    parents[pid] = parent
    if apps.haveUser(user) { suspects.append((pid, user, 0)) }
  }

  private func look(at pid: pid_t, of user: uid_t, from place: Int) {
    guard !apps.haveRoot(pid), !isBelowApp(pid), let process = try? kernel.openPidfd(pid) else { return }
    // The pid may be another's by now, whose user runs no apps.
    if isParted, kernel.user(of: pid) != user { return }
    var place = place
    let found = mark(of: process, user, from: &place)
    if place > 0 { suspects.append((pid, user, place)) }
    guard let found, !apps.haveMark(found) else { return }
    try? kernel.send(SIGKILL, to: process)
    // One that waits for a disk is still there at the next list.
    guard ended.insert(pid).inserted else { return }
    hasEnded = true
    isEnding(pid)
  }

  /// Whether it is a process of an app that lives: such an app's root is a subreaper, and so above all others of it.
  private func isBelowApp(_ pid: pid_t) -> Bool {
    var (pid, generation) = (pid, 0)
    while pid > 1, generation < 4096, let parent = parents[pid] {
      if apps.haveRoot(parent) { return true }
      (pid, generation) = (parent, generation + 1)
    }
    return false
  }

  private func mark(of process: Pidfd, _ user: uid_t, from place: inout Int) -> [UInt8]? {
    let suspect = CallGuard.Suspect(
      pidfd: process.descriptor, cgroup: nil, app: process.pid, user: apps.ownUser(user) ? user : nil)
    return CallGuard.shared.call(about: suspect) {
      kernel.mark(of: process.pid, apps.runtimeDirectory, from: &place)
    } ended: {
      hasHeldUp(process.pid)
    }
  }
}
