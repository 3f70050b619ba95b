// Takes the backtrace of a hung process with a helper process (roost-backtrace), while the loop runs on.
package import Glibc
import LifecycleModel
import Linux
package import Processes
package import Reports
import Settings
package import Systemd

/// Starts `roost-backtrace`, reads what it prints, and ends it when it takes too long. Every question is answered once.
package final class Backtracer {
  package typealias Answer = @MainActor @Sendable (Result<Backtrace, BacktraceError>) -> Void

  private struct Question {
    let pid: pid_t
    let thread: pid_t?
    let then: Answer
  }

  /// A question that has no helper yet.
  private struct Waiting {
    let question: Question
    /// An app that crashes waits for two seconds; once it has been reaped its pid may be another process's.
    let process: Pidfd
    /// CLOCK_MONOTONIC in nanoseconds.
    let deadline: UInt64

    /// Its pidfd is readable then (pidfd_open(2)).
    var hasEnded: Bool { (try? Sys.areReadable([process.descriptor]))?.first == true }
  }

  /// Helpers at once. Each may take half a gigabyte, and a processor for seconds, of the apps' making.
  private static let helperLimit = 2

  private let program: String?
  private let limit: Duration
  private let loop: EventLoop
  private let kernel: Kernel
  private let deliver: Deliver
  private let queue = WorkQueue()
  /// Many apps may crash or hang at one moment.
  private let starts: SpacedWork
  /// By the helper's pid, until the helper has been reaped.
  private var looks: [pid_t: Look] = [:]
  /// The first to be looked at first.
  private var waiting: [Waiting] = []
  /// Rings for the first of those that wait, or for one that was the first.
  private var patience: TimerSource?

  /// - Parameters:
  ///   - program: roost-backtrace; nil when it is not installed.
  ///   - limit: how long a helper may take, which is more than it gives itself, and how long a question waits for one.
  ///     The hung app waits for its end for both at most.
  ///   - deliver: how results get back to the loop's thread.
  package init(
    program: String? = HelperProgram.path(of: "roost-backtrace"), limit: Duration = .seconds(Backtrace.timeLimit + 1),
    loop: EventLoop,
    kernel: Kernel, deliver: @escaping Deliver
  ) {
    self.program = program
    self.limit = limit
    self.loop = loop
    self.kernel = kernel
    self.deliver = deliver
    starts = SpacedWork(on: loop)
  }

  /// The helpers that run: children of the daemon that are no app's orphans.
  package var helpers: Set<pid_t> { Set(looks.keys) }

  /// Looks at a thread of a process, the main one if not said otherwise, which may be running or stopped and stays as
  /// it is.
  ///
  /// Only the daemon reaps its children, so the pid is the process's own as long as `then` has not been called and the
  /// caller has not reaped it.
  package func take(_ pid: pid_t, thread: pid_t? = nil, then: @escaping Answer) {
    let question = Question(pid: pid, thread: thread, then: then)
    starts.take { [weak self] in self?.take(question) }
  }

  private func take(_ question: Question) {
    if waiting.isEmpty, looks.count < Self.helperLimit { begin(question) } else { wait(question) }
  }

  private func begin(_ question: Question) {
    do throws(BacktraceError) {
      let look = try start(question)
      looks[look.child.pid] = look
    } catch {
      refuse(question, error)
    }
  }

  private func refuse(_ question: Question, _ error: BacktraceError) {
    deliver { question.then(.failure(error)) }
  }

  // MARK: Waiting for a helper

  private func wait(_ question: Question) {
    do {
      let process = try kernel.openPidfd(question.pid)
      let timer = try patience ?? loop.timer { [unowned self] in expire() }
      patience = timer
      let deadline = monotonicNow() + limit.wholeNanoseconds
      if waiting.isEmpty { timer.rearm(at: deadline) }
      waiting.append(Waiting(question: question, process: process, deadline: deadline))
    } catch {
      refuse(question, .notStarted("\(error)"))
    }
  }

  private func expire() {
    let now = monotonicNow()
    while let first = waiting.first, first.deadline <= now {
      waiting.removeFirst()
      refuse(first.question, .notStarted("it was busy with other processes for \(limit.readable)"))
    }
    if let first = waiting.first { patience?.rearm(at: first.deadline) }
  }

  private func goOn() {
    guard !waiting.isEmpty, looks.count < Self.helperLimit else { return }
    starts.take { [weak self] in self?.beginNext() }
  }

  private func beginNext() {
    guard looks.count < Self.helperLimit, !waiting.isEmpty else { return }
    let next = waiting.removeFirst()
    if next.hasEnded { refuse(next.question, .notStarted("the process has ended")) } else { begin(next.question) }
    goOn()
  }

  // MARK: The helper

  private func start(_ question: Question) throws(BacktraceError) -> Look {
    guard let program else { throw .notInstalled }
    do {
      var output = try HelperOutput()
      let child = try ChildProcess.launch(
        LaunchRequest(
          executable: program,
          arguments: ["roost-backtrace", "\(question.pid)"] + (question.thread.map { ["\($0)"] } ?? []),
          environment: ["LC_ALL=C"], directory: "/",
          output: output.writeEnd, error: output.writeEnd, events: output.null, replies: output.null,
          openFiles: OpenFiles.inherited),
        kernel: kernel)
      do {
        return try Look(child, output: output.takeReadEnd(), loop: loop, limit: limit) { [unowned self] in
          conclude(child.pid, $0, question.then)
        }
      } catch {
        // The daemon's sweep for orphans reaps it.
        Kill.tree(root: child, kernel: kernel)
        throw error
      }
    } catch {
      throw .notStarted("\(error)")
    }
  }

  private func conclude(_ helper: pid_t, _ step: Look.Step, _ then: @escaping Answer) {
    switch step {
    case .late: then(.failure(.late(limit.readable)))
    case .ended(let status, let output):
      looks[helper] = nil
      let told = AnswerOnLoop(then)
      queue.async { [deliver] in told.tell(Self.read(status, output), by: deliver) }
      goOn()
    case .endedLate:
      looks[helper] = nil
      goOn()
    }
  }

  /// Off the loop's thread: a deep stack makes a long document.
  private nonisolated static func read(_ status: ExitStatus, _ output: [UInt8]) -> Result<Backtrace, BacktraceError> {
    switch status {
    case .exited(code: 0):
      do { return .success(try Backtrace(json: output)) } catch { return .failure(.unreadable("\(error)")) }
    case .exited:
      let words = String(decoding: output.prefix(500), as: UTF8.self).split(separator: "\n").last.map(String.init)
      return .failure(.failed(words ?? "roost-backtrace failed without a message"))
    case .signaled(let number): return .failure(.failed("signal \(number) ended roost-backtrace"))
    case .unknown: return .failure(.failed("roost-backtrace ended in an unknown way"))
    }
  }
}
