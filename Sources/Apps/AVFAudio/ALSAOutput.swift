// Sound through ALSA's default device, which leads to PulseAudio or PipeWire where the machine has one of them.

import Glibc

final class ALSAOutput: AudioOutput {
  private let alsa: ALSA
  private let device: OpaquePointer
  private let format: SoundFormat
  /// Whether written sound takes its time to be played. ALSA's null device, a default in containers, is done with it at
  /// once, and a sound would be over when it has begun.
  private lazy var isDevice = {
    var waiting: CLong = 0
    return alsa.delay(device, &waiting) != 0 || waiting > 0
  }()

  /// Nil when there is no libasound, or no device that takes this format.
  init?(_ format: SoundFormat) {
    guard let alsa = ALSA.loaded else { return nil }
    var opened: OpaquePointer?
    guard alsa.open(&opened, "default", ALSA.playback, 0) == 0, let device = opened else { return nil }
    let failed = alsa.setParameters(
      device, ALSA.signed16, ALSA.interleaved, CUnsignedInt(format.channels), CUnsignedInt(format.rate), 1,
      ALSA.latency)
    guard failed == 0 else {
      _ = alsa.close(device)
      return nil
    }
    self.alsa = alsa
    self.device = device
    self.format = format
  }

  func write(_ samples: ArraySlice<Int16>) -> Bool {
    var rest = samples
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes {
        alsa.write(device, $0.baseAddress, CUnsignedLong(rest.count / format.channels))
      }
      if written > 0 {
        rest = rest.dropFirst(written * format.channels)
        if !isDevice { return false }
      } else if alsa.recover(device, CInt(truncatingIfNeeded: written), 1) != 0 {
        // It was unplugged, or its server is gone: a device that ran dry or was suspended would have recovered.
        return false
      }
    }
    return true
  }

  func close(afterAll: Bool) {
    _ = afterAll ? alsa.drain(device) : alsa.drop(device)
    _ = alsa.close(device)
  }
}

/// The functions of libasound that this file uses, found when the first sound is played: apps run without it, and are
/// built without it.
private struct ALSA {
  typealias Device = OpaquePointer
  let open: @convention(c) (UnsafeMutablePointer<Device?>, UnsafePointer<CChar>, CInt, CInt) -> CInt
  let setParameters: @convention(c) (Device, CInt, CInt, CUnsignedInt, CUnsignedInt, CInt, CUnsignedInt) -> CInt
  let write: @convention(c) (Device, UnsafeRawPointer?, CUnsignedLong) -> CLong
  let recover: @convention(c) (Device, CInt, CInt) -> CInt
  let delay: @convention(c) (Device, UnsafeMutablePointer<CLong>) -> CInt
  let drain: @convention(c) (Device) -> CInt
  let drop: @convention(c) (Device) -> CInt
  let close: @convention(c) (Device) -> CInt

  /// SND_PCM_STREAM_PLAYBACK, SND_PCM_FORMAT_S16_LE, SND_PCM_ACCESS_RW_INTERLEAVED of alsa/pcm.h.
  static let (playback, signed16, interleaved): (CInt, CInt, CInt) = (0, 2, 3)
  /// Microseconds that the device holds.
  static let latency: CUnsignedInt = 200_000

  static let loaded = dlopen("libasound.so.2", RTLD_NOW | RTLD_LOCAL).flatMap { try? ALSA($0) }

  private struct Missing: Error {}

  private init(_ library: UnsafeMutableRawPointer) throws(Missing) {
    func function<Function>(_ name: String) throws(Missing) -> Function {
      guard let address = dlsym(library, name) else { throw Missing() }
      return unsafeBitCast(address, to: Function.self)
    }
    open = try function("snd_pcm_open")
    setParameters = try function("snd_pcm_set_params")
    write = try function("snd_pcm_writei")
    recover = try function("snd_pcm_recover")
    delay = try function("snd_pcm_delay")
    drain = try function("snd_pcm_drain")
    drop = try function("snd_pcm_drop")
    close = try function("snd_pcm_close")
    let setErrorHandler: @convention(c) (ErrorHandler) -> CInt = try function("snd_lib_error_set_handler")
    // A machine without a sound card is no error, but libasound would print a dozen lines about it.
    _ = setErrorHandler { _, _, _, _, _ in }
  }

  /// It takes variable arguments after these, which are the caller's to clean up.
  private typealias ErrorHandler =
    @convention(c) (UnsafePointer<CChar>?, CInt, UnsafePointer<CChar>?, CInt, UnsafePointer<CChar>?) -> Void
}
