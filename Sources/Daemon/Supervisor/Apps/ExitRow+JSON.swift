// An exit record as its app is told of it (roost-agent(7)).
import AgentProtocol
import AppLink
import Stores
import WireJSON

extension ExitRow {
  /// As an app is told of it at its launch.
  var json: JSON {
    let json: JSON = [
      "time": .integer(Int(time)), "pid": JSON(pid), "state": .string(state), "namespace": .string(namespace),
      "code": JSON(code), "reason": .string(reason), "text": .string(text), "signal": JSON(signal),
      "status": JSON(status), "footprint": .integer(Int(footprint)), "cpu": .integer(Int(cpu)),
      "callback": JSON(callback), "elapsed": JSON(elapsed), "step": JSON(step),
    ]
    guard isForceQuit == true, case .object(var members) = json else { return json }
    members["isForceQuit"] = true
    return .object(members)
  }
}
