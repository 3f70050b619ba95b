// WAV files as they come, and sound at the pace of a clock.

import Foundation
import Synchronization
import Testing

@testable import AVFAudio

@Suite("Audio player") struct AudioPlayerTests {
  private static func wave(
    kind: UInt8 = 1, bits: UInt8 = 16, channels: UInt8 = 1, rate: UInt16 = 8000, before: [UInt8] = [], _ data: [UInt8]
  ) -> Data {
    let rate = [UInt8(truncatingIfNeeded: rate), UInt8(rate >> 8), 0, 0]
    return Data("RIFF____WAVE".utf8) + before + Data("fmt ".utf8) + [16, 0, 0, 0, kind, 0, channels, 0] + rate + rate
      + [bits / 8 * channels, 0, bits, 0] + Data("data".utf8) + [UInt8(data.count & 255), UInt8(data.count >> 8), 0, 0]
      + data
  }

  @Test("Samples are as loud as the device's volume")
  func volume() {
    let samples: ArraySlice<Int16> = [0, 1000, -1000, .max, .min]
    #expect(samples.atVolume(1) == samples)
    #expect(samples.atVolume(0.5) == [0, 500, -500, 16384, -16384])
    #expect(samples.atVolume(0) == [0, 0, 0, 0, 0])
  }

  @Test("Samples of 8 bits, of 16, of two channels, and after chunks that say nothing are read")
  func formats() throws {
    let sixteen = try WaveSound(Self.wave([1, 0, 0xff, 0xff, 0, 0x80]))
    #expect(Array(sixteen.samples(0..<3)) == [1, -1, -32768])
    let eight = try WaveSound(Self.wave(bits: 8, [0x80, 0xff, 0]))
    #expect(Array(eight.samples(0..<3)) == [0, 127 << 8, -32768])
    let stereo = try WaveSound(Self.wave(channels: 2, [1, 0, 2, 0, 3, 0, 4, 0, 5, 0]))
    #expect(stereo.frameCount == 2 && Array(stereo.samples(1..<2)) == [3, 4])
    // An odd size is followed by one more byte.
    let later = try WaveSound(Self.wave(before: Array("LIST".utf8) + [3, 0, 0, 0, 9, 9, 9, 0], [1, 0]))
    #expect(later.frameCount == 1)
  }

  @Test("What is no WAV file, or cut short anywhere, is an error or a shorter sound, and never more")
  func nonsense() throws {
    #expect(throws: WaveError.noWave) { try AVAudioPlayer(data: Data("nonsense".utf8)) }
    #expect(throws: WaveError.unknownFormat(kind: 3, bits: 32, channels: 1, rate: 8000)) {
      try AVAudioPlayer(data: Self.wave(kind: 3, bits: 32, [0, 0, 0, 0]))
    }
    #expect(throws: WaveError.self) { try AVAudioPlayer(data: Self.wave(channels: 0, [0, 0])) }
    let whole = Self.wave(channels: 2, Array(repeating: 1, count: 40))
    for length in 0..<whole.count {
      if let sound = try? WaveSound(whole.prefix(length)) { #expect(sound.frameCount < 10) }
    }
    #expect(try WaveSound(whole).frameCount == 10)
  }

  @Test("Without a sound card samples take the time they would sound, and what was slept through is not made up for")
  func pace() {
    let clock = ContinuousClock()
    let output = SilentOutput(SoundFormat(channels: 2, rate: 1000))
    let tenth = Array(repeating: Int16(0), count: 200)[...]
    let began = clock.now
    for _ in 0..<3 { _ = output.write(tenth) }
    #expect(clock.now - began >= .milliseconds(290))
    // As if the process had been stopped.
    usleep(500_000)
    _ = output.write(tenth)
    let returned = clock.now
    for _ in 0..<2 { _ = output.write(tenth) }
    #expect(clock.now - returned >= .milliseconds(190))
  }

  @Test("A player goes to its end and says so; a pause keeps the place, and is not the end")
  func end() async throws {
    let player = try AVAudioPlayer(data: Self.wave(Array(repeating: 0, count: 3200)))
    #expect(player.duration == 0.2)
    let ends = AsyncStream<Bool>.makeStream()
    let ear = Ear { ends.continuation.yield($0) }
    player.delegate = ear
    player.play()
    player.pause()
    #expect(!player.isPlaying && player.currentTime < player.duration)
    player.currentTime = 0.15
    #expect(player.currentTime == 0.15)
    player.play()
    #expect(await ends.stream.first { _ in true } == true)
    #expect(!player.isPlaying && player.currentTime == player.duration)
  }

  @Test("BG5 an app that may not play on behind the screen has closed its outputs when it has left, until it is back")
  func silence() async {
    let center = NotificationCenter()
    let silence = BackgroundSilence(center) { false }
    let closed = Mutex(false)
    silence.willOpen()
    Thread.detachNewThread {
      while silence.isOver { usleep(1000) }
      closed.withLock { $0 = true }
      silence.closed()
    }
    center.post(name: Notification.Name("UIApplicationDidEnterBackgroundNotification"), object: nil)
    #expect(closed.withLock { $0 })
    Thread.detachNewThread {
      center.post(name: Notification.Name("UIApplicationWillEnterForegroundNotification"), object: nil)
    }
    silence.willOpen()
    #expect(silence.isOver)
  }

  @Test("BX3 an app that plays on behind the screen keeps its outputs")
  func noSilence() {
    let center = NotificationCenter()
    let silence = BackgroundSilence(center) { true }
    silence.willOpen()
    center.post(name: Notification.Name("UIApplicationDidEnterBackgroundNotification"), object: nil)
    #expect(silence.isOver)
  }

  private final class Ear: NSObject, AVAudioPlayerDelegate {
    private let ended: @Sendable (Bool) -> Void
    init(_ ended: @escaping @Sendable (Bool) -> Void) { self.ended = ended }
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) { ended(flag) }
  }
}
