// The reason why a measurement could not be made.
import Glibc

enum BenchError: Error, CustomStringConvertible {
  case system(action: String, errno: Int32)
  case failed(program: String, status: Int32)
  case silent(program: String)
  case refused(by: String, answer: String)
  case never(String)
  case notCrossed(program: String)
  case notStopped(pid: Int32, thread: Int32, state: Character)

  var description: String {
    switch self {
    case .system(let action, let errno): "unable to \(action): \(String(cString: strerror(errno)))"
    case .failed(let program, let status): "\(program) failed with wait status \(status)"
    case .silent(let program): "\(program) ended without an answer"
    case .refused(let program, let answer): "\(program) refused: \(answer)"
    case .never(let what): "waited ten seconds in vain for \(what)"
    case .notCrossed(let program): "\(program) was not stopped for taking too much"
    case .notStopped(let pid, let thread, let state):
      "pid \(pid) was reported suspended while its thread \(thread) was in state \(state)"
    }
  }
}
