// The deeds of processes and the kernel in the simulated world.

import Foundation
import LifecycleModel

extension World {
  /// Lets the newest process of an app, or the kernel on its behalf, do `deed`; false when it cannot happen now.
  @discardableResult
  mutating func act(_ app: AppID, _ deed: Deed) -> Bool {
    guard let process = process(app), process.isAlive else { return false }
    return places[process.serial].map { act($0, deed) } ?? false
  }

  mutating func act(_ place: Int, _ deed: Deed) -> Bool {
    let process = processes[place]
    let serial = process.serial
    switch deed {
    case .behave: return behave(place)

    case .fork:
      guard !process.isForked else { return false }
      change(serial) { $0.isForked = true }
      feed(.kernel(serial, .spawned(pid: 1000 + Int32(serial.number))))
    case .failToStart:
      guard !process.hasGreeted else { return false }
      feed(.kernel(serial, .spawnFailed("executable missing")))
    case .freeze:
      guard process.freeze == .ordered else { return false }
      change(serial) { $0.freeze = .done }
      feed(.kernel(serial, .froze(holding: process.holdings)))
    case .failToFreeze:
      guard process.freeze == .ordered else { return false }
      change(serial) { $0.freeze = .none }
      feed(.kernel(serial, .freezeFailed("a process would not stop")))
    case .stop:
      guard process.isForked, process.freeze == .none, !process.isStoppedFromOutside else { return false }
      change(serial) { $0.isStoppedFromOutside = true }
      feed(.kernel(serial, .stoppedFromOutside))
    case .resume:
      guard process.isStoppedFromOutside || process.freeze == .done else { return false }
      change(serial) {
        $0.isStoppedFromOutside = false
        // A freeze that is under way is carried through: the supervisor asks the kernel before it says that it is done.
        if $0.freeze == .done { $0.freeze = .none }
      }
      feed(.kernel(serial, .continuedFromOutside))

    case .look:
      guard let look = process.looks.first else { return false }
      change(serial) { $0.looks.removeFirst() }
      switch look {
      case .holdings: feed(.kernel(serial, .inspected(process.holdings)))
      case .processorTime: feed(.kernel(serial, .sampledCPU(process.used)))
      }

    case .exit: return process.isForked ? end(serial, .exited(code: 0)) : false
    case .crash: return process.isForked ? end(serial, .signaled(11)) : false

    case .greet, .acknowledge, .acknowledgeStep, .beginTask, .endTask, .endActivity, .askTime, .trace, .greetAgain,
      .greetWrongly, .acknowledgeNonsense, .answer, .request, .askNonsense, .endUnknownTask, .garbage, .hangUp,
      .fallSilent, .dawdle:
      guard process.isForked, !process.hasHungUp else { return false }
      return speak(process, deed)
    }
    return true
  }

  private mutating func end(_ serial: ProcessSerial, _ status: ExitStatus) -> Bool {
    feed(.kernel(serial, .exited(status, Usage(cpu: 1, footprint: 4096))))
    return true
  }

  /// Words of the app. One that is being stopped may have said them just before.
  private mutating func speak(_ process: SimulatedProcess, _ deed: Deed) -> Bool {
    let serial = process.serial
    switch deed {
    case .greet:
      guard !process.hasGreeted else { return false }
      change(serial) { $0.hasGreeted = true }
      feed(.app(serial, .hello(protocolVersion: 1)))
    case .greetAgain:
      guard process.hasGreeted else { return false }
      feed(.app(serial, .hello(protocolVersion: 1)))
    case .greetWrongly:
      guard !process.hasGreeted else { return false }
      change(serial) { $0.hasGreeted = true }
      feed(.app(serial, .hello(protocolVersion: 7)))
    case .acknowledge:
      guard let delivery = process.inbox.first else { return false }
      acknowledge(serial, delivery)
    case .acknowledgeStep:
      guard let delivery = process.inbox.first(where: { !$0.event.isWake }) else { return false }
      acknowledge(serial, delivery)
    case .answer(let answer):
      guard let delivery = process.inbox.first else { return false }
      acknowledge(serial, delivery, answer)
    case .request(let request):
      ask(serial, request)
    case .acknowledgeNonsense:
      feed(.app(serial, .acknowledged(EventSequence(number: 99_999))))
    case .beginTask:
      ask(serial, .beginBackgroundTask(name: "upload"))
    case .endTask:
      guard let task = process.tasks.first else { return false }
      change(serial) { $0.tasks.removeFirst() }
      ask(serial, .endBackgroundTask(task))
    case .endActivity:
      guard let activity = process.activities.first else { return false }
      change(serial) { $0.activities.removeFirst() }
      ask(serial, .endActivity(activity))
    case .endUnknownTask:
      ask(serial, .endBackgroundTask(BackgroundTaskID(number: 99_999)))
    case .askTime:
      ask(serial, .backgroundTimeRemaining)
    case .askNonsense:
      ask(serial, .unknown(method: "makeCoffee"))
    case .trace:
      feed(.app(serial, .entering(callback: "didBecomeActive")))
      feed(.app(serial, .returned(callback: "didBecomeActive", took: .milliseconds(1))))
    case .garbage:
      feed(.app(serial, .violated("not JSON")))
    case .hangUp:
      change(serial) { $0.hasHungUp = true }
      feed(.app(serial, .hungUp))
    case .fallSilent:
      change(serial) { $0.isMute = true }
    case .dawdle:
      change(serial) { $0.isDawdling = true }
    case .behave, .fork, .failToStart, .freeze, .failToFreeze, .stop, .resume, .look, .exit, .crash:
      return false
    }
    return true
  }

