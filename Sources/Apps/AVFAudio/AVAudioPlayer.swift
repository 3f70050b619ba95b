// AVAudioPlayer: plays one sound, by a thread of its own while it plays and by none otherwise.

import Dispatch
import RoostAgent
import Synchronization

/// Plays a sound from a WAV file or from memory.
open class AVAudioPlayer: NSObject, @unchecked Sendable {
  // @unchecked: all that changes is in the Mutex, but for the delegate, which is set and called on the main thread.
  /// Told on the main thread; not retained.
  open weak var delegate: (any AVAudioPlayerDelegate)?

  private struct State {
    /// The frame that is played next.
    var position = 0
    /// Names the thread that plays, among those that have.
    var turn = 0
    var isPlaying = false

    /// After a pause, the piece that the pause broke off is played again, and a place that was set meanwhile stays.
    mutating func advance(_ turn: Int, over piece: Range<Int>) {
      if self.turn == turn, isPlaying, position == piece.lowerBound { position = piece.upperBound }
    }

    func isAtEnd(_ turn: Int, _ frameCount: Int) -> Bool {
      self.turn == turn && isPlaying && position >= frameCount
    }

    /// Whether the sound has ended, by this thread.
    mutating func end(_ turn: Int, at frameCount: Int) -> Bool {
      guard isAtEnd(turn, frameCount) else { return false }
      isPlaying = false
      return true
    }
  }
  private let sound: WaveSound
  private let state = Mutex(State())
  private static let silence = BackgroundSilence { AVAudioSession.sharedInstance().goesOnBehindTheScreen }
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
    while nextPiece(turn) != nil {
      Self.silence.willOpen()
      play(turn, to: openDefaultOutput(for: sound.format))
      Self.silence.closed()
    }
    guard state.withLock({ $0.end(turn, at: sound.frameCount) }) else { return }
    DispatchQueue.main.async { self.delegate?.audioPlayerDidFinishPlaying(self, successfully: true) }
  }

  /// Returns earlier when the app has to be silent behind the screen.
  private func play(_ turn: Int, to device: any AudioOutput) {
    var output = device
    while Self.silence.isOver, let piece = nextPiece(turn) {
      if !output.write(sound.samples(piece).atVolume(OutputVolume.level)) {
        output.close(afterAll: false)
        output = SilentOutput(sound.format)
      }
      state.withLock { $0.advance(turn, over: piece) }
    }
    output.close(afterAll: state.withLock { $0.isAtEnd(turn, sound.frameCount) })
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
