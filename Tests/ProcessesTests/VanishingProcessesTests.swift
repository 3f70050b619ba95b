// Processes of an app that vanish and appear at any moment of its suspension, in a kernel of the test's own.
import Glibc
import SimulatedDevice
import SystemPackage
import Testing

@testable import Linux
@testable import Processes

@MainActor @Suite struct VanishingProcessesTests {
  private struct Process {
    var isStopped = false
    /// Takes a stop when its cgroup is thawed, as one does that is in a long call into the kernel.
    var isSlow = false
    var hasStopPending = false
    /// Not all that it has started may be known to others.
    var hasChild = false
  }

  /// One app in a cgroup, of processes of one thread each.
  @MainActor private final class OneApp: Kernel {
    static let root: pid_t = 50_000_000
    private(set) var living: [pid_t: Process] = [OneApp.root: Process()]
    private(set) var freezes = 0
    /// Happens as the cgroup is frozen.
    var atFreeze: (OneApp) -> Void = { _ in }
    private var isToFreeze = false
    private var time: UInt64 = 0
    private var last = OneApp.root
    /// Of the things that happen by themselves, and how many are still to come.
    private var random = SeededGenerator(seed: 0)
    private var left = 0

    var pids: [pid_t] { living.keys.sorted() }
    var runs: Bool { living.values.contains { !$0.isStopped } }

    func pass(_ nanoseconds: UInt64) { time += nanoseconds }

    func happen(_ count: Int, seed: UInt64) { (random, left) = (SeededGenerator(seed: seed), count) }

    @discardableResult func start(isSlow: Bool) -> pid_t {
      last += 1
      living[last] = Process(isSlow: isSlow)
      return last
    }

    func end(_ pid: pid_t) { living[pid] = nil }

    /// A process starts another, if one runs, or is killed.
    private func happen() {
      guard left > 0, Int.random(in: 0..<8, using: &random) == 0 else { return }
      left -= 1
      if Bool.random(using: &random) {
        // One that starts a process and ends at once leaves that behind a look that is under way: the freezer is for that.
        let mortal = pids.filter { $0 != Self.root && living[$0]?.hasChild == false }
        if let pid = mortal.randomElement(using: &random) { end(pid) }
      } else if !isToFreeze {
        let running = pids.filter { living[$0]?.isStopped == false }
        guard let parent = running.randomElement(using: &random) else { return }
        living[parent]?.hasChild = true
        start(isSlow: Bool.random(using: &random))
      }
    }

    override func now() -> UInt64 {
      happen()
      time += 10_000
      return time
    }

    override func yield() {}

    override func openPidfd(_ pid: pid_t) throws(Errno) -> Pidfd {
      happen()
      guard living[pid] != nil else { throw .noSuchProcess }
      return Pidfd(pid: pid, descriptor: try Sys.open("/dev/null", O_RDONLY | O_CLOEXEC))
    }

    override func send(_ signal: CInt, to process: Pidfd) throws(Errno) {
      happen()
      guard var one = living[process.pid] else { throw .noSuchProcess }
      if signal == SIGSTOP { (one.hasStopPending, one.isStopped) = (one.isSlow, !one.isSlow) }
      if signal == SIGCONT { (one.hasStopPending, one.isStopped) = (false, false) }
      living[process.pid] = one
    }

    override func sendToGroup(_ signal: CInt, of leader: Pidfd) throws(Errno) -> Bool {
      try send(signal, to: leader)
      return false
    }

    override func haveEnded(_ processes: [Pidfd]) -> [Bool] { processes.map { living[$0.pid] == nil } }

    override func hasStopped(child: Pidfd) -> Bool? { nil }

    override func readStart(of path: String, atLeast limit: Int) throws(Errno) -> [UInt8] {
      happen()
      if path.hasSuffix("/cgroup.procs") { return Array(pids.map { "\($0)\n" }.joined().utf8) }
      if path.hasSuffix("/cgroup.events") { return Array("populated 1\nfrozen \(isToFreeze ? 1 : 0)\n".utf8) }
      if path.hasSuffix("/cgroup.freeze") { return Array("\(isToFreeze ? 1 : 0)\n".utf8) }
      guard let pid = path.split(separator: "/").dropFirst().first.flatMap({ pid_t($0) }), let one = living[pid]
      else { throw .noSuchFileOrDirectory }
      // The twentieth is the number of threads (proc(5)).
      let rest = (5...52).map { $0 == 20 ? "1" : "0" }.joined(separator: " ")
      return Array("\(pid) (app) \(one.isStopped ? "T" : "R") 1 \(rest)\n".utf8)
    }

    override func writeFile(_ path: String, _ text: String) throws(Errno) {
      isToFreeze = text == "1"
      if isToFreeze {
        freezes += 1
        return atFreeze(self)
      }
      for (pid, one) in living where one.hasStopPending {
        living[pid] = Process(isStopped: true, hasChild: one.hasChild)
      }
    }
  }

  /// Carries a freeze through, whose last step it returns, and those that it holds.
  private func freeze(_ kernel: OneApp) throws -> (Freeze.Step, held: Set<pid_t>) {
    let root = ChildProcess(try kernel.openPidfd(OneApp.root), kernel: kernel)
    var freeze = Freeze(root: root, in: AppCgroup(path: "/roost-no-cgroup", kernel: kernel), kernel: kernel)
    for _ in 0..<10_000 {
      let step = freeze.advance()
      guard case .again(let nanoseconds) = step else { return (step, Set(freeze.processes.map(\.pid))) }
      kernel.pass(nanoseconds)
    }
    throw Unfinished()
  }

  @Test("BG4 most of an app's processes may vanish while its cgroup is frozen for one that is slow to stop")
  func shrinking() throws {
    let kernel = OneApp()
    let vanishing = (0..<30).map { _ in kernel.start(isSlow: false) }
    // The last in the list, which is the one that is looked at until then.
    let slow = kernel.start(isSlow: true)
    kernel.atFreeze = { kernel in vanishing.forEach { kernel.end($0) } }
    let (step, held) = try freeze(kernel)
    guard case .frozen = step else {
      Issue.record("\(step)")
      return
    }
    #expect(held == [OneApp.root, slow] && kernel.freezes == 1 && !kernel.runs)
  }

  @Test("BG4 processes that vanish and appear at any moment of a suspension leave none that runs, and end nothing else")
  func atAnyMoment() throws {
    let first = UInt64.random(in: .min ... .max)
    for seed in (0..<300).map({ first &+ $0 }) {
      var random = SeededGenerator(seed: seed)
      let kernel = OneApp()
      for _ in 0..<Int.random(in: 0..<100, using: &random) {
        kernel.start(isSlow: Int.random(in: 0..<8, using: &random) == 0)
      }
      kernel.happen(Int.random(in: 0..<100, using: &random), seed: random.next())
      let (step, held) = try freeze(kernel)
      guard case .frozen = step else {
        Issue.record("\(step), seed \(seed)")
        continue
      }
      #expect(!kernel.runs && held.isSuperset(of: kernel.pids), "seed \(seed)")
    }
  }
}