  private mutating func ask(_ serial: ProcessSerial, _ request: AppRequest) {
    var id: UInt64 = 0
    change(serial) { id = $0.nextRequest() }
    feed(.app(serial, .requested(id: id, request)))
  }

  private mutating func acknowledge(
    _ serial: ProcessSerial, _ delivery: SimulatedProcess.Delivery, _ answer: Acknowledgement = .handled
  ) {
    change(serial) {
      $0.inbox.removeAll { $0.sequence == delivery.sequence }
      if delivery.event == .willTerminate { $0.hasTerminated = true }
    }
    feed(.app(serial, .acknowledged(delivery.sequence, answer)))
  }

  /// Does the next deed of a process that behaves; false when the process waits.
  mutating func behave(_ place: Int) -> Bool {
    let process = processes[place]
    guard process.isAlive else { return false }
    if process.isKilled { return end(process.serial, .signaled(9)) }
    if !process.looks.isEmpty { return act(place, .look) }
    if !process.isForked { return act(place, .fork) }
    switch process.freeze {
    case .ordered: return act(place, .freeze)
    case .done: return false
    case .none: break
    }
    if process.isStoppedFromOutside || process.hasHungUp { return false }
    if !process.hasGreeted { return process.isMute ? false : act(place, .greet) }
    guard let delivery = process.inbox.first(where: { process.answers($0.event) }) else {
      return process.hasTerminated && !process.isMute ? act(place, .exit) : false
    }
    if delivery.event == .expireTasks, !process.isMute, !process.tasks.isEmpty { return act(place, .endTask) }
    acknowledge(process.serial, delivery)
    return true
  }

  /// Brings the model news of a process that is gone; nothing may come of it.
  mutating func haunt(_ app: AppID, _ haunting: Haunting) {
    guard let process = processes.last(where: { $0.app == app && !$0.isAlive }) else { return }
    let serial = process.serial
    switch haunting {
    case .hello: feed(.app(serial, .hello(protocolVersion: 1)))
    case .acknowledgement: feed(.app(serial, .acknowledged(process.inbox.first?.sequence ?? EventSequence(number: 1))))
    case .frozen: feed(.kernel(serial, .froze()))
    case .exit: feed(.kernel(serial, .exited(.exited(code: 0), Usage())))
    case .timer: feed(.due(.step(serial, .launch)))
    case .request: feed(.app(serial, .requested(id: 1, .beginBackgroundTask(name: nil))))
    }
  }
}

extension SimulatedProcess {
  /// Whether it acknowledges an event by itself.
  fileprivate func answers(_ event: Event) -> Bool {
    if event.isWake { return !isDawdling }
    return !isMute || !event.isLifecycle
  }
}

/// News that may still come of a dead process.
enum Haunting: CaseIterable { case hello, acknowledgement, frozen, exit, timer, request }

extension Lifecycle {
  /// The state, written to JSON and read back; nil when it cannot be.
  var throughJSON: Lifecycle? {
    (try? JSONEncoder().encode(self)).flatMap { try? JSONDecoder().decode(Lifecycle.self, from: $0) }
  }
}
