// The laws of permissions: an alert belongs to a process that lives, and no request is forgotten (PR).

import LifecycleModel

extension Laws {
  mutating func checkPrompts(_ lifecycle: Lifecycle) {
    let prompts = lifecycle.device.prompts
    if prompts.isEmpty { return }
    for prompt in prompts {
      let lives = place(of: prompt.process).map { !tracks[$0].isDead } ?? false
      require(lives, "PR2 an alert goes with the process that asks: \(prompt.app)")
    }
    let names = Set(prompts.map { "\($0.process.number) \($0.service)" })
    require(names.count == prompts.count, "PR2 a process has one alert for each service")
    if let prompt = lifecycle.device.prompt {
      require(lifecycle.device.front.contains(prompt.app), "PR3 an alert is over its own app: \(prompt.app)")
    }
  }

  /// In the end an app that has asked is answered, or its alert is there.
  mutating func checkQuietPrompts(_ lifecycle: Lifecycle) {
    for (id, app) in lifecycle.apps {
      guard let place = living(id), !tracks[place].isFrozen else { continue }
      for case .requestPermission(let service) in tracks[place].unanswered.values {
        let waits = lifecycle.device.prompts.contains { $0.app == id && $0.service.rawValue == service }
        require(waits, "PR2 a request for \(service) is answered, or its alert waits: \(id)")
      }
      if app.state == .active, lifecycle.device.prompt == nil {
        let waiting = lifecycle.device.prompts.contains { $0.app == id }
        require(!waiting, "PR2 the alert of an active app is shown: \(id)")
      }
    }
  }
}

extension AppRequest {
  /// PR2: its answer may take as long as the user does.
  var waitsForUser: Bool { if case .requestPermission = self { true } else { false } }
}
