// Transfers that go on while their app is suspended or gone (`URLSession` in the background, BX9 to BX12).

/// One transfer of this device. A number is not used again while a process lives that may know it: news of one that is gone finds none,
/// and changes nothing.
public struct TransferSerial: Hashable, Comparable, Codable, Sendable {
  public let number: UInt64
  public init(number: UInt64) { self.number = number }
  public static func < (left: TransferSerial, right: TransferSerial) -> Bool { left.number < right.number }
}

/// How an app calls one of its transfers: `URLSessionConfiguration.identifier` and `URLSessionTask.taskIdentifier`.
public struct TransferName: Hashable, Codable, Sendable {
  public let session: String
  public let number: Int

  public init(session: String, number: Int) {
    self.session = session
    self.number = number
  }

  func isOf(_ session: String) -> Bool { self.session.isSpelled(as: session) }

  public static func == (left: TransferName, right: TransferName) -> Bool {
    left.number == right.number && left.isOf(right.session)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(Spelling(session))
  }
}

/// A transfer that an app has asked for.
public struct TransferRequest: Hashable, Codable, Sendable {
  public let name: TransferName
  public let method: String
  public let url: String
  public let headers: [String: String]
  /// The file to send, relative to the app's container; nil: there is none.
  public let file: String?
  /// `isDiscretionary`: it has the conditions of a processing task (BX4).
  public internal(set) var isDiscretionary: Bool
  /// `allowsCellularAccess`: false waits for Wi-Fi.
  public let allowsCellular: Bool
  /// Not before; nil for as soon as it may be.
  public internal(set) var earliest: Instant?

  public init(
    _ name: TransferName, method: String = "GET", url: String, headers: [String: String] = [:], file: String? = nil,
    isDiscretionary: Bool = false, allowsCellular: Bool = true, earliest: Instant? = nil
  ) {
    self.name = name
    self.method = method
    self.url = url
    self.headers = headers
    self.file = file
    self.isDiscretionary = isDiscretionary
    self.allowsCellular = allowsCellular
    self.earliest = earliest
  }
}

/// A transfer, from the request to the moment when its app has taken note of its end.
public struct Transfer: Hashable, Codable, Sendable {
  public enum Stage: Hashable, Codable, Sendable {
    /// Not before this time; nil: only for its conditions.
    case waiting(until: Instant? = nil)
    case running
    case ended(TransferEnd)
  }

  public let serial: TransferSerial
  public internal(set) var request: TransferRequest
  public internal(set) var stage = Stage.waiting()
  /// The bytes that are here.
  public internal(set) var received: Int64 = 0
  /// All bytes of the server's answer; nil: it has not said how many.
  public internal(set) var expected: Int64?
  /// The server's name for the version of which a part is here (RFC 9110, 8.8); nil: it cannot be asked for the rest.
  public internal(set) var validator: String?
  /// Attempts in a row that have brought nothing new.
  var failures = 0
  /// The most bytes that were ever here: a server that keeps breaking off at one place brings nothing new.
  var furthest: Int64 = 0
  /// The pause before the attempt that runs, or that it waits for.
  var pause = Duration.zero
  /// The attempt that runs, or the last one.
  var attempt: TransferAttempt?
  /// The most bytes that were ever here when the pauses last began anew.
  var paidFor: Int64 = 0

  /// - Parameter received: the bytes of the part that an earlier daemon has left.
  public init(
    _ serial: TransferSerial, _ request: TransferRequest, validator: String? = nil, received: Int64 = 0,
    end: TransferEnd? = nil
  ) {
    self.serial = serial
    self.request = request
    self.validator = validator
    self.received = received
    (furthest, paidFor) = (received, received)
    if let end { stage = .ended(end) }
  }

  mutating func note(_ received: Int64) {
    self.received = max(received, 0)
    guard received > furthest else { return }
    furthest = received
    failures = 0
  }

  /// Whether news of it changes anything. One that was held when its file was on the way to its app has that file all the same.
  func takes(_ fact: TransferFact) -> Bool {
    switch (stage, fact) {
    case (.running, _), (.waiting, .ended(.done)): true
    case (.waiting, _), (.ended, _): false
    }
  }

  public var end: TransferEnd? {
    switch stage {
    case .waiting, .running: nil
    case .ended(let end): end
    }
  }

  /// Whether another attempt may go better.
  func mayPass(_ failure: TransferFailure) -> Bool {
    failure.mayPass && (failure != .storage || !wouldRepeatItsDeed)
  }

  /// A server that has answered would do again what it has done, unless the method is one that only reads (RFC 9110, 9.2.1).
  var wouldRepeatItsDeed: Bool {
    attempt?.isAnswered == true && request.method != "GET" && request.method != "HEAD"
  }
}

