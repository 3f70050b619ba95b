// News of one process, from the kernel, its app or a clock, and the rule that each goes to.

extension Lifecycle {
  mutating func learn(_ fact: KernelFact, of serial: ProcessSerial, _ turn: inout Turn) {
    switch fact {
    case .adopted(let app, let adoption): adopt(serial, of: app, adoption, &turn)
    case .spawned(let pid):
      update(serial, &turn) { process, _ in process.spawned(pid: pid) }
      answerStopped(serial, &turn)
    case .spawnFailed(let why): spawnFailed(serial, why, &turn)
    case .exited(let status, let usage): exited(serial, status, usage, &turn)
    case .froze(let holdings):
      update(serial, &turn) { [device] in $0.froze(holding: holdings, on: device, &$1) }
      if let footprint = holdings.footprint { learn([serial: footprint], &turn) }
    case .freezeFailed(let why): update(serial, &turn) { $0.freezeFailed(why, &$1) }
    case .inspected(let holdings):
      update(serial, &turn) { $0.inspected(holdings, &$1) }
      if let footprint = holdings.footprint { learn([serial: footprint], &turn) }
    case .sampledCPU(let used): update(serial, &turn) { $0.sampledCPU(used, &$1) }
    case .sampleFailed: update(serial, &turn) { $0.sampleFailed(&$1) }
    case .stoppedFromOutside: update(serial, &turn) { $0.stopped(&$1) }
    case .continuedFromOutside: update(serial, &turn) { $0.continued(&$1) }
    case .traced(let debugger): update(serial, &turn) { $0.traced(by: debugger, &$1) }
    case .late(let step): amend(serial, &turn) { $0.deadlines.forgive(step, &$1) }
    }
  }

  mutating func hear(_ word: Word, from serial: ProcessSerial, _ turn: inout Turn) {
    switch word {
    case .hello(let version):
      update(serial, &turn) { [device] in $0.hello(protocolVersion: version, on: device, &$1) }
    case .acknowledged(let sequence, let answer): acknowledged(serial, sequence, answer, &turn)
    // An app that floods its channel sends these.
    case .entering(let callback): amend(serial, &turn) { $0.entering(callback, &$1) }
    case .returned(let callback, let scene, let took):
      amend(serial, &turn) { $0.returned(callback, scene: scene, took: took, &$1) }
    case .requested(let id, let request): update(serial, &turn) { $0.take(request, id: id, &$1) }
    case .crashing: update(serial, &turn) { $0.crashing(at: $1.now) }
    case .violated(let how): update(serial, &turn) { $0.kill(.violation(how.cut(to: .breach)), &$1) }
    case .hungUp: update(serial, &turn) { $0.hungUp(&$1) }
    }
  }

  mutating func ring(_ alarm: Alarm, _ turn: inout Turn) {
    switch alarm {
    case .step(let serial, let step): update(serial, &turn) { $0.timerFired(step, &$1) }
    case .tasks:
      nextTaskDue = nil
      turn.reviewTasks()
    case .transfers:
      nextTransferDue = nil
      turn.reviewTransfers()
    case .notifications: showDueNotifications(&turn)
    case .keys: discardKeys(&turn)
    case .memory: memoryIsDue(&turn)
    }
  }
}
