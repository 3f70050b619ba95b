// Tells the laws of an adoption: another daemon knows of the apps only that they run, and in which state.

import LifecycleModel

extension Laws {
  /// The books of the next daemon. Requests, wakes and openings end with the one before, and apps are told anew of a
  /// device that nobody has told anything yet.
  func ofTheNextDaemon(_ policy: Policy) -> Laws {
    var laws = Laws(policy: policy)
    (laws.now, laws.places, laws.tracks, laws.descriptions) = (now, places, tracks, descriptions)
    laws.memories = memories
    for place in laws.tracks.indices { laws.tracks[place].isDead = true }
    return laws
  }

  /// An adopted process lives on.
  mutating func beginsAdoption(_ input: Input) -> Bool {
    guard case .kernel(let serial, .adopted) = input else { return false }
    if let place = place(of: serial) { tracks[place].isDead = false }
    return true
  }

  mutating func adopted(_ app: AppID, _ adoption: Adoption, _ place: Int) {
    let style = descriptions[app]?.style ?? .app
    var known = facts
    // DP2: it may have been told that it can open what is locked now.
    known.isProtectedDataAvailable = true
    tracks[place].adopt(adoption, style, knowing: known, at: now)
    for scene in adoption.scenes { memories[Place(app: app, session: scene.session), default: SessionMemory()].met() }
    switch adoption.state {
    case .active, .inactive: invited.insert(app)
    case .notRunning, .background, .suspended: break
    }
  }
}
