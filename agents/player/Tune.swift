// Notes, one after the other and over again, and how many seconds of them have been played.

import AVFAudio
import UIKit

@MainActor class Tune: NSObject {
  private let notes: [AVAudioPlayer]
  private var current = 0
  /// Seconds of the notes that have been played to their end.
  private var finished = 0.0
  private var timer: Timer?
  private let file = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0].appending(path: "played")

  init(frequencies: [Double]) throws {
    notes = try frequencies.map { try AVAudioPlayer(data: Tone.wave(frequency: $0, seconds: 1)) }
    super.init()
    for note in notes { note.delegate = self }
  }

  func play() throws {
    try AVAudioSession.sharedInstance().setCategory(.playback)
    try AVAudioSession.sharedInstance().setActive(true)
    notes[current].play()
    timer?.invalidate()
    timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in
      MainActor.assumeIsolated { self.writeDown() }
    }
    print("plays")
  }

  /// Nothing keeps the app running behind the screen any more.
  func pause() throws {
    notes[current].pause()
    timer?.invalidate()
    timer = nil
    writeDown()
    print("pauses")
    try AVAudioSession.sharedInstance().setActive(false)
  }

  /// For whoever wants to know: the seconds that have been heard.
  private func writeDown() {
    let seconds = finished + notes[current].currentTime
    try? Data("\(seconds)\n".utf8).write(to: file, options: .atomic)
  }
}

extension Tune: @MainActor AVAudioPlayerDelegate {
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    finished += player.duration
    player.currentTime = 0
    current = (current + 1) % notes.count
    notes[current].play()
  }
}
