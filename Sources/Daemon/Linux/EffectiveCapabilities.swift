// The capabilities that this process has (capabilities(7)).

nonisolated enum EffectiveCapabilities {
  /// A bit for each, by its number; nil where the kernel does not tell.
  static var mask: UInt64? {
    guard var lines = try? FileLines("/proc/self/status") else { return nil }
    while let line = try? lines.next() {
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix("CapEff:\t") { return UInt64(text.dropFirst("CapEff:\t".count), radix: 16) }
    }
    return nil
  }
}
