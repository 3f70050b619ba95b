// Adopts the processes of an earlier daemon whose state cannot be read, without the detail of what their apps did.
import AgentProtocol
import AppLink
import LifecycleModel
import Logging
import Systemd

extension Supervisor {
  /// The model is as new; the facts that outlive processes are in the stores. Called before any of it is read.
  func adopt(_ remnant: Remnant, _ inherited: inout InheritedDescriptors) {
    findApps()
    for process in remnant.processes.values.sorted(by: { $0.serial.number < $1.serial.number }) {
      let standing = remnant.standings[process.serial] ?? Standing(serial: process.serial, state: .background)
      let isAdopted = adopt(process, remnant.channels[process.serial] ?? Replay.Channel(), &inherited)
      processes[process.serial]?.channel.deferRequests()
      // Only one that the kernel showed stopped a moment ago is held.
      let isStopped = processes[process.serial]?.isHeld ?? false
      submit(.kernel(process.serial, .adopted(process.app, standing.adoption(pid: process.pid, isStopped: isStopped))))
      if !isAdopted { submit(.kernel(process.serial, .exited(.unknown, Usage()))) }
    }
    endLeftovers()
    for (serial, message) in remnant.unanswered where processes[serial] != nil {
      if message.isHeardAtOnce, let input = Input(message, from: serial) { submit(input) }
    }
    unheard = remnant
    lookAround()
    log.notice("adopted \(processes.all.count) apps of the previous daemon")
  }

  /// The requests of those apps. Called when the stores have been recalled: a notification or a transfer that came before would take the
  /// place of others in its store, and that of the store would take its place in the model.
  func hearAdopted() {
    guard let remnant = unheard else { return }
    unheard = nil
    for case (let serial, .request(let request)) in remnant.unanswered where processes[serial] != nil {
      let message = AppMessage.request(request)
      if !message.isHeardAtOnce, let input = Input(message, from: serial) { submit(input) }
      autopsy.answerOfThePast(request, from: serial)
    }
    for process in processes.all { process.channel.listen() }
  }
}

extension AppMessage {
  /// Whether it is heard before the stores are recalled, which have nothing of it. An app that waits for the user's permission is covered by an
  /// alert: it is not to be told in between that it is active.
  fileprivate var isHeardAtOnce: Bool {
    switch self {
    case .hello: return true
    case .request(let request):
      if case .requestPermission = request.method { return true }
      return false
    case .ack, .entering, .took, .crashing: return false
    }
  }
}

extension Standing {
  /// Only the kernel knows whether it is stopped; that an app in front is stopped is the doing of somebody else.
  func adoption(pid: Int32, isStopped: Bool) -> Adoption {
    let state: AppState =
      switch self.state {
      case .background, .suspended: isStopped ? .suspended : .background
      case .notRunning, .inactive, .active: self.state
      }
    let scenes = scenes.sorted { $0.key < $1.key }.map { Scene(session: SessionID($0.key), state: $0.value) }
    return Adoption(pid: pid, state: state, scenes: scenes)
  }
}
