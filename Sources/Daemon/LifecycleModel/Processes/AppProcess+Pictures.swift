// Rendering an app, or its scenes, for the switcher (SN).

extension AppProcess {
  /// An app that is late with one and goes on asking for others would have any number of them to answer. The wish stays.
  var mayTakePicture: Bool { pictures.canBeTaken && !conversation.owesPicture }

  mutating func takePicture(_ turn: inout Turn) -> Bool {
    guard mayTakePicture else { return false }
    switch style {
    case .app:
      guard pictures.isStale, mayRunErrand(&turn), pictures.takeStale() else { return false }
      call(.aside(.snapshot, at: .background), &turn)
      return true
    case .scene:
      let isStale = scenes.contains(where: \.pictureIsStale)
      guard isStale, mayRunErrand(&turn), let session = takeStaleScene() else { return false }
      call(.scene(session, .snapshot, state: .background, isFollowed: false), &turn)
      return true
    }
  }

  mutating func outdatePictures() {
    if style == .app { pictures.outdate() }
    for scene in scenes { outdateScene(scene.session) }
  }

  mutating func outdatePicture(of session: SessionID) {
    if scenes.contains(where: { $0.session == session && $0.state == .background }) { outdateScene(session) }
  }

  /// SN1: the picture, if there is a new one. An app that knows no pictures is not asked for one again.
  mutating func takeIn(_ answer: Acknowledgement, of session: SessionID?, _ turn: inout Turn) {
    switch answer {
    case .pictured(let file?): turn.emit(.keepPicture(serial, app, session, file: file))
    case .unsupported: pictures.giveUp()
    case .handled, .answered, .connected, .restorable, .pictured(nil), .elements, .drawn: break
    }
  }

  /// SN2: a picture that is late is done without; its acknowledgement may still come.
  mutating func giveUpPicture(_ turn: inout Turn) {
    guard case .calling(let callback, let sequence, let since) = phase, callback.step == .snapshot else { return }
    // The timer may be late, and the app is not to blame for it.
    spend(on: callback, since: since, until: min(turn.now, since + turn.policy.snapshot))
    deadlines.stop(.snapshot, &turn)
    conversation.expect(sequence, about: .picture)
    move(to: .resting(.background), &turn)
  }
}
