// Everything the model can ask of the supervisor.

public enum Effect: Hashable, Codable, Sendable {
  // To processes.
  case spawn(ProcessSerial, AppID, Launch)
  case send(ProcessSerial, EventSequence, Event)
  case reply(ProcessSerial, id: UInt64, AppAnswer)
  /// The same, once the changes for the stores until now are on disk.
  case replyWhenStored(ProcessSerial, id: UInt64, AppAnswer)
  /// Stop every process of the app; ``KernelFact/froze(holding:)`` or ``KernelFact/freezeFailed(_:)`` answers.
  case freeze(ProcessSerial)
  /// Continue every process of the app. Needs no answer: no check may stand between an app and its thaw.
  case thaw(ProcessSerial)
  /// Take away what keeps a debugger from continuing a suspended app: the seal on its stops, which stay (DB3).
  case unseal(ProcessSerial)
  /// Look what it holds; ``KernelFact/inspected(_:)`` answers (BG5).
  case inspect(ProcessSerial)
  /// Look how much processor time all its processes have used; ``KernelFact/sampledCPU(_:)`` or
  /// ``KernelFact/sampleFailed`` answers (BG8).
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
  /// Take its container away, with the keys of the files in it (LA11).
  case eraseData(AppID)
  /// To the keys of protected files (DP2).
  case keys(KeyEffect)
  /// Something about memory (ME).
  case memory(MemoryEffect)
  /// To the processes that carry out transfers (BX9).
  case transfers(TransferEffect)

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
  /// A transfer, in place of what was kept of it before.
  case keepTransfer(AppID, Transfer)
  case dropTransfer(AppID, TransferSerial)
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

/// The work on a transfer (BX9).
public enum TransferEffect: Hashable, Codable, Sendable {
  /// Carry it out from where its part ends: `room` is how large that may become, in bytes, and `stall` how long the
  /// server may be silent. ``Input/transfer(_:_:_:)`` tells what comes of it.
  case start(AppID, Transfer, room: Int64, stall: Duration)
  /// Stop; its part stays.
  case hold(TransferSerial)
  /// Stop, and remove its part.
  case discard(AppID, TransferSerial)
}

extension Effect {
  /// Whether doing it twice would write something twice. A daemon that restores another needs to know whether it
  /// was done.
  public var mayHappenOnlyOnce: Bool {
    switch self {
    case .store(.record), .memory(.jetsam): true
    case .store, .memory, .transfers, .spawn, .send, .reply, .replyWhenStored, .freeze, .thaw, .unseal, .inspect,
      .sampleCPU,
      .kill, .arm, .keepPicture,
      .forgetPicture, .eraseData, .keys, .answer, .report, .shutdownComplete:
      false
    }
  }

  /// Whether it is a change to a store, which may not have been written when the daemon ends.
  public var isStored: Bool {
    switch self {
    case .store: true
    case .spawn, .send, .reply, .replyWhenStored, .freeze, .thaw, .unseal, .inspect, .sampleCPU, .kill, .arm,
      .keepPicture,
      .forgetPicture, .eraseData, .keys, .memory, .transfers, .answer, .report, .shutdownComplete:
      false
    }
  }
}
