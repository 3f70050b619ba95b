// The launch of an app as one line: its parts may each be as large as their limits, and together longer than a line of the protocol.
package import AgentProtocol
package import LifecycleModel
import WireJSON

extension AgentProtocol.Launch {
  /// The bytes of activities that a launch carries. The settings of an app (512 KiB), 256 accessories or displays (132 KiB), eight
  /// exits and the things to open (170 KiB) have room beside them in the 1 MiB of a line.
  package static let mostActivities = 131_072

  /// Without what an app can start without, where texts full of quotes and control characters, which JSON writes in up to six bytes
  /// each, make its line too long: an app that cannot read its first line ends, and would at each launch.
  var withLeast: AgentProtocol.Launch {
    var launch = self
    launch.sessions = sessions.map { AgentProtocol.Session(id: $0.id, role: $0.role, configuration: $0.configuration) }
    launch.exits = Array(exits.prefix(1))
    launch.settings = [:]
    return launch
  }
}

extension LifecycleModel.Sessions {
  /// The sessions that a launch tells of, the last used first, with the activities that have room: `connectScene` has each again.
  package var toldAtLaunch: [AgentProtocol.Session] {
    var room = AgentProtocol.Launch.mostActivities
    return all.filter { !$0.isNew }.map { session in
      var told = session
      let size = session.activity?.utf8.count ?? 0
      if size > room { told.activity = nil } else { room -= size }
      return AgentProtocol.Session(told)
    }
  }
}

extension AgentProtocol.Event {
  /// Its line, which is no longer than the app reads.
  var fittingLine: [UInt8] {
    let whole = line
    guard whole.count - 1 > LineFramer.messageLimit, case .launch(let launch) = body else { return whole }
    var least = self
    least.body = .launch(launch.withLeast)
    return least.line
  }
}
