// AVAudioPlayer: plays one sound, by a thread of its own while it plays and by none otherwise.

import Dispatch
import Synchronization

/// Plays a sound from a WAV file or from memory.
open class AVAudioPlayer: NSObject, @unchecked Sendable {
  // @unchecked: what changes is in the Mutex, but for the delegate, which is set and called on the main thread.
  /// Told on the main thread; not retained.
  open weak var delegate: (any AVAudioPlayerDelegate)?

  private struct State {
    /// The frame that is played next.
    var position = 0
    /// Names the thread that plays, among those that have.
    var turn = 0
    var isPlaying = false
  }
  private let sound: WaveSound
  private let state = Mutex(State())
  /// A twentieth of a second: as late as a pause may be heard.
  private let pieceLength: Int

  /// - Throws: when `data` is no WAV file of 8 or 16 bit PCM.
  public init(data: Data) throws {
    sound = try WaveSound(data)
    pieceLength = max(1, sound.format.rate / 20)
  }

  public convenience init(contentsOf url: URL) throws { try self.init(data: Data(contentsOf: url)) }

  /// Seconds.
  open var duration: TimeInterval { seconds(sound.frameCount) }
  open var isPlaying: Bool { state.withLock { $0.isPlaying } }

  /// The place in the sound, in seconds.
  open var currentTime: TimeInterval {
    get { seconds(state.withLock { $0.position }) }
    set {
      let frame = newValue.isFinite ? newValue * Double(sound.format.rate) : 0
      state.withLock { $0.position = Int(min(max(0, frame), Double(sound.frameCount))) }
    }
  }

  /// Goes on from ``currentTime``.
  @discardableResult
  open func play() -> Bool {
    let turn = state.withLock { state -> Int? in
      if state.isPlaying { return nil }
      if state.position >= sound.frameCount { state.position = 0 }
      state.isPlaying = true
      state.turn += 1
      return state.turn
    }
    if let turn { Thread.detachNewThread { self.play(turn) } }
    return true
  }

  open func pause() { state.withLock { $0.isPlaying = false } }
  /// As ``pause()``: ``currentTime`` stays.
  open func stop() { pause() }

  /// Runs on the playing thread, until the sound ends or somebody pauses it.
  private func play(_ turn: Int) {
    var output = openDefaultOutput(for: sound.format)
    while let piece = nextPiece(turn) {
      if !output.write(sound.samples(piece)) { output = SilentOutput(sound.format) }
      state.withLock { state in
        // What a pause breaks off is played again after it, and a place that was set meanwhile stays.
        guard state.turn == turn, state.isPlaying, state.position == piece.lowerBound else { return }
        state.position = piece.upperBound
      }
    }
    let hasFinished = state.withLock { state in
      guard state.turn == turn, state.isPlaying else { return false }
      state.isPlaying = false
      return true
    }
    output.close(afterAll: hasFinished)
    guard hasFinished else { return }
    DispatchQueue.main.async { self.delegate?.audioPlayerDidFinishPlaying(self, successfully: true) }
  }

  /// The frames to play next; nil when there are none, or it is not this thread's turn any more.
  private func nextPiece(_ turn: Int) -> Range<Int>? {
    state.withLock { state in
      guard state.turn == turn, state.isPlaying, state.position < sound.frameCount else { return nil }
      return state.position..<min(state.position + pieceLength, sound.frameCount)
    }
  }

  private func seconds(_ frames: Int) -> TimeInterval { Double(frames) / Double(sound.format.rate) }
}

public protocol AVAudioPlayerDelegate: NSObjectProtocol {
  /// The sound has ended; not called when it was paused.
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
}

extension AVAudioPlayerDelegate {
  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
}
