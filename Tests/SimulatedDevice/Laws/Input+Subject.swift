// The app or process that an input or an effect is about.

import LifecycleModel

extension Input {
  /// The process that this is news of.
  var process: ProcessSerial? {
    switch self {
    case .kernel(let serial, _), .app(let serial, _), .due(.step(let serial, _)): serial
    case .installed, .removed, .policyChanged, .recalled, .wish, .found, .passcodeChanged, .calendar, .memory,
      .transfer, .due, .shutdown, .restored:
      nil
    }
  }

  /// The request that this is.
  var request: Request? { if case .wish(_, let request) = self { request } else { nil } }

  /// Whether apps may have something to be told of after it (NQ).
  var changesFacts: Bool {
    switch self {
    case .wish(.fact, _), .wish(.lock, _), .wish(.unlock, _), .passcodeChanged, .recalled(.fact), .recalled(.passcode):
      true
    case .wish(.setPermission, _), .wish(.answerPrompt, _): true
    default: false
    }
  }

  /// Whether a process ended.
  var isEnd: Bool {
    switch self {
    case .kernel(_, .exited), .kernel(_, .spawnFailed): true
    default: false
    }
  }
}

extension Effect {
  /// The process that this is done to.
  var process: ProcessSerial? {
    switch self {
    case .spawn(let serial, _, _), .send(let serial, _, _), .reply(let serial, _, _),
      .replyWhenStored(let serial, _, _), .freeze(let serial),
      .thaw(let serial), .unseal(let serial), .inspect(let serial), .sampleCPU(let serial), .kill(let serial),
      .arm(.step(let serial, _), _), .keys(.give(let serial, _, _, _)), .keys(.givePublic(let serial, _, _)),
      .keepPicture(let serial, _, _, _):
      serial
    case .arm, .store, .forgetPicture, .eraseData, .keys, .memory, .transfers, .answer, .report, .shutdownComplete: nil
    }
  }

  var isDisarm: Bool { if case .arm(.step, nil) = self { true } else { false } }
}
