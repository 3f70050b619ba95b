// Home, lock and unlock: the buttons of the device (BG1, IN7).

extension Lifecycle {
  /// BG1; with no app in front it is no error (BG9).
  mutating func home(_ request: Request, _ turn: inout Turn) {
    turn.report(.device(.home))
    device.panels = []
    if device.isLocked {
      accept(request, waitFor: [], until: .settledOrEnded, &turn)
    } else {
      leaveFront(request, &turn)
    }
  }

  mutating func lock(_ request: Request, _ turn: inout Turn) {
    closeKeys(&turn)
    change(request, &turn, .locked) {
      $0.isLocked = true
      $0.panels = []
    }
    tellRunning(&turn)
  }

  /// IN7: the app that was in front comes back.
  mutating func unlock(_ request: Request, _ turn: inout Turn) {
    stopProcessing(&turn)
    openKeys(&turn)
    keepScenesInFront()
    change(request, &turn, .unlocked) { $0.isLocked = false }
    tellRunning(&turn)
  }

  /// ME8: the scenes that the user sees again are not disconnected to save memory any more.
  private mutating func keepScenesInFront() {
    for place in device.places {
      if let session = place.session, apps[place.app]?.closing[session] == .disconnect {
        apps[place.app]?.closing[session] = nil
      }
    }
  }
}
