// Device nodes that are for the app in front (BG5), as `[background]` of the configuration names them.

/// A key of `[background]`, and a word of `RoostDevices`.
package nonisolated enum DeviceKind: String, CaseIterable, Sendable {
  case camera, gpu, audio
}

/// A kind of device node that apps share, such as cameras.
package nonisolated struct SharedNode: Hashable, Sendable {
  package let kind: DeviceKind
  /// Such as `/dev/video*` (glob(7)).
  package let pattern: String

  package init(kind: DeviceKind, pattern: String) {
    self.kind = kind
    self.pattern = pattern
  }

  /// Whether the node at `path` is one that sound is recorded from. The kernel names these by card and device, such as pcmC0D1c, and
  /// those for playback with a p at the end (linux/sound/core/init.c and pcm.c).
  package static func isForRecording(_ path: String) -> Bool {
    guard let name = path.split(separator: "/").last else { return false }
    return name.hasPrefix("pcmC") && name.hasSuffix("c")
  }
}
