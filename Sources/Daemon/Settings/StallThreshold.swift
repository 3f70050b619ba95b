// The time that tasks may wait for memory before the kernel reports it (PSI, Linux's Documentation/accounting/psi.rst).

/// The threshold of one trigger.
package nonisolated struct StallThreshold: Equatable, Sendable {
  /// The tasks whose waiting counts.
  package enum Share: String, Sendable {
    /// That of at least one task.
    case some
    /// That of all tasks at once.
    case full
  }

  var share: Share
  /// Within ``window``.
  var stall: Duration

  /// A process without CAP_SYS_RESOURCE may ask for multiples of two seconds only.
  static let window = Duration.seconds(2)

  /// The line for a pressure file, in microseconds.
  package var trigger: String { "\(share.rawValue) \(Self.microseconds(stall)) \(Self.microseconds(Self.window))" }

  private static func microseconds(_ duration: Duration) -> Int64 {
    duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
  }
}

nonisolated extension StallThreshold {
  /// As in "some 200ms"; nil for anything else.
  package init?(written text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let share = Share(rawValue: String(words[0])),
      let stall = Duration(written: String(words[1])), (.milliseconds(1)...Self.window).contains(stall)
    else { return nil }
    self.init(share: share, stall: stall)
  }
}

/// From when on memory is how short (ME1).
package nonisolated struct StallSettings: Equatable, Sendable {
  package var isOn = true
  /// In percent of the memory: stalls count while less than this is available; 100: always.
  package var room = 25
  /// Nil: the kernel is not asked for this level. The first is what systemd asks for (DefaultMemoryPressureThresholdSec=).
  package var warning: StallThreshold? = StallThreshold(share: .some, stall: .milliseconds(200))
  package var urgent: StallThreshold? = StallThreshold(share: .some, stall: .milliseconds(500))
  package var critical: StallThreshold? = StallThreshold(share: .full, stall: .milliseconds(500))

  package init(
    isOn: Bool = true, warning: StallThreshold? = StallThreshold(share: .some, stall: .milliseconds(200)),
    urgent: StallThreshold? = StallThreshold(share: .some, stall: .milliseconds(500)),
    critical: StallThreshold? = StallThreshold(share: .full, stall: .milliseconds(500))
  ) {
    self.isOn = isOn
    self.warning = warning
    self.urgent = urgent
    self.critical = critical
  }
}
