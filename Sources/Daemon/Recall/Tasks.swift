// Background work that apps have asked for, as the stores keep it (BX4).
import AppLink
package import LifecycleModel
package import Stores

extension TaskRequest {
  /// Nil for a kind of a later version.
  package init?(_ row: TaskRow) {
    guard let kind = TaskKind(rawValue: row.kind) else { return nil }
    self.init(
      identifier: row.identifier, kind: kind, earliest: row.earliest.map(Instant.init(secondsSince1970:)),
      needsPower: row.needsPower, needsNetwork: row.needsNetwork)
  }
}
