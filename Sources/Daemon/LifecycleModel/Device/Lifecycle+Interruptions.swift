// Calls, alerts and panels, which come between the user and the app in front (IN).

extension Lifecycle {
  mutating func call(_ button: CallButton, _ request: Request, _ turn: inout Turn) {
    switch (button, device.call) {
    case (.ring, .none):
      change(request, &turn, .call(button)) { $0.call = .ringing }
    case (.ring, .ringing), (.ring, .underWay), (.accept, .underWay), (.decline, .underWay):
      refuse(request, .callUnderWay(button), &turn)
    case (.accept, .ringing):
      // IN2: the call's own screen comes to the front.
      turn.report(.device(.call(button)))
      device.call = .underWay
      device.panels = []
      leaveFront(request, &turn)
    case (.decline, .ringing), (.end, .ringing), (.end, .underWay):
      change(request, &turn, .call(button)) { $0.call = .none }
    case (.accept, .none), (.decline, .none), (.end, .none):
      refuse(request, .noCall(button), &turn)
    }
  }

  mutating func showAlert(_ request: Request, _ turn: inout Turn) {
    change(request, &turn, .alert(shown: true)) { $0.alerts &+= 1 }
  }

  mutating func dismissAlert(_ request: Request, _ turn: inout Turn) {
    guard device.alerts > 0 else { return refuse(request, .noAlert, &turn) }
    change(request, &turn, .alert(shown: false)) { $0.alerts -= 1 }
  }

  mutating func open(_ panel: Panel, _ request: Request, _ turn: inout Turn) {
    change(request, &turn, .panel(panel, opened: true)) { $0.panels.insert(panel) }
  }

  mutating func close(_ panel: Panel, _ request: Request, _ turn: inout Turn) {
    guard device.panels.contains(panel) else { return refuse(request, .panelNotOpen(panel), &turn) }
    change(request, &turn, .panel(panel, opened: false)) { $0.panels.remove(panel) }
  }

  /// IN3: a banner changes nothing.
  mutating func banner(_ text: String, _ request: Request, _ turn: inout Turn) {
    turn.report(.device(.banner(text)))
    turn.emit(.answer(request.id, .done))
  }

  /// Something that concerns the apps in front but not which they are.
  mutating func change(
    _ request: Request, _ turn: inout Turn, _ report: DeviceChange, _ body: (inout Device) -> Void
  ) {
    turn.report(.device(report))
    body(&device)
    let front = device.front
    accept(request, waitFor: front, until: .settledOrEnded, &turn)
    advance(front, &turn)
  }

  /// Takes every app in front behind the screen.
  mutating func leaveFront(_ request: Request, _ turn: inout Turn) {
    let front = device.front
    device.places = []
    accept(request, waitFor: front, until: .settledOrEnded, &turn)
    advance(front, &turn)
  }
}
