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

  private let program: String?
  private let limit: Duration
  private let loop: EventLoop
  private let kernel: Kernel
  private let deliver: Deliver
  private let queue = WorkQueue()
  /// Many apps may crash or hang at one moment.
  private let starts: SpacedWork
  /// By the helper's pid.
  private var looks: [pid_t: Look] = [:]

  /// - Parameters:
  ///   - program: roost-backtrace; nil when it is not installed.
  ///   - limit: how long a helper may take, which is more than it gives itself. The hung app waits for its end that
  ///     long.
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
    starts.take { [weak self] in self?.begin(pid, thread, then) }
  }

  private func begin(_ pid: pid_t, _ thread: pid_t?, _ then: @escaping Answer) {
    do throws(BacktraceError) {
      let look = try start(pid, thread, then)
      looks[look.child.pid] = look
    } catch {
      deliver { then(.failure(error)) }
    }
  }

  private func start(_ pid: pid_t, _ thread: pid_t?, _ then: @escaping Answer) throws(BacktraceError) -> Look {
    guard let program else { throw .notInstalled }
    do {
      var output = try HelperOutput()
      let child = try ChildProcess.launch(
        LaunchRequest(
          executable: program, arguments: ["roost-backtrace", "\(pid)"] + (thread.map { ["\($0)"] } ?? []),
          environment: ["LC_ALL=C"], directory: "/",
          output: output.writeEnd, error: output.writeEnd, events: output.null, replies: output.null,
          openFiles: OpenFiles.inherited),
        kernel: kernel)
      do {
        return try Look(child, output: output.takeReadEnd(), loop: loop, limit: limit) { [unowned self] in
          conclude(child.pid, $0, then)
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
      queue.async { [deliver] in
        let result = Self.read(status, output)
        deliver { then(result) }
      }
    case .endedLate: looks[helper] = nil
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
