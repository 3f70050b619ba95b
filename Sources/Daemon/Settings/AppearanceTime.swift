// `device.first-appearance` of the configuration.

/// When `viewWillAppear` of a window's first content comes (FG3).
package nonisolated enum AppearanceTime: String, CaseIterable, Sendable {
  /// App-based: after didBecomeActive. Scene-based: before willEnterForeground.
  case byStyle = "by-style"
  case beforeForeground = "before-foreground"
  case afterActive = "after-active"
}
