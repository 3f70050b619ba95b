// Requests to roostd that wait for their reply.

import AgentProtocol
import Dispatch
import Synchronization

/// The reason why a request brought no result.
public enum RequestError: Error, Hashable, CustomStringConvertible {
  /// roostd refused; `code` is the error's name in the protocol.
  case refused(code: String, message: String)
  /// The channel ended before an answer came.
  case channelEnded

  public var description: String {
    switch self {
    case .refused(let code, let message): "roostd refused: \(message) (\(code))"
    case .channelEnded: "roostd has closed the channel"
    }
  }
}

struct OpenRequests {
  private var lastID: UInt64 = 0
  /// Nil when the channel has ended: nobody would answer any more.
  private var answers: [UInt64: Answer]? = [:]

  mutating func open(_ answer: Answer) -> UInt64? {
    if answers == nil { return nil }
    lastID += 1
    answers?[lastID] = answer
    return lastID
  }

  mutating func close(_ id: UInt64) -> Answer? { answers?.removeValue(forKey: id) }

  mutating func closeAll() -> [Answer] {
    defer { answers = nil }
    return answers.map { Array($0.values) } ?? []
  }
}

/// The place where one request's answer arrives: given by the reader thread, awaited by the thread that asked.
final class Answer: Sendable {
  private let given = DispatchSemaphore(value: 0)
  private let outcome = Mutex<Reply.Outcome?>(nil)
  private let answered: (@Sendable (Result<RequestResult, RequestError>) -> Void)?

  /// - Parameter answered: called by the thread that gives the answer, where nobody waits for it.
  init(_ answered: (@Sendable (Result<RequestResult, RequestError>) -> Void)? = nil) { self.answered = answered }

  /// Nil: none will come.
  func give(_ outcome: Reply.Outcome?) {
    self.outcome.withLock { $0 = outcome }
    given.signal()
    guard let answered else { return }
    do throws(RequestError) { answered(.success(try wait())) } catch { answered(.failure(error)) }
  }

  func wait() throws(RequestError) -> RequestResult {
    given.wait()
    switch outcome.withLock({ $0 }) {
    case .result(let result): return result
    case .error(let code, let message): throw .refused(code: code, message: message)
    case nil: throw .channelEnded
    }
  }
}
