// Bounds the cost of JetsamEvents in a storm of kills: each kill has one (ME7), but not each lists a thousand apps.
package import LifecycleModel
import Systemd

/// So many events a second list every app; those in between list the victim and the largest.
package nonisolated struct JetsamPace {
  static let fullPerSecond = 4
  /// Apps that an event in between lists, beside the victim.
  static let listed = 16

  private var begun = Instant(nanoseconds: 0)
  private var count = 0

  package init() {}

  /// The entries to be listed in an event now.
  package mutating func entries(of snapshot: JetsamSnapshot) -> [JetsamEntry] {
    guard snapshot.entries.count > Self.listed + 1 else { return snapshot.entries }
    if snapshot.time >= begun + .seconds(1) { (begun, count) = (snapshot.time, 0) }
    count += 1
    if count <= Self.fullPerSecond { return snapshot.entries }
    var largest: [JetsamEntry] = []
    var victim: [JetsamEntry] = []
    for entry in snapshot.entries {
      if entry.process == snapshot.victim {
        victim = [entry]
      } else if largest.count < Self.listed || entry.footprint > (largest.last?.footprint ?? 0) {
        let place = largest.firstIndex { $0.footprint < entry.footprint } ?? largest.endIndex
        largest.insert(entry, at: place)
        if largest.count > Self.listed { largest.removeLast() }
      }
    }
    return victim + largest
  }
}