/// The state that a transfer is in.
public enum TransferEnd: Hashable, Codable, Sendable {
  /// The server has answered with this status and these header fields, and the content is in a file of the container.
  /// An earlier daemon kept no fields.
  case done(status: Int, file: String, size: Int64, headers: [String: String]? = nil)
  /// The message is for the app's author.
  case failed(TransferFailure, String)
}

extension TransferEnd {
  /// BX5: the app is not told of it unasked.
  var isByUser: Bool {
    switch self {
    case .failed(.cancelled, _): true
    case .done, .failed: false
    }
  }
}

/// Why a transfer, or one attempt at it, has failed.
public enum TransferFailure: String, Hashable, Codable, Sendable, CaseIterable {
  /// No such host, or nobody answers there.
  case unreachable
  /// The server was silent for too long, or too slow.
  case timedOut
  /// The connection broke.
  case lost
  /// No secure connection, or a certificate that is not valid.
  case tls
  /// A redirect to what is no HTTP, or too many of them.
  case redirect
  /// The server's answer is no HTTP, or its header is too large.
  case badAnswer
  /// More bytes than the app may have under way.
  case tooLarge
  /// The file to send cannot be read.
  case noFile
  /// The disk is full or broken.
  case storage
  /// roost-transfer did not do as it should.
  case helper
  /// The user has ended the app (BX5).
  case cancelled

  /// Whether another attempt may go better, where it may be made.
  var mayPass: Bool {
    switch self {
    case .unreachable, .timedOut, .lost, .storage, .helper: true
    case .tls, .redirect, .badAnswer, .tooLarge, .noFile, .cancelled: false
    }
  }
}

/// News of the process that carries out a transfer.
public enum TransferFact: Hashable, Codable, Sendable {
  /// The server has begun to answer a request that does more than read, and nothing of its content is here yet.
  case answered
  /// The content of the server's answer begins, and so many bytes of it are here already.
  case began(validator: String?, expected: Int64?, received: Int64)
  case progressed(received: Int64)
  case ended(TransferEnd)
}

/// The transfers of one app, in the order they were asked for.
public struct Transfers: Hashable, Codable, Sendable {
  public internal(set) var all: [Transfer] = []
  /// The sessions of which a transfer has ended since the app was last told of one.
  var untold: Set<Spelling> = []
  /// The last time that the app was woken for ends; nil: not since the user has had it in front.
  var pace: WakePace?

  public init(_ all: [Transfer] = []) { self.all = all }

  public subscript(name: TransferName) -> Transfer? { all.first { $0.request.name == name } }

  func index(of serial: TransferSerial) -> Int? { all.firstIndex { $0.serial == serial } }

  var running: Int { all.count { $0.stage == .running } }

  /// The bytes of parts, which are in the daemon's own folder.
  var bytes: Int64 {
    all.reduce(0) { sum, transfer in
      // The helper may say any number.
      let (total, isTooMany) = sum.addingReportingOverflow(transfer.end == nil ? transfer.received : 0)
      return isTooMany ? .max : total
    }
  }

  /// As an earlier daemon has kept them. An end may not have been told.
  mutating func recall(_ kept: [Transfer]) {
    all = kept
    untold = Spelling.all(kept.filter { $0.end != nil && $0.end?.isByUser != true }.map(\.request.name.session))
  }

  mutating func moveDates(by shift: Int64) {
    for index in all.indices { all[index].request.earliest = all[index].request.earliest?.moved(by: shift) }
  }

  /// The sessions of which an app is to be told that all transfers have ended, in an order of their own.
  var toTell: [Spelling] {
    if untold.isEmpty { return [] }
    return untold.subtracting(Spelling.all(all.filter { $0.end == nil }.map(\.request.name.session))).sorted()
  }

  /// Whether there is anything left to begin, to carry on, or to tell.
  var isAtRest: Bool { untold.isEmpty && !all.contains { $0.end == nil } }
}

/// The limits of transfers, how often they are tried, and how often their apps are woken.
public struct TransferPolicy: Hashable, Codable, Sendable {
  /// The bytes that an app may have under way.
  public var quota: Int64 = 4 << 30
  /// A server that sends less than 64 bytes a second for so long is silent.
  public var stall: Duration = .seconds(60)
  /// The attempts in a row that may bring nothing.
  public var attempts = 8
  /// From the first failed attempt to the next; each one after that waits twice as long.
  public var pause: Duration = .seconds(1)
  public var longestPause: Duration = .seconds(600)
  /// The new bytes for which attempts are worth their cost, however short they were.
  public var worth: Int64 = 64 << 10
  /// Behind the screen, from the first wake for ends to the next (BX10); each one after that waits twice as long.
  public var wakePause: Duration = .seconds(60)
  public var longestWakePause: Duration = .seconds(60 * 60)

  public init() {}
}
