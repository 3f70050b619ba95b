// What can happen in a random life.
import LifecycleModel

/// One thing that happens. Each makes sense in any state, so that a sequence stays playable when others are taken out
/// of it.
enum Happening: Hashable {
  case launch(Int, background: Bool)
  case activate(Int), quit(Int), terminate(Int), input(Int)
  case home, lock, unlock, alert(shown: Bool), panel(Panel, opened: Bool), call(CallButton)
  /// The nth thing that is pending comes true: a spawn, a hello, an acknowledgement, a freeze, an exit.
  case play(Int)
  /// Like ``play(_:)``, but a freeze or a spawn fails.
  case fail(Int)
  case wait(milliseconds: Int)
  /// The nth process ends of itself.
  case exit(Int, ExitStatus)
  case hangUp(Int), helloAgain(Int), acknowledgeNonsense(Int), stopFromOutside(Int), continueFromOutside(Int)
  case beginTask(Int), endTask(Int)
}

extension World {
  mutating func happen(_ happening: Happening) {
    switch happening {
    case .launch(let app, let background):
      handle(.launch(setting.id(app), Launch(), background ? .background : .foreground, request()))
    case .activate(let app): handle(.activate(setting.id(app), request()))
    case .quit(let app): handle(.quit(setting.id(app), request()))
    case .terminate(let app): handle(.terminate(setting.id(app), request()))
    case .input(let app): handle(.userInput(setting.id(app), "{}", request()))
    case .home: handle(.home(request()))
    case .lock: handle(.lock(request()))
    case .unlock: handle(.unlock(request()))
    case .alert(let shown): handle(shown ? .showAlert(request()) : .dismissAlert(request()))
    case .panel(let panel, let opened): handle(opened ? .openPanel(panel, request()) : .closePanel(panel, request()))
    case .call(let button): handle(.call(button, request()))
    case .play(let index): play(index, failing: false)
    case .fail(let index): play(index, failing: true)
    case .wait(let milliseconds): wait(milliseconds)
    case .exit(let index, let status): if let process = process(index) { end(process, status) }
    case .hangUp(let index): if let process = process(index) { handle(.hungUp(process)) }
    case .helloAgain(let index): if let process = process(index) { handle(.hello(process, protocolVersion: 1)) }
    case .acknowledgeNonsense(let index):
      if let process = process(index) { handle(.acknowledged(process, EventSequence(number: 9999))) }
    case .stopFromOutside(let index): if let process = process(index) { handle(.stoppedFromOutside(process)) }
    case .continueFromOutside(let index):
      if let process = process(index) {
        witness.continued(process)
        handle(.continuedFromOutside(process))
      }
    case .beginTask(let index):
      if let process = process(index), witness.canSpeak(process) {
        handle(.requested(process, id: 1, .beginBackgroundTask(name: nil)))
      }
    case .endTask(let index):
      if let process = process(index), witness.canSpeak(process), let app = model.app(of: process),
        let task = model.apps[app]?.process?.tasks.open.keys.min()
      {
        handle(.requested(process, id: 2, .endBackgroundTask(task)))
      }
    }
  }
}
