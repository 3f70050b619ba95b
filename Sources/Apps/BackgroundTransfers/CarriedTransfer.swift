// One transfer of a background session: what is known of it, for its task and for the session.

import Foundation
import FoundationNetworking
import RoostAgent
import Synchronization

/// A task whose transfer roostd carries out.
protocol CarriedTask: URLSessionTask {
  var transfer: CarriedTransfer { get }
}

extension CarriedTask {
  /// Foundation moves the progress of its own transfers alone. Of an upload roostd tells the end, and not how much it has sent.
  func moveProgress() {
    let facts = transfer.now
    let hasEnded = facts.state == .completed
    guard transfer.file == nil || hasEnded else { return }
    progress.totalUnitCount = hasEnded ? max(facts.received, 1) : facts.expected
    progress.completedUnitCount = hasEnded ? progress.totalUnitCount : facts.received
  }
}

final class CarriedTransfer: Sendable {
  /// The part of roostd in it.
  enum Standing: Sendable {
    /// roostd does not know of it, or no longer.
    case unknown
    case beingTold
    /// It has ended for the app while roostd was being told of it.
    case endsWhenTold
    case known
  }

  struct Facts: Sendable {
    var state = URLSessionTask.State.suspended
    var standing = Standing.unknown
    /// roostd has said that it carries it out.
    var isGranted = false
    var received: Int64 = 0
    var expected: Int64 = NSURLSessionTransferSizeUnknown
    var response: URLResponse?
    var error: (any Error)?
    var earliest: Date?
  }

  let number: Int
  let request: URLRequest
  /// The file to send; nil for a download.
  let file: URL?
  let session: BackgroundSession
  private let facts: Mutex<Facts>

  /// - Parameter hasBegun: whether roostd knows of it, as of one of an earlier process.
  init(_ number: Int, _ request: URLRequest, sending file: URL? = nil, in session: BackgroundSession, hasBegun: Bool) {
    self.number = number
    self.request = request
    self.file = file
    self.session = session
    facts = Mutex(
      Facts(
        state: hasBegun ? .running : .suspended, standing: hasBegun ? .known : .unknown, isGranted: hasBegun))
  }

  var now: Facts { facts.withLock { $0 } }

  func set(earliest: Date?) { facts.withLock { $0.earliest = earliest } }

  /// False where it has begun before.
  func begin() -> Bool {
    facts.withLock { facts in
      guard facts.state == .suspended else { return false }
      (facts.state, facts.standing) = (.running, .beingTold)
      return true
    }
  }

  /// roostd has been told of it. True where its end has come meanwhile, of which roostd is to take note.
  func becomeKnown() -> Bool {
    facts.withLock { facts in
      switch facts.standing {
      case .beingTold:
        facts.standing = .known
        return false
      case .endsWhenTold:
        facts.standing = .known
        return true
      // It was refused meanwhile, or has ended and was noted.
      case .unknown, .known: return false
      }
    }
  }

  func grant() { facts.withLock { $0.isGranted = true } }

  /// roostd has been told of it, and has not answered.
  var mayBeRefused: Bool { facts.withLock { $0.standing == .known && !$0.isGranted } }

  /// roostd does not carry it out. False where roostd has taken note of its end before.
  @discardableResult
  func refuse() -> Bool {
    facts.withLock { facts in
      defer { facts.standing = .unknown }
      return facts.standing != .unknown
    }
  }

  /// The app knows the end. True where roostd is to take note of it now: once, and never of one that it does not know.
  func takeNote() -> Bool {
    facts.withLock { facts in
      switch facts.standing {
      case .known:
        facts.standing = .unknown
        return true
      case .beingTold:
        facts.standing = .endsWhenTold
        return false
      case .unknown, .endsWhenTold: return false
      }
    }
  }

  /// - Returns: the bytes that are new.
  func note(received: Int64, expected: Int64?) -> Int64 {
    facts.withLock { facts in
      defer {
        facts.received = received
        facts.expected = expected ?? NSURLSessionTransferSizeUnknown
      }
      return max(received - facts.received, 0)
    }
  }

  /// False where its end is known already.
  func end(_ state: URLSessionTask.State, response: URLResponse? = nil, error: (any Error)? = nil) -> Bool {
    facts.withLock { facts in
      guard facts.state == .running || facts.state == .suspended else { return false }
      (facts.state, facts.response, facts.error) = (state, response, error)
      return true
    }
  }
}
