// Whom an input or an effect is about.

import LifecycleModel

extension Input {
  /// The process that this is news of.
  var process: ProcessSerial? {
    switch self {
    case .installed, .removed, .policyChanged, .launch, .activate, .home, .lock, .unlock, .call, .showAlert,
      .dismissAlert, .openPanel, .closePanel, .banner, .openURL, .newScene, .activateScene, .closeScene, .discardScene,
      .wake, .fact, .quit, .terminate, .userInput, .shutdown, .recalled, .recalledTasks, .recalledForceQuit,
      .recalledDeaths, .recalledFact, .found,
      .recalledPasscode, .passcodeChanged, .recalledNotifications, .notify, .openNotification, .dismissNotification,
      .notificationsDue, .keysDue, .tasksDue, .memory:
      nil
    case .spawned(let serial, _), .spawnFailed(let serial, _), .exited(let serial, _, _), .froze(let serial, _),
      .inspected(let serial, _), .sampledCPU(let serial, _), .freezeFailed(let serial, _),
      .stoppedFromOutside(let serial), .continuedFromOutside(let serial), .hello(let serial, _),
      .acknowledged(let serial, _, _), .entering(let serial, _), .returned(let serial, _, _, _),
      .requested(let serial, _, _), .crashing(let serial), .violated(let serial, _), .hungUp(let serial),
      .due(let serial, _):
      serial
    }
  }

  /// The request that this is.
  var request: Request? {
    switch self {
    case .launch(_, _, _, let request), .activate(_, let request), .home(let request), .lock(let request),
      .unlock(let request), .call(_, let request), .showAlert(let request), .dismissAlert(let request),
      .openPanel(_, let request), .closePanel(_, let request), .banner(_, let request), .openURL(_, _, let request),
      .newScene(_, _, let request), .activateScene(_, _, let request), .closeScene(_, _, let request),
      .discardScene(_, _, let request), .wake(_, _, let request), .fact(_, let request), .quit(_, let request),
      .terminate(_, let request), .userInput(_, _, let request), .notify(_, _, let request),
      .openNotification(_, _, _, _, let request), .dismissNotification(_, _, let request),
      .memory(.pressure(_, _, let request)), .memory(.warn(_, let request)), .memory(.budget(_, let request)):
      request
    case .installed, .removed, .policyChanged, .shutdown, .recalled, .recalledTasks, .recalledForceQuit,
      .recalledDeaths, .recalledFact, .found, .recalledPasscode, .passcodeChanged, .recalledNotifications, .notificationsDue,
      .keysDue, .tasksDue, .spawned, .spawnFailed, .exited, .froze, .inspected, .sampledCPU,
      .freezeFailed, .stoppedFromOutside, .continuedFromOutside, .hello, .acknowledged, .entering, .returned,
      .requested, .crashing, .violated, .hungUp, .due, .memory:
      nil
    }
  }

  /// Whether apps may have something to be told of after it (NQ).
  var changesFacts: Bool {
    switch self {
    case .fact, .lock, .unlock, .passcodeChanged: true
    default: false
    }
  }

  /// Whether a process ended.
  var isEnd: Bool {
    switch self {
    case .exited, .spawnFailed: true
    default: false
    }
  }
}

extension Effect {
  /// The process that this is done to.
  var process: ProcessSerial? {
    switch self {
    case .spawn(let serial, _, _), .send(let serial, _, _), .reply(let serial, _, _), .freeze(let serial),
      .thaw(let serial), .inspect(let serial), .sampleCPU(let serial), .kill(let serial), .arm(let serial, _, _),
      .disarm(let serial, _), .giveKey(let serial, _, _, _), .givePublicKey(let serial, _, _),
      .keepPicture(let serial, _, _, _):
      serial
    case .keepSession, .discardSession, .discardsReported, .forgetPicture, .keepTask, .dropTask, .armTasks, .armKeys,
      .keepFact, .keepNotifications, .armNotifications,
      .discardKeys, .openKeys, .memory, .answer, .record, .report, .shutdownComplete:
      nil
    }
  }

  var isDisarm: Bool { if case .disarm = self { true } else { false } }
}
