// The outputs for sound: the machine's sound card or server, or nowhere at the same pace.

/// Takes samples no faster than they sound. Used by one thread.
protocol AudioOutput {
  /// Returns when there is room for more; false when it can take no more at all.
  func write(_ samples: ArraySlice<Int16>) -> Bool
  /// - Parameter afterAll: the sound that was written is to be heard first.
  func close(afterAll: Bool)
}

func openDefaultOutput(for format: SoundFormat) -> any AudioOutput {
  ALSAOutput(format) ?? SilentOutput(format)
}
