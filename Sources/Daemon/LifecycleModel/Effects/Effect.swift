// Everything the model can ask of the supervisor.

public enum Effect: Hashable, Codable, Sendable {
  // To processes.
  case spawn(ProcessSerial, AppID, Launch)
  case send(ProcessSerial, EventSequence, Event)
  case reply(ProcessSerial, id: UInt64, AppAnswer)
  /// Stop every process of the app; ``KernelFact/froze(holding:)`` or ``KernelFact/freezeFailed(_:)`` answers.
  case freeze(ProcessSerial)
  /// Continue every process of the app. Needs no answer: no check may stand between an app and its thaw.
  case thaw(ProcessSerial)
  /// Look what it holds; ``KernelFact/inspected(_:)`` answers (BG5).
  case inspect(ProcessSerial)
  /// Look how much processor time all its processes have used; ``KernelFact/sampledCPU(_:)`` answers (BG8).
  case sampleCPU(ProcessSerial)
  /// SIGKILL to every process of the app; ``KernelFact/exited(_:_:)`` follows.
  case kill(ProcessSerial)

  /// When ``Input/due(_:)`` is to come; nil: not at all.
  case arm(Alarm, at: Instant?)

  /// To what outlives the daemon.
  case store(StoreChange)
  /// The app has rendered a scene, or its only window, into a file of its container (SN1).
  case keepPicture(ProcessSerial, AppID, SessionID?, file: String)
  /// Forget what a scene looked like.
  case forgetPicture(AppID, SessionID?)
  /// To the keys of protected files (DP2).
  case keys(KeyEffect)
  /// Something about memory (ME).
  case memory(MemoryEffect)

  // To people.
  case answer(RequestID, Outcome)
  case report(Report)

  /// The last process has ended after ``Input/shutdown``.
  case shutdownComplete
}

/// A change to what outlives the daemon. Making it twice is as good as once, but for ``record(_:)``.
public enum StoreChange: Hashable, Codable, Sendable {
  case keepSession(AppID, Session)
  /// The session is gone; its app has not been told (SC3).
  case discardSession(AppID, SessionID)
  /// The app has been told of all its discarded sessions.
  case discardsReported(AppID)
  /// A request for background work, kept until it runs (BX4).
  case keepTask(AppID, TaskRequest)
  case dropTask(AppID, String)
  /// The notifications of an app, in place of those kept before.
  case keepNotifications(AppID, UserNotifications)
  /// Something that somebody has set, in place of what it was before.
  case keepFact(FactChange)
  /// The record of how a process ended (TE3).
  case record(ExitRecord)
}

/// Use of the keys of protected files (DP2).
public enum KeyEffect: Hashable, Codable, Sendable {
  case discard
  case open
  /// Reply with the key of a class, which may be used now.
  case give(ProcessSerial, id: UInt64, AppID, ProtectionClass)
  /// Reply with what files of `completeUnlessOpen` are made with, which may be had at any time.
  case givePublic(ProcessSerial, id: UInt64, AppID)
}

extension Effect {
  /// Whether doing it twice would write something twice. A daemon that restores another needs to know whether it
  /// was done.
  public var mayHappenOnlyOnce: Bool {
    switch self {
    case .store(.record), .memory(.jetsam): true
    case .store, .memory, .spawn, .send, .reply, .freeze, .thaw, .inspect, .sampleCPU, .kill, .arm, .keepPicture,
      .forgetPicture, .keys, .answer, .report, .shutdownComplete:
      false
    }
  }

  /// Whether it is a change to a store, which may not have been written when the daemon ends.
  public var isStored: Bool {
    switch self {
    case .store: true
    case .spawn, .send, .reply, .freeze, .thaw, .inspect, .sampleCPU, .kill, .arm, .keepPicture, .forgetPicture, .keys,
      .memory, .answer, .report, .shutdownComplete:
      false
    }
  }
}
