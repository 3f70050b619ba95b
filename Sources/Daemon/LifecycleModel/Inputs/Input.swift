// Everything that can happen to the model: wishes of people, facts from the kernel, words of apps, time.

public enum Input: Hashable, Codable, Sendable {
  /// An app was found, or its description changed.
  case installed(AppDescription)
  /// An app's bundle is gone; a process of it that runs goes on until it ends.
  case removed(AppID)
  /// The configuration was read again. A step that is timed already keeps its limit, and a value that an app was told
  /// at its start holds for that process.
  case policyChanged(Policy)
  /// Something that outlived the daemon before.
  case recalled(Recalled)

  /// Somebody asks for something; ``Effect/answer(_:_:)`` answers.
  case wish(Wish, Request)
  /// NQ: the machine has found that something is different.
  case found(FactChange)
  /// DP2: a passcode was set, or taken away, by somebody who knew the one before.
  case passcodeChanged(isSet: Bool)
  /// BX4: from the clock of the model to the calendar it is so many nanoseconds now. The clock stands still while the machine sleeps, and
  /// nobody can set it; the calendar goes on, and may be set.
  case calendar(offset: Int64)

  case kernel(ProcessSerial, KernelFact)
  case app(ProcessSerial, Word)
  /// Something about memory (ME).
  case memory(MemoryInput)
  /// News of a transfer that runs (BX9).
  case transfer(AppID, TransferSerial, TransferFact)
  /// The time of an ``Effect/arm(_:at:)`` has come.
  case due(Alarm)

  /// The supervisor goes down: every app ends in order; ``Effect/shutdownComplete`` follows.
  case shutdown
  /// A supervisor goes on from this state, which another has left: it is not to go down, whatever that one was told.
  case restored
}

/// A record that an earlier daemon has kept, read at the start. The app may not be installed yet, or any more.
public enum Recalled: Hashable, Codable, Sendable {
  /// The sessions that an app's earlier processes have left.
  case sessions(AppID, Sessions)
  /// The requests for background work that an app has submitted and that did not run (BX4).
  case tasks(AppID, [TaskRequest])
  /// The transfers that an app has asked for and not taken note of (BX9).
  case transfers(AppID, [Transfer])
  /// Those that were kept cannot be read: the numbers of new ones begin above this one (BX9).
  case transferNumbers(above: TransferSerial)
  /// The notifications that an app has planned, and those that are shown.
  case notifications(AppID, UserNotifications)
  /// The user force-quit the app and has not opened it since (BX5).
  case forceQuit(AppID)
  /// The app has died so many times in a row right after its launch, the last time so long ago.
  case deaths(AppID, Int, ago: Duration)
  /// NQ: how somebody has set the device up.
  case fact(FactChange)
  /// DP2: the device has a passcode, which nobody has entered since the daemon began.
  case passcode
}

/// News of a process that the kernel reports, or that the supervisor has learnt from it.
public enum KernelFact: Hashable, Codable, Sendable {
  /// It runs already, and the daemon that started it has left no more than that; ``Effect/kill(_:)`` answers where it
  /// cannot be held.
  case adopted(AppID, Adoption)
  case spawned(pid: Int32)
  /// No process came to be, or it never became the app's program: the message says why.
  case spawnFailed(String)
  case exited(ExitStatus, Usage)
  /// Every process of the app is stopped, and the kernel says so (BG4), and what it holds in its sleep (BG6).
  case froze(holding: Holdings = Holdings())
  /// It could not be stopped, and the processes that were stopped run again: the message says why.
  case freezeFailed(String)
  /// Answers ``Effect/inspect(_:)``.
  case inspected(Holdings)
  /// Answers ``Effect/sampleCPU(_:)``: the processor time that all processes of the app have used.
  case sampledCPU(Duration)
  /// Answers it as well: the kernel does not tell.
  case sampleFailed
  /// Somebody else than the supervisor stopped the app.
  case stoppedFromOutside
  /// Somebody else continued it (BG9).
  case continuedFromOutside
  /// A debugger has attached to it, or with nil the one that had has left (DB2). Before an app is suspended, and before
  /// a deadline rings, the supervisor looks; where it answers ``Effect/freeze(_:)`` by this, nothing has been stopped.
  case traced(by: Debugger?)
  /// The daemon itself comes late to a deadline, and has not answered meanwhile what the app has said. The app's words and
  /// ``Input/due(_:)`` follow.
  case late(Step)
}

/// News that an app sends over its channel, or that its channel shows.
public enum Word: Hashable, Codable, Sendable {
  case hello(protocolVersion: Int)
  case acknowledged(EventSequence, Acknowledgement = .handled)
  case entering(callback: String)
  case returned(callback: String, scene: SessionID? = nil, took: Duration)
  case requested(id: UInt64, AppRequest)
  /// A signal is ending it, and it waits to be looked at: its record is as of now (TE4).
  case crashing
  /// It broke the protocol, or its bundle its seal; the message says how.
  case violated(String)
  /// It closed its end of the channel.
  case hungUp
}

/// A clock that the model has set by ``Effect/arm(_:at:)``. There is one of each; setting it again moves it.
public enum Alarm: Hashable, Codable, Sendable {
  /// A deadline of a process.
  case step(ProcessSerial, Step)
  /// Background work may begin (BX4).
  case tasks
  /// A transfer may begin, or be tried again (BX9).
  case transfers
  /// A planned notification is to be shown.
  case notifications
  /// The keys of protected files are to be discarded (DP2).
  case keys
  /// Memory is to be looked at (ME1).
  case memory
}
