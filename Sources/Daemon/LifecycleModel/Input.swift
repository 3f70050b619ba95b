// Everything that can happen to the model: wishes of people, facts from the kernel, words of apps, time.

public enum Input: Hashable, Codable, Sendable {
  // Installed apps.
  /// An app was found, or its description changed.
  case installed(AppDescription)
  /// An app's bundle is gone; a process of it that runs goes on until it ends.
  case removed(AppID)

  /// The configuration was read again. What is timed already keeps its limit, and what an app was told at its start
  /// holds for that process.
  case policyChanged(Policy)

  /// What an app's earlier processes have left, read at the daemon's start. The app may not be installed yet, or any
  /// more.
  case recalled(AppID, Sessions)
  /// The requests for background work that it has submitted and that did not run (BX4).
  case recalledTasks(AppID, [TaskRequest])
  /// The notifications that it has planned, and those that are shown.
  case recalledNotifications(AppID, UserNotifications)
  /// The user force-quit it and has not opened it since (BX5).
  case recalledForceQuit(AppID)
  /// It has died so many times in a row right after its launch, the last time so long ago.
  case recalledDeaths(AppID, Int, ago: Duration)

  /// NQ: how somebody has set the device up.
  case recalledFact(FactChange)

  /// DP2: the device has a passcode, which nobody has entered since the daemon began.
  case recalledPasscode
  /// DP2: a passcode was set, or taken away, by somebody who knew the one before.
  case passcodeChanged(isSet: Bool)

  // Wishes of the person, by way of roostctl.
  case launch(AppID, Launch, Placement, Request)
  /// Brings a running app forward; one that is not running is refused.
  case activate(AppID, Request)
  case home(Request)
  case lock(Request)
  case unlock(Request)
  case call(CallButton, Request)
  case showAlert(Request)
  case dismissAlert(Request)
  case openPanel(Panel, Request)
  case closePanel(Panel, Request)
  case banner(String, Request)
  /// LA6: opens a URL in the app that declares its scheme; `from` is the app that asks.
  case openURL(String, from: AppID?, Request)
  /// A new scene of an app that may have several (SC1, SC4).
  case newScene(AppID, named: SessionID, Request)
  /// Brings one scene forward, launching the app when it is not running.
  case activateScene(AppID, SessionID, Request)
  /// R, B, DC; the session stays (SC2).
  case closeScene(AppID, SessionID, Request)
  /// R, B, DC, DD (SC1).
  case discardScene(AppID, SessionID, Request)
  /// Something to wake an app for (BX5).
  case wake(AppID, Wake, Request)
  /// A notification for the person from outside.
  case notify(AppID, UserNotification, Request)
  /// The person chooses a notification, or one of its actions, perhaps typing a text.
  case openNotification(AppID, String, action: String?, text: String?, Request)
  case dismissNotification(AppID, String, Request)
  /// NQ: something about the device changes, because somebody says so.
  case fact(FactChange, Request)
  /// NQ: the machine has found that something is different.
  case found(FactChange)
  /// From the switcher: force-quit (TE2).
  case quit(AppID, Request)
  /// As the system does it (TE1).
  case terminate(AppID, Request)
  /// One JSON object of input (FG4).
  case userInput(AppID, String, Request)
  /// The supervisor goes down: every app ends in order; ``Effect/shutdownComplete`` follows.
  case shutdown

  // Facts from the kernel.
  case spawned(ProcessSerial, pid: Int32)
  /// No process came to be, or it never became the app's program: the message says why.
  case spawnFailed(ProcessSerial, String)
  case exited(ProcessSerial, ExitStatus, Usage)
  /// Every process of the app is stopped, and the kernel says so (BG4), and what it holds in its sleep (BG6).
  case froze(ProcessSerial, holding: Holdings = Holdings())
  case inspected(ProcessSerial, Holdings)
  case sampledCPU(ProcessSerial, Duration)
  /// It could not be stopped, and what was stopped runs again.
  case freezeFailed(ProcessSerial, String)
  /// Someone else stopped the app.
  case stoppedFromOutside(ProcessSerial)
  /// Someone else continued it (BG9).
  case continuedFromOutside(ProcessSerial)

  // Words of the app.
  case hello(ProcessSerial, protocolVersion: Int)
  case acknowledged(ProcessSerial, EventSequence, Acknowledgement = .handled)
  case entering(ProcessSerial, callback: String)
  case returned(ProcessSerial, callback: String, scene: SessionID? = nil, took: Duration)
  case requested(ProcessSerial, id: UInt64, AppRequest)
  /// A signal is ending it, and it waits to be looked at: what its record says is as of now (TE4).
  case crashing(ProcessSerial)
  /// It broke the protocol; the message says how.
  case violated(ProcessSerial, String)
  /// It closed its end of the channel.
  case hungUp(ProcessSerial)

  /// Something about memory (ME).
  case memory(MemoryInput)

  /// The time of ``Effect/armKeys(at:)`` has come.
  case keysDue
  /// The time of ``Effect/armNotifications(at:)`` has come.
  case notificationsDue
  /// The time of ``Effect/armTasks(at:)`` has come.
  case tasksDue
  /// A timer that ``Effect/arm(_:_:at:)`` asked for has fired.
  case due(ProcessSerial, Step)
}

/// What a person can do with a call.
public enum CallButton: String, Hashable, Codable, Sendable, CaseIterable { case ring, accept, decline, end }

/// What can be pulled over an app (IN1).
public enum Panel: String, Hashable, Codable, Sendable, CaseIterable {
  case notificationCenter = "notification-center"
  case controlCenter = "control-center"
  case switcher
}
