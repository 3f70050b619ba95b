// The law of the screen: an app in front that nothing is awaited of is where the device wants it (ST5, IN5, PR2).

import LifecycleModel

extension Laws {
  /// Holds after every input: nothing else would move such an app, and nobody says why it does not take input.
  mutating func checkFront() {
    let goal = goal
    let isSlotFree = tracks.reduce(0) { $0 + ($1.isDead ? 0 : $1.slots.count) } < policy.foregroundSlots
    for app in device.front {
      guard let index = living(app), isAtRest(tracks[index]) else { continue }
      let places = device.places.filter { $0.app == app }
      let seen = places.map { state(of: $0, tracks[index]) }
      for (place, seen) in zip(places, seen) {
        let waits = goal == .active && seen == .inactive && !isSlotFree
        let name = place.session.map { "\($0) of \(app)" } ?? app.string
        require(seen == goal || waits, "IN5 an app in front is moved to where it shall be: \(name) is not \(goal)")
      }
      // FG2: it has come forward as far as it can, and a scene that follows has its own time.
      if tracks[index].style == .scene, seen.allSatisfy({ $0 == goal }) { tracks[index].inComingForward = 0 }
    }
  }

  /// The goal of all that is in front: it is hidden while the device is locked.
  private var goal: SceneTrack { device.isLocked ? .background : device.isCovered ? .inactive : .active }

  private func isAtRest(_ track: Track) -> Bool {
    // One that is being stopped is moved when it has been.
    let isBeingStopped = track.isFrozen && states[track.app] == .background
    return track.landed != .nothing && track.inFlight == nil && !track.isEnding && !isBeingStopped
  }

  private func state(of place: Place, _ track: Track) -> SceneTrack {
    if let session = place.session {
      // One that was connected and never shown is told nothing of it.
      let state = track.scenes[session] ?? .background
      return state == .connected ? .background : state
    }
    return switch states[track.app] ?? .notRunning {
    case .active: .active
    case .inactive: .inactive
    case .background, .suspended, .notRunning: .background
    }
  }
}
